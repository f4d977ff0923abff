#include "puzzle/puzzle_solver.h"

#include <assert.h>

#include "os/clock.h"

struct monitor monitor_begin(const struct limits *limits, progress_fn *progress, void *context)
{
	return (struct monitor){
		.limits = limits,
		.progress = progress,
		.context = context,
		.deadline = limits->seconds > 0 ? seconds_now() + limits->seconds : 0,
	};
}

bool monitor_report(struct monitor *monitor, struct answer *answer)
{
	const struct limits *limits = monitor->limits;
	assert(answer->upper < 0 || answer->lower <= answer->upper);
	assert(answer->length == 0 || answer->length == answer->upper);
	if ((limits->states > 0 && answer->states >= limits->states) ||
	    (monitor->deadline > 0 && seconds_now() >= monitor->deadline)) {
		answer->verdict = GAVE_UP;
		return false;
	}
	return monitor->progress == NULL || monitor->progress(monitor->context, answer);
}
