/* Breadth-first search backwards from the closed positions; slides can be taken back, so it goes by
 * the same slides.
 *
 * What is nearer than the radius is in an exact set of positions. The outermost layer is many times
 * as large as all the others, so it only leaves marks in a filter (Bloom, 1970), two bits of one word
 * for each position: where they are not set the position is outside, else the exact set is asked
 * about all its neighbours. */
#include "modes/lines_ball.h"

#include <stdlib.h>

enum {
	SLIDES_MAX = 4 * BALL_SIDE_MAX,
	SET_LEAST = 8192,  /* half of it is room for closed positions */
	FILTER_SHARE = 16, /* bits of the filter for each position it holds, at least */
	CHUNK = 1 << 15,   /* slots between two looks at the watch, */
	CHUNK_SHELL = 256, /* positions of a shell, whose neighbours are all over the memory */
	GROWTH = 10,       /* a layer is about so many times as large as the one before */
};

/* A position of up to 4x4, a bit a side; never 0, for then it would be blank. */
typedef uint64_t packed;

/* Which of its bits a slide takes to the next place, and from the last place to the first. */
struct packed_slide {
	packed along, around; /* of the line: by a bit, by `places` bits */
	packed across, over;  /* of the lines across it: by a byte, by so many bytes */
	packed others;        /* these stay */
	int places, way;
};

/* Open addressing, half full at most. */
struct set {
	packed *slot; /* 0: empty */
	size_t count, mask;
};

struct ball {
	struct field field;
	struct packed_slide slide[SLIDES_MAX];
	int slides;
	size_t bytes;
	int radius;
	int layers; /* in the set: the closed ones, those a slide away, ... */
	struct set set;
	packed *shell; /* the last layer */
	size_t shell_count;
	uint64_t *filter;
	size_t filter_mask; /* of words */
};

static uint64_t spread(packed key)
{
	key = (key ^ key >> 32) * UINT64_C(0x9E3779B97F4A7C15);
	key = (key ^ key >> 29) * UINT64_C(0xBF58476D1CE4E5B9);
	return key ^ key >> 32;
}

static packed key_of(const struct faces *faces)
{
	return faces->plane[0] | faces->plane[1] << 4 | faces->plane[2] << 32 |
	       faces->plane[3] << 36;
}

/* ---- the exact set ---- */

static bool set_init(struct set *set, size_t least)
{
	size_t slots = SET_LEAST;
	while (slots < least + least / 2)
		slots *= 2;
	*set = (struct set){.slot = calloc(slots, sizeof *set->slot), .mask = slots - 1};
	return set->slot != NULL;
}

static packed *set_slot(const struct set *set, packed key)
{
	size_t i = spread(key) & set->mask;
	while (set->slot[i] != 0 && set->slot[i] != key)
		i = (i + 1) & set->mask;
	return &set->slot[i];
}

/* True if it was not there; the caller sees to it that there is room. */
static bool set_put(struct set *set, packed key)
{
	uint64_t *slot = set_slot(set, key);
	if (*slot == key)
		return false;
	*slot = key;
	set->count++;
	return true;
}

/* ---- neighbours ---- */

/* The bits of a position that lie at so many cells of a line, from a first one on: in the line's own
 * byte, and in the bytes of the lines across it. */
static packed bits_along(int axis, int line, int first, int cells)
{
	const packed nibble = ((1U << cells) - 1) << first;
	return (nibble | nibble << 4) << (32 * axis + 8 * line);
}

static packed bits_across(int axis, int line, int first, int cells)
{
	packed bits = 0;
	for (int i = first; i < first + cells; i++)
		bits |= (packed)0x11 << line << (32 * (1 - axis) + 8 * i);
	return bits;
}

static void init_slide(const struct field *field, struct turn turn, struct packed_slide *slide)
{
	const int length = field->length[turn.axis];
	const int near = turn.way == ON ? 0 : 1, far = turn.way == ON ? length - 1 : 0;
	*slide = (struct packed_slide){
		.along = bits_along(turn.axis, turn.line, near, length - 1),
		.around = bits_along(turn.axis, turn.line, far, 1),
		.across = bits_across(turn.axis, turn.line, near, length - 1),
		.over = bits_across(turn.axis, turn.line, far, 1),
		.places = length - 1,
		.way = turn.way,
	};
	slide->others = ~(slide->along | slide->around | slide->across | slide->over);
}

static void init_slides(struct ball *ball)
{
	const struct turn none = {.axis = -1};
	struct turn turn;
	for (turn.axis = 0; turn.axis < AXES; turn.axis++)
		for (turn.line = 0; turn.line < ball->field.lines[turn.axis]; turn.line++)
			for (turn.way = 0; turn.way < WAYS; turn.way++)
				if (turn_follows(&ball->field, none, &turn))
					init_slide(&ball->field, turn,
					           &ball->slide[ball->slides++]);
}

static inline packed neighbour(const struct packed_slide *slide, packed key)
{
	const packed along = key & slide->along, around = key & slide->around;
	const packed across = key & slide->across, over = key & slide->over;
	const packed others = key & slide->others;
	if (slide->way == ON)
		return others | along << 1 | around >> slide->places | across << 8 |
		       over >> 8 * slide->places;
	return others | along >> 1 | around << slide->places | across >> 8 |
	       over << 8 * slide->places;
}

/* ---- the ball ---- */

