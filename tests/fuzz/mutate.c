/* Few changes at a time, because most of an input must stay as it is to be understood. Whole pieces
 * are copied from another input or from this one, so that words stay words. */
#include "fuzz/mutate.h"

#include <string.h>

enum { CHANGES_MAX = 4, PIECE_MAX = 64 };

struct piece {
	size_t at, size;
};

/* A random piece that is not empty and mostly short, of one byte or more. */
static struct piece choose_piece(const struct input *input, struct random *random)
{
	const uint32_t max = random_below(random, 4) == 0 ? PIECE_MAX : 8;
	struct piece piece = {.at = random_below(random, (uint32_t)input->size),
	                      .size = 1 + random_below(random, max)};
	if (piece.size > input->size - piece.at)
		piece.size = input->size - piece.at;
	return piece;
}

static void remove_piece(struct input *input, struct random *random)
{
	const struct piece piece = choose_piece(input, random);
	const size_t end = piece.at + piece.size;
	memmove(input->data + piece.at, input->data + end, input->size - end);
	input->size -= piece.size;
}

/* Inserts bytes, as many as there is room for. */
static void insert(struct input *input, size_t room, const uint8_t *bytes, size_t size,
                   struct random *random)
{
	const size_t at = random_below(random, (uint32_t)input->size + 1);
	if (size > room - input->size)
		size = room - input->size;
	memmove(input->data + at + size, input->data + at, input->size - at);
	memcpy(input->data + at, bytes, size);
	input->size += size;
}

static void insert_piece(struct input *input, size_t room, const struct input *from,
                         struct random *random)
{
	uint8_t bytes[PIECE_MAX];
	const struct piece piece = choose_piece(from, random);
	memcpy(bytes, from->data + piece.at, piece.size);
	insert(input, room, bytes, piece.size, random);
}

static void overwrite(struct input *input, const struct input *from, struct random *random)
{
	const struct piece piece = choose_piece(from, random);
	const size_t at = random_below(random, (uint32_t)input->size);
	const size_t rest = input->size - at;
	memmove(input->data + at, from->data + piece.at, piece.size < rest ? piece.size : rest);
}

static void change_byte(struct input *input, struct random *random)
{
	uint8_t *byte = &input->data[random_below(random, (uint32_t)input->size)];
	switch (random_below(random, 3)) {
	case 0:
		*byte ^= (uint8_t)(1U << random_below(random, 8));
		break;
	case 1:
		*byte = (uint8_t)(*byte + 1 - 2 * random_below(random, 2));
		break;
	default:
		*byte = (uint8_t)random_below(random, UINT8_MAX + 1);
		break;
	}
}

/* One change; `other` may be empty. */
static void change(struct input *input, size_t room, const struct input *other,
                   struct random *random)
{
	const struct input *from =
		other->size > 0 && random_below(random, 2) == 0 ? other : input;
	if (input->size == 0) {
		const uint8_t byte = (uint8_t)random_below(random, UINT8_MAX + 1);
		insert(input, room, &byte, 1, random);
		return;
	}
	switch (random_below(random, 5)) {
	case 0:
		remove_piece(input, random);
		break;
	case 1:
		insert_piece(input, room, from, random);
		break;
	case 2:
		overwrite(input, from, random);
		break;
	default:
		change_byte(input, random);
		break;
	}
}

void mutate(struct input *input, size_t room, const struct input *other, struct random *random)
{
	const uint32_t changes = 1 + random_below(random, CHANGES_MAX);
	for (uint32_t i = 0; i < changes; i++)
		change(input, room, other, random);
}
