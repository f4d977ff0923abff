/* The text is packed by arithmetic coding: each bit narrows an interval by how likely it is.
 *
 * How likely is predicted from counts of zeros and ones after the same bits of the same byte in
 * several contexts, such as the last two characters, or the cells above and to the left. Their
 * counts are added with weights: the longer the context, the more it counts. The predictor first
 * sees a sample text, so that it knows headers and boards. All numbers are integers, so the bytes
 * are the same everywhere. */
#include "puzzle/level_packing.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Frozen: a change makes all codes unreadable. */
static const char sample[] =
	"level: The last corner of a little room\nmode: bishop\npar: 12\nrules: no-attack slide\n"
	"piece: knight\n\na.#.b...   b.#.a...\n.......#   .......#\n\n"
	"level: In and out of the blue gate, one by one\nmode: bishop\npar: 7\n"
	"rules: no-attack alternate\npiece: queen\n\naa.#   bb.#\n....   ....\nbb..   aa..\n\n"
	"level: Two keys to the long stairs\nmode: bishop\npar: 9\nrules: slide\npiece: rook\n\n"
	".a..#   ....#\n#...b   #.a.b\n\n"
	"level: Around the ring\nmode: lines\npar: 5\ngoal: close 8\n\n"
	"0060   ..*.\n2c38   ....\n69a5   .*..\n\n"
	"level: A small house\nmode: lines\npar: 4\ngoal: groups 3\n\n60c5\n39a7\n1b4e\n\n"
	"level: Falling stones\nauthor: A friend\nmode: gems\npar: 6\nrules: holes\n"
	"goal: clear ab\nrefill: abc - cab bca\n\n..a?\nabca\ncabb\n\n"
	"level: Endless shower\nmode: gems\ngoal: score 500\nrefill: random 42 5\n\nabcd\nbcda\n\n"
	"level: First steps to the wall and back\nauthor: The Parlour authors\nmode: tilt\npar: 8\n"
	"hint: Where does the other block stop? Try to move it last.\n\n"
	"#..a.#..   #....#.a\n....#..b   .b..#...\n..c.....   .......c\n";

/* ---- the predictor ---- */

enum {
	CONTEXTS = 7,
	SLOT_BITS = 14, /* of the counts of a context */
	COUNT_MAX = 250,
	CHANCE_BITS = 16,
};

struct predictor {
	uint8_t counts[CONTEXTS][1 << SLOT_BITS][2]; /* of zeros and of ones, in quarters */
	uint32_t context[CONTEXTS];
	uint32_t byte;              /* the bits of the current byte, after a one */
	char text[PACKED_TEXT_MAX]; /* what has been seen of the current text */
	int length;
	int line, above; /* where this line and, of a board, the one before begin; -1: none */
	int second;      /* where the second word of this line begins; 0: not yet */
	bool board;
	uint32_t line_hash, word_hash; /* of this line and its last word, so far */
};

static uint32_t mix(uint32_t seed, uint32_t a, uint32_t b)
{
	uint32_t hash = seed * 0x9E3779B1U + a * 0x85EBCA6BU + b * 0xC2B2AE35U + 0x27D4EB2FU;
	hash ^= hash >> 15;
	hash *= 0x2C1B3C6DU;
	return hash ^ hash >> 13;
}

static uint32_t byte_at(const struct predictor *predictor, int at)
{
	return at < 0 || at >= predictor->length ? 0 : (unsigned char)predictor->text[at];
}

/* The contexts of a header: the line so far, and the last characters. */
static void set_header_contexts(struct predictor *predictor)
{
	const int at = predictor->length;
	const uint32_t one = byte_at(predictor, at - 1);
	const uint32_t two = one << 8 | byte_at(predictor, at - 2);
	const uint32_t three = two << 8 | byte_at(predictor, at - 3);
	predictor->context[0] = 0;
	predictor->context[1] = mix(11, one, 0);
	predictor->context[2] = mix(12, two, 0);
	predictor->context[3] = mix(13, three, 0);
	predictor->context[4] = mix(14, predictor->word_hash, 0);
	predictor->context[5] = mix(15, three, byte_at(predictor, at - 4));
	predictor->context[6] = mix(16, predictor->line_hash, 0);
}

