#include "core/kernel.h"

#include "core/clock.h"

struct watch watch_begin(const struct limits *limits, tick_fn *tick, void *context)
{
	return (struct watch){
		.limits = limits,
		.tick = tick,
		.context = context,
		.deadline = limits->seconds > 0 ? seconds_now() + limits->seconds : 0,
	};
}

bool watch_goes_on(struct watch *watch, struct answer *answer)
{
	const struct limits *limits = watch->limits;
	if ((limits->states > 0 && answer->states >= limits->states) ||
	    (watch->deadline > 0 && seconds_now() >= watch->deadline)) {
		answer->verdict = GAVE_UP;
		return false;
	}
	return watch->tick == NULL || watch->tick(watch->context, answer);
}
