#include "puzzle/puzzle_solver.h"

#include <assert.h>

#include "os/clock.h"

bool answer_is_valid(const struct answer *answer)
{
	const int upper = answer->upper, length = answer->length;
	const bool plan = length == 0 || (length == upper && length <= PLAN_MAX);
	if (answer->verdict == UNSOLVABLE)
		return upper < 0 && length == 0;
	if (answer->verdict == OPTIMAL)
		return plan && upper >= 0 && answer->lower == upper;
	return plan && answer->lower >= 0 && (upper < 0 || answer->lower <= upper);
}

struct monitor monitor_begin(const struct limits *limits, progress_fn *progress, void *context)
{
	const double deadline = limits->seconds > 0 ? seconds_now() + limits->seconds : 0;
	return (struct monitor){
		.limits = limits,
		.progress = progress,
		.context = context,
		.deadline = deadline,
		.has_end = limits->states == 0 && (deadline > 0 || limits->until_stopped),
	};
}

bool monitor_report(struct monitor *monitor, struct answer *answer)
{
	const struct limits *limits = monitor->limits;
	assert(answer_is_valid(answer));
	if ((limits->states > 0 && answer->states >= limits->states) ||
	    (monitor->deadline > 0 && seconds_now() >= monitor->deadline)) {
		answer->verdict = GAVE_UP;
		return false;
	}
	return monitor->progress == NULL || monitor->progress(monitor->context, answer);
}