/* The contexts of a board: the cells around, and in the second word the one that it is about. */
static void set_board_contexts(struct predictor *predictor)
{
	const int at = predictor->length, column = at - predictor->line;
	const uint32_t left = byte_at(predictor, at - 1);
	const int over = predictor->above < 0 ? -1 : predictor->above + column;
	const uint32_t above = over >= predictor->line ? 0 : byte_at(predictor, over);
	const bool second = predictor->second > 0;
	const uint32_t partner =
		second ? byte_at(predictor, predictor->line + at - predictor->second) : 0;
	const uint32_t word = second, edge = above == '\n' || above == ' ' || above == 0;
	predictor->context[0] = mix(20, word, edge);
	predictor->context[1] = mix(21, left, word);
	predictor->context[2] = mix(22, above, word);
	predictor->context[3] = mix(23, partner, word);
	predictor->context[4] = mix(24, left << 8 | byte_at(predictor, at - 2), word);
	predictor->context[5] = mix(25, left << 8 | above, word);
	predictor->context[6] = mix(26, partner << 8 | above, (uint32_t)(edge ? column : 0));
}

static void set_contexts(struct predictor *predictor)
{
	if (predictor->board)
		set_board_contexts(predictor);
	else
		set_header_contexts(predictor);
	predictor->byte = 1;
}

static uint8_t *counts_of(struct predictor *predictor, int context)
{
	const uint32_t hash = mix((uint32_t)context + 31, predictor->context[context],
	                          predictor->byte | (predictor->board ? 0x100U : 0));
	return predictor->counts[context][hash >> (32 - SLOT_BITS)];
}

/* The chance that the next bit is a one: above 0, below 1 << CHANCE_BITS. */
static uint32_t chance(struct predictor *predictor)
{
	static const uint32_t weights[CONTEXTS] = {3, 4, 4, 8, 6, 12, 16};
	uint32_t zeros = 4, ones = 4;
	for (int i = 0; i < CONTEXTS; i++) {
		const uint8_t *counts = counts_of(predictor, i);
		zeros += weights[i] * counts[0];
		ones += weights[i] * counts[1];
	}
	const uint32_t range = (1U << CHANCE_BITS) - 64;
	return 32 + (uint32_t)((uint64_t)range * ones / (zeros + ones));
}

/* The counts of the other bit are halved: what came last says more. */
static void learn_bit(struct predictor *predictor, int bit)
{
	for (int i = 0; i < CONTEXTS; i++) {
		uint8_t *counts = counts_of(predictor, i);
		if (counts[bit] < COUNT_MAX)
			counts[bit] += 4;
		if (counts[!bit] > 4)
			counts[!bit] = (uint8_t)(counts[!bit] / 2 + 1);
	}
	predictor->byte = predictor->byte << 1 | (uint32_t)bit;
}

static void end_line(struct predictor *predictor)
{
	const bool empty = predictor->length == predictor->line + 1;
	predictor->above = predictor->board ? predictor->line : -1;
	predictor->line = predictor->length;
	predictor->second = 0;
	predictor->line_hash = predictor->word_hash = 1;
	if (empty) {
		predictor->board = !predictor->board;
		predictor->above = -1;
	}
}

/* After the last bit of a byte. */
static void learn_byte(struct predictor *predictor)
{
	const char byte = (char)predictor->byte;
	const int at = predictor->length++;
	predictor->text[at] = byte;
	predictor->line_hash = mix(1, predictor->line_hash, predictor->byte);
	predictor->word_hash = byte == ' ' ? 1 : mix(2, predictor->word_hash, predictor->byte);
	if (byte == '\n')
		end_line(predictor);
	else if (byte == ' ' && predictor->board)
		predictor->second = at + 1;
	set_contexts(predictor);
}

/* Forgets the text, but not what was learned from it. */
static void begin_text(struct predictor *predictor)
{
	predictor->length = predictor->line = predictor->second = 0;
	predictor->above = -1;
	predictor->line_hash = predictor->word_hash = 1;
	predictor->board = false;
	set_contexts(predictor);
}

static void learn_sample(struct predictor *predictor)
{
	begin_text(predictor);
	for (const char *c = sample; *c != '\0'; c++) {
		for (int bit = 7; bit >= 0; bit--)
			learn_bit(predictor, *c >> bit & 1);
		learn_byte(predictor);
	}
	begin_text(predictor);
}

