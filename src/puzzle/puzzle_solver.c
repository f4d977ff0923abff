#include "puzzle/puzzle_solver.h"

#include "os/clock.h"

struct monitor monitor_begin(const struct limits *limits, progress_fn *tick, void *context)
{
	return (struct monitor){
		.limits = limits,
		.tick = tick,
		.context = context,
		.deadline = limits->seconds > 0 ? seconds_now() + limits->seconds : 0,
	};
}

bool monitor_report(struct monitor *monitor, struct answer *answer)
{
	const struct limits *limits = monitor->limits;
	if ((limits->states > 0 && answer->states >= limits->states) ||
	    (monitor->deadline > 0 && seconds_now() >= monitor->deadline)) {
		answer->verdict = GAVE_UP;
		return false;
	}
	return monitor->tick == NULL || monitor->tick(monitor->context, answer);
}
