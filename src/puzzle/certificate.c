#include "puzzle/certificate.h"

#include <assert.h>

void bits_put(struct bit_writer *out, unsigned largest, unsigned number)
{
	int width = 0;
	assert(number <= largest);
	while (largest >> width != 0)
		width++;
	for (; width > 0; out->bits++) {
		assert(out->bits < 8 * sizeof out->byte);
		out->byte[out->bits / 8] |=
			(uint8_t)((number >> --width & 1) << (7 - out->bits % 8));
	}
}