static struct predictor *predictor_new(void)
{
	struct predictor *predictor = calloc(1, sizeof *predictor);
	if (predictor != NULL)
		learn_sample(predictor);
	return predictor;
}

/* ---- the coder ---- */

struct coder {
	uint32_t low, high;        /* the interval, with both ends */
	uint32_t value;            /* unpacking: the bytes in it */
	const unsigned char *from; /* unpacking */
	unsigned char *to;         /* packing */
	int size, capacity; /* of these bytes: used or read, and all; zeros come after the end */
};

static uint32_t split_at(const struct coder *coder, uint32_t ones)
{
	const uint64_t range = coder->high - coder->low;
	return coder->low + (uint32_t)(range * ones >> CHANCE_BITS);
}

static uint32_t next_byte(struct coder *coder)
{
	const int at = coder->size++;
	return at < coder->capacity ? coder->from[at] : 0;
}

static void put_byte(struct coder *coder, uint32_t byte)
{
	if (coder->size < coder->capacity)
		coder->to[coder->size] = (unsigned char)byte;
	coder->size++;
}

/* Ones are below the split. The first bytes that both ends have are done with. */
static void narrow(struct coder *coder, uint32_t split, int bit, bool packing)
{
	if (bit == 1)
		coder->high = split;
	else
		coder->low = split + 1;
	while ((coder->low ^ coder->high) >> 24 == 0) {
		if (packing)
			put_byte(coder, coder->high >> 24);
		else
			coder->value = coder->value << 8 | next_byte(coder);
		coder->low <<= 8;
		coder->high = coder->high << 8 | 0xFF;
	}
}

static int code_bit(struct coder *coder, uint32_t ones, int bit)
{
	narrow(coder, split_at(coder, ones), bit, true);
	return bit;
}

static int read_bit(struct coder *coder, uint32_t ones)
{
	const uint32_t split = split_at(coder, ones);
	const int bit = coder->value <= split;
	narrow(coder, split, bit, false);
	return bit;
}

/* The shortest number in the interval; no zeros are written at the end. */
static void finish(struct coder *coder)
{
	if (coder->low > 0) {
		int bytes = 1;
		uint32_t number;
		do { /* rounded up to that many bytes */
			const int drop = 32 - 8 * bytes;
			const uint64_t up = (uint64_t)coder->low + (UINT64_C(1) << drop) - 1;
			number = (uint32_t)(up >> drop << drop);
		} while ((number < coder->low || number > coder->high) && bytes++ < 4);
		for (int i = 0; i < bytes; i++)
			put_byte(coder, number >> (24 - 8 * i) & 0xFF);
	}
	while (coder->size > 0 && coder->size <= coder->capacity && coder->to[coder->size - 1] == 0)
		coder->size--;
}

/* ---- packing ---- */

/* NOLINTNEXTLINE(readability-non-const-parameter): the coder writes there */
int level_pack(const char *text, unsigned char *bytes, int capacity)
{
	struct coder coder = {.high = UINT32_MAX, .to = bytes, .capacity = capacity};
	struct predictor *predictor = predictor_new();
	if (predictor == NULL)
		return -1;
	assert(strlen(text) < PACKED_TEXT_MAX);
	do {
		for (int bit = 7; bit >= 0; bit--)
			learn_bit(predictor, code_bit(&coder, chance(predictor), *text >> bit & 1));
		learn_byte(predictor);
	} while (*text++ != '\0');
	finish(&coder);
	free(predictor);
	return coder.size;
}

bool level_unpack(const unsigned char *bytes, int size, char text[PACKED_TEXT_MAX])
{
	struct coder coder = {.high = UINT32_MAX, .from = bytes, .capacity = size};
	struct predictor *predictor = predictor_new();
	if (predictor == NULL)
		return false;
	for (int i = 0; i < 4; i++)
		coder.value = coder.value << 8 | next_byte(&coder);
	do {
		for (int bit = 7; bit >= 0; bit--)
			learn_bit(predictor, read_bit(&coder, chance(predictor)));
		learn_byte(predictor);
	} while (predictor->text[predictor->length - 1] != '\0' &&
	         predictor->length < PACKED_TEXT_MAX);
	const bool ended = predictor->text[predictor->length - 1] == '\0';
	memcpy(text, predictor->text, (size_t)predictor->length);
	free(predictor);
	return ended;
}
