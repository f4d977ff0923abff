/* Checks a certificate. Whoever believes what this file accepts believes an induction.
 *
 * A part has a bound L and layers 0, 1, 2 ... of positions. Layer d claims that each of its
 * positions needs at least L - d moves. Each claim is checked alone: the position is not solved,
 * and every valid move leads to a position that is listed in layer d + 1 or before, or that needs
 * L - d - 1 moves by the puzzle's simple bound. If claims were wrong, look at one whose position
 * has the shortest solution: its first move leads to a position with a shorter one, whose claim is
 * wrong too. So all are right, and the start, in layer 0, needs L moves. In a part without a
 * solution, the only layer claims that of its positions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verify.h"

enum { CODE_MAX = 1024, BOUND_MAX = 9999 };

struct part {
	struct level level;
	int bound; /* or UNSOLVABLE */
	int layers;
	uint32_t first[BOUND_MAX + 3]; /* of each layer; then the number of positions, twice */
	size_t bytes;                  /* of a position */
	uint8_t *code;                 /* the positions, layer by layer, in the file */
	uint32_t *slot, mask;          /* a hash table of their numbers, from 1 */
};

/* ---- positions as bytes ---- */

struct bits {
	uint8_t *byte;
	size_t count;
	bool writing;
};

/* Writes or reads a number, the highest bit first, in as many bits as `largest` has. */
static void pass(struct bits *bits, int largest, int *number)
{
	int width = 0, read = 0;
	while (largest >> width != 0)
		width++;
	while (width-- > 0) {
		uint8_t *byte = &bits->byte[bits->count / 8];
		const int shift = 7 - (int)(bits->count++ % 8);
		if (bits->writing)
			*byte |= (uint8_t)((*number >> width & 1) << shift);
		read = read << 1 | (*byte >> shift & 1);
	}
	*number = read;
}

/* Pieces are listed colour by colour, with rising cells; else the content of each cell is. Returns
 * how many bytes; 0 if pieces are read that can't be there. */
static size_t pass_state(const struct level *level, struct state *state, uint8_t *code,
                         bool writing)
{
	const int cells = cells_of(level);
	struct bits bits = {code, 0, writing};
	if (writing)
		memset(code, 0, CODE_MAX);
	for (int cell = 0; cell < cells; cell++) {
		int content = state->cell[cell];
		if (level->largest > 0)
			pass(&bits, level->largest, &content);
		else if (!writing)
			content = level->start.cell[cell] == WALL ? WALL : 0;
		state->cell[cell] = (uint8_t)content;
	}
	for (int colour = 1; level->largest == 0 && colour <= COLOURS; colour++)
		for (int i = 0, cell = -1; i < level->count[colour]; i++) {
			for (cell++; writing && state->cell[cell] != colour;)
				cell++;
			pass(&bits, cells - 1, &cell);
			if (!writing && (cell >= cells || state->cell[cell] != 0))
				return 0;
			state->cell[cell] = (uint8_t)colour;
		}
	pass(&bits, level->alternate ? COLOURS : 0, &state->last_mover);
	for (int column = 0; column < level->columns; column++)
		pass(&bits, level->letters[column], &state->taken[column]);
	pass(&bits, level->score, &state->score);
	return (bits.count + 7) / 8;
}

/* ---- the claims ---- */

/* The slot of a position, or the empty one where it belongs. */
static uint32_t *slot_of(const struct part *part, const uint8_t *code)
{
	uint64_t hash = 0;
	for (size_t i = 0; i < part->bytes; i++)
		hash = (hash ^ code[i]) * UINT64_C(0x9E3779B97F4A7C15);
	for (uint32_t at = (uint32_t)(hash >> 32);; at++) {
		uint32_t *slot = &part->slot[at & part->mask];
		if (*slot == 0 ||
		    memcmp(part->code + (*slot - 1) * part->bytes, code, part->bytes) == 0)
			return slot;
	}
}

/* Whether a position needs that many moves: by a simple bound, or as listed up to a layer. */
static bool needs(const struct part *part, struct state *state, int moves, int layer)
{
	const struct level *level = &part->level;
	uint8_t code[CODE_MAX];
	if (moves <= 1)
		return moves <= 0 || !level->puzzle->is_solved(level, state);
	if (level->puzzle->bound != NULL && level->puzzle->bound(level, state) >= moves)
		return true;
	pass_state(level, state, code, true);
	/* An empty slot has 0; less 1, that is the greatest number. */
	return *slot_of(part, code) - 1 < part->first[layer + 1];
}

static bool check_position(const struct part *part, uint32_t index, int layer)
{
	const struct level *level = &part->level;
	const bool dead = part->bound == UNSOLVABLE;
	struct state state = {0}, next;
	uint8_t code[CODE_MAX];
	if (pass_state(level, &state, part->code + index * part->bytes, false) != part->bytes ||
	    pass_state(level, &state, code, true) != part->bytes ||
	    memcmp(code, part->code + index * part->bytes, part->bytes) != 0)
		return refuse("layer %d lists what is no position", layer);
	if (level->puzzle->is_solved(level, &state))
		return refuse("layer %d lists a solved position", layer);
	for (int move = level->moves - 1; move >= 0; move--) {
		memcpy(&next, &state, offsetof(struct state, cell) + (size_t)cells_of(level));
		if (level->puzzle->move(level, &next, move) &&
		    !needs(part, &next, dead ? UNSOLVABLE : part->bound - layer - 1,
		           dead ? 0 : layer + 1)) {
			char name[NAME_BYTES];
			level->puzzle->name_move(level, move, name);
			return refuse("%s in a position of layer %d is not covered", name, layer);
		}
	}
	return true;
}