struct ball *lines_ball_new(const struct field *field, size_t bytes)
{
	struct ball *ball = NULL;
	if (bytes >= sizeof *ball + SET_LEAST * 2 * sizeof(packed))
		ball = calloc(1, sizeof *ball);
	if (ball == NULL)
		return NULL;
	ball->field = *field;
	ball->bytes = bytes;
	ball->layers = 1;
	init_slides(ball);
	ball->shell = malloc(SET_LEAST * sizeof *ball->shell);
	if (!set_init(&ball->set, 1) || ball->shell == NULL) {
		lines_ball_free(ball);
		return NULL;
	}
	return ball;
}

void lines_ball_free(struct ball *ball)
{
	if (ball == NULL)
		return;
	free(ball->set.slot);
	free(ball->shell);
	free(ball->filter);
	free(ball);
}

bool lines_ball_add(struct ball *ball, const struct faces *goal)
{
	if (2 * ball->set.count > ball->set.mask)
		return false;
	if (set_put(&ball->set, key_of(goal)))
		ball->shell[ball->shell_count++] = key_of(goal);
	return true;
}

int lines_ball_radius(const struct ball *ball)
{
	return ball->radius;
}

uint64_t lines_ball_work(const struct ball *ball)
{
	return 2 * (uint64_t)ball->shell_count * SLIDES_MAX * (ball->radius == 0 ? 1 : GROWTH);
}

/* The two bits of a position, in one word of the filter. */
static uint64_t bits_of(uint64_t hash)
{
	return UINT64_C(1) << (hash & 63) | UINT64_C(1) << (hash >> 6 & 63);
}

static void mark(uint64_t *filter, size_t mask, packed key)
{
	const uint64_t hash = spread(key);
	filter[hash >> 12 & mask] |= bits_of(hash);
}

static bool is_marked(const struct ball *ball, packed key)
{
	const uint64_t hash = spread(key);
	return (~ball->filter[hash >> 12 & ball->filter_mask] & bits_of(hash)) == 0;
}

/* Puts the shell's neighbours into the set, and those that are new into the next shell. */
static bool put_layer(const struct ball *ball, struct set *set, packed *shell, size_t *count,
                      struct walker *walker)
{
	for (size_t i = 0; i <= ball->set.mask; i++) {
		if (ball->set.slot[i] != 0)
			set_put(set, ball->set.slot[i]);
		if (i % CHUNK == 0 && !lines_walker_look(walker))
			return false;
	}
	for (size_t i = 0; i < ball->shell_count; i++) {
		if (set->count + SLIDES_MAX > set->mask / 8 * 7)
			return false;
		for (int n = 0; n < ball->slides; n++) {
			const packed next = neighbour(&ball->slide[n], ball->shell[i]);
			if (set_put(set, next))
				shell[(*count)++] = next;
		}
		walker->states += (uint64_t)ball->slides;
		if (i % CHUNK_SHELL == 0 && !lines_walker_look(walker))
			return false;
	}
	return true;
}

/* The layer behind the shell becomes the shell. */
static bool add_layer(struct ball *ball, struct walker *walker)
{
	const size_t most = ball->shell_count * SLIDES_MAX;
	const size_t least = ball->set.count + ball->shell_count * GROWTH;
	struct set set;
	size_t count = 0;
	if ((4 * least + SET_LEAST + most) * sizeof(packed) > ball->bytes / 2)
		return false;
	packed *shell = malloc(most * sizeof *shell);
	if (!set_init(&set, least) || shell == NULL ||
	    !put_layer(ball, &set, shell, &count, walker)) {
		free(shell);
		free(set.slot);
		return false;
	}
	free(ball->shell);
	free(ball->set.slot);
	ball->set = set;
	ball->shell = shell;
	ball->shell_count = count;
	return true;
}

/* Marks the layer behind the shell. */
static bool make_filter(struct ball *ball, struct walker *walker)
{
	size_t words = 1 << 10;
	while (64 * words < FILTER_SHARE * GROWTH * ball->shell_count)
		words *= 2;
	uint64_t *filter = NULL;
	if (words * sizeof *filter <= ball->bytes / 4)
		filter = calloc(words, sizeof *filter);
	if (filter == NULL)
		return false;
	for (size_t i = 0; i < ball->shell_count; i++) {
		for (int n = 0; n < ball->slides; n++)
			mark(filter, words - 1, neighbour(&ball->slide[n], ball->shell[i]));
		walker->states += (uint64_t)ball->slides;
		if (i % CHUNK_SHELL == 0 && !lines_walker_look(walker)) {
			free(filter);
			return false;
		}
	}
	free(ball->filter);
	ball->filter = filter;
	ball->filter_mask = words - 1;
	return true;
}

bool lines_ball_grow(struct ball *ball, struct effort *effort)
{
	struct walker walker;
	lines_walker_init(&walker, effort, true);
	if (ball->layers <= ball->radius) {
		if (!add_layer(ball, &walker))
			return false;
		ball->layers++;
	}
	const bool made = make_filter(ball, &walker);
	ball->radius += made;
	return lines_walker_look(&walker) && made;
}

bool lines_ball_holds(const struct ball *ball, const struct faces *faces)
{
	const packed key = key_of(faces);
	if (!is_marked(ball, key))
		return false;
	for (int i = 0; i < ball->slides; i++)
		if (*set_slot(&ball->set, neighbour(&ball->slide[i], key)) != 0)
			return true;
	return false;
}
