/* Bytes that make choices, one after the other. */
#ifndef PARLOUR_TESTS_FUZZ_BYTES_H
#define PARLOUR_TESTS_FUZZ_BYTES_H

#include <stddef.h>
#include <stdint.h>

struct bytes {
	const uint8_t *data;
	size_t size, at;
};

/* The next one, 0 after the end. */
static inline int next_byte(struct bytes *input)
{
	return input->at < input->size ? input->data[input->at++] : 0;
}

static inline int next_below(struct bytes *input, int below)
{
	return next_byte(input) % below;
}

#endif
