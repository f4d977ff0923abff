/* Changes an input a little, in ways that suit text and bytes alike. */
#ifndef PARLOUR_TESTS_FUZZ_MUTATE_H
#define PARLOUR_TESTS_FUZZ_MUTATE_H

#include <stddef.h>
#include <stdint.h>

#include "algo/random.h"

struct input {
	uint8_t *data;
	size_t size;
};

/* Makes a few changes of `input`, whose data has room for `room` bytes (1 or more); some take a
 * piece of another input. */
void mutate(struct input *input, size_t room, const struct input *other, struct random *random);

#endif