static bool check_claims(struct part *part)
{
	if (!needs(part, &part->level.start, part->bound, 0))
		return refuse("layer 0 does not list the start");
	for (int layer = 0; layer < part->layers; layer++)
		for (uint32_t i = part->first[layer]; i < part->first[layer + 1]; i++)
			if (!check_position(part, i, layer))
				return false;
	return true;
}

/* ---- the file ---- */

static bool skip(char **at, const char *word)
{
	const size_t length = strncmp(*at, word, strlen(word)) == 0 ? strlen(word) : 0;
	*at += length;
	return length > 0;
}

/* The positions follow, all with the same number of bytes. */
static bool find_positions(struct part *part, char **at, const char *end)
{
	const uint32_t count = part->first[part->layers];
	uint8_t code[CODE_MAX];
	part->bytes = pass_state(&part->level, &part->level.start, code, true);
	if (part->bytes == 0 || count > (size_t)(end - *at) / part->bytes)
		return refuse("positions are missing");
	part->code = (uint8_t *)*at;
	*at += part->bytes * count;
	for (part->mask = 1; part->mask < 2 * count;)
		part->mask = 2 * part->mask + 1;
	part->slot = calloc((size_t)part->mask + 1, sizeof *part->slot);
	if (part->slot == NULL)
		return refuse("not enough memory");
	for (uint32_t i = 0; i < count; i++) {
		uint32_t *slot = slot_of(part, part->code + i * part->bytes);
		if (*slot != 0)
			return refuse("a position is listed again");
		*slot = i + 1;
	}
	return true;
}

static bool read_part(struct part *part, char **at, const char *end)
{
	bool good = skip(at, "part: ");
	part->bound = skip(at, "unsolvable") ? UNSOLVABLE : (int)strtol(*at, at, 10);
	good = good && part->bound >= 0 && skip(at, "\nlayers:");
	while (good && part->layers < part->bound && part->layers < BOUND_MAX && skip(at, " ")) {
		const unsigned long count = strtoul(*at, at, 10);
		const uint32_t before = part->first[part->layers++];
		good = count < (size_t)(end - *at) && before + count < UINT32_MAX / 4;
		part->first[part->layers] = before + (uint32_t)count;
	}
	part->first[part->layers + 1] = part->first[part->layers];
	if (!good || !skip(at, "\n") || (part->bound == UNSOLVABLE && part->layers > 1))
		return refuse("bound or layers can't be read");
	return find_positions(part, at, end) && check_claims(part);
}

/* Plays the plan: every move must be valid, and the last position solved. */
static bool play(const struct level *level, char *plan, int *moves)
{
	struct state state = level->start;
	*moves = 0;
	for (char *word = strtok(plan, " "); word != NULL; word = strtok(NULL, " "), ++*moves) {
		int move = level->moves;
		char name[NAME_BYTES] = "";
		while (strcmp(name, word) != 0 && --move >= 0)
			level->puzzle->name_move(level, move, name);
		if (move < 0 || !level->puzzle->move(level, &state, move))
			return refuse("the plan's move %s is not valid", word);
	}
	return level->puzzle->is_solved(level, &state) ||
	       refuse("the plan does not solve the level");
}

/* FNV-1a of everything before it. Sets the end of that. */
static bool checksum_is_right(const char *text, size_t size, const char **end)
{
	char line[] = "checksum: 0123456789abcdef\n";
	uint64_t hash = UINT64_C(14695981039346656037);
	if (size < sizeof line)
		return false;
	*end = text + size - strlen(line);
	for (const char *byte = text; byte < *end; byte++)
		hash = (hash ^ (uint8_t)*byte) * UINT64_C(1099511628211);
	snprintf(line, sizeof line, "checksum: %016llx\n", (unsigned long long)hash);
	return memcmp(line, *end, strlen(line)) == 0;
}

bool certificate_check(char *text, size_t size, struct verdict *verdict)
{
	static struct part part;
	const struct level *level = &verdict->level;
	char *plan = strstr(text, "\n\nplan:");
	char *at = plan == NULL ? NULL : strchr(plan + 2, '\n');
	const char *end;
	*verdict = (struct verdict){.plan = -1};
	if (strncmp(text, "; parlour certificate 1\n", 24) != 0 || at == NULL)
		return refuse("not a certificate of this version");
	if (!checksum_is_right(text, size, &end))
		return refuse("the checksum is wrong: the file is damaged");
	plan[1] = *at++ = '\0';
	plan += strlen("\n\nplan:");
	if (!level_read(&verdict->level, text, 1) ||
	    (strcmp(plan, " none") != 0 && !play(level, plan, &verdict->plan)))
		return false;
	for (int i = 0, parts = 1; i < parts; i++) {
		free(part.slot);
		memset(&part, 0, sizeof part);
		part.level = *level;
		if (level->puzzle->parts != NULL)
			parts = level->puzzle->parts(level, i, &part.level);
		if (!read_part(&part, &at, end))
			return false;
		verdict->positions += part.first[part.layers];
		/* The sum, at most UNSOLVABLE. */
		verdict->bound += part.bound < UNSOLVABLE - verdict->bound
		                          ? part.bound
		                          : UNSOLVABLE - verdict->bound;
	}
	if (at != end)
		return refuse("something follows the last part");
	return verdict->plan < 0 ||
	       (verdict->bound <= verdict->plan &&
	        (verdict->bound < verdict->plan || level->par < 0 ||
	         level->par == verdict->plan)) ||
	       refuse("plan, bound and par do not agree");
}
