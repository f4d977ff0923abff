/* Search from both ends (Pohl, 1971): the positions near the closed ones are marked, and walks from
 * the start end where they meet no mark.
 *
 * Slides can be taken back, so the marks are made by walks from the closed positions. There is a
 * filter for each distance (Bloom, 1970), with two bits of one word for each position. A filter may
 * say yes to a position that was not marked, never no to one that was; so a walk goes on where it
 * says yes, through the filters of the lesser distances, and at its end looks at the sides. Nothing
 * else has to be stored.
 *
 * So near to the end bounds rule out too little to pay for themselves: one in seven of the
 * positions that walks on 4x4 boards come to five slides before it. */
#include "modes/lines_ball.h"

#include <stdlib.h>

enum {
	TILE = 4, /* bits of a tile: its sides by direction */
	SLIDES_MAX = 16,
	TIMES_MAX = 4,                  /* slides of one line in one run */
	FIRST = SLIDES_MAX * TIMES_MAX, /* the stage where nothing was slid yet */
	STAGES = FIRST + 1,
	GOALS_MAX = 4096,
	LAYERS_MAX = 16,
	RADIUS_LEAST = 3,  /* below that bounds save as much */
	FILTER_SHARE = 12, /* bits of a filter for each position it holds, at least */
	MARK_PRICE = 2,    /* of a mark, in steps of a walk: measured */
	CHUNK = 1 << 14,   /* words between two looks at the watch */
};

/* A position, a cell after the other. */
typedef uint64_t packed;

/* What a slide does: cells go on to the next place, and from the last place to the first, which is
 * a rotation of the whole word for each. */
struct packed_slide {
	packed on, around, others; /* cells; the last ones stay */
	int on_by, around_by;      /* bits to the left */
};

/* A slide, and how often in a run its line has been slid: slide * TIMES_MAX + times - 1, or FIRST.
 * Which slides may come next depends on it alone. */
typedef uint8_t stage;

struct follow {
	int count;
	stage next[SLIDES_MAX];
};

struct filter {
	uint64_t *word;
	uint64_t words; /* less than 2^32 */
};

struct ball {
	struct field field;
	struct packed_slide slide[SLIDES_MAX];
	struct turn turn[STAGES];
	struct follow follow[STAGES];
	double ways[LAYERS_MAX]; /* of so many slides */
	/* Sides that must be alike, moved by so many bits, and sides that look over the edge. */
	packed right, down, left, up, outer;
	int down_by;
	size_t bytes; /* not yet given away */
	int goals;
	packed goal[GOALS_MAX];
	int layers;
	struct filter layer[LAYERS_MAX]; /* by the slides to a closed position */
};

/* ---- positions ---- */

static packed pack(const struct field *field, const struct board *board)
{
	packed at = 0;
	int shift = 0;
	for (int row = 0; row < field->lines[ROWS]; row++)
		for (int column = 0; column < field->lines[COLUMNS]; column++)
			for (int side = 0; side < TILE; side++)
				at |= (board->plane[side] >> (8 * row + column) & 1) << shift++;
	return at;
}

static inline packed rotate(packed at, int by)
{
	return at << by | at >> (64 - by);
}

static inline packed slide(const struct packed_slide *slide, packed at)
{
	return (at & slide->others) | rotate(at & slide->on, slide->on_by) |
	       rotate(at & slide->around, slide->around_by);
}

static bool is_closed(const struct ball *ball, packed at)
{
	return (at & ball->outer) == 0 &&
	       (at & ball->right) << (TILE + LEFT - RIGHT) == (at & ball->left) &&
	       (at & ball->down) >> (DOWN - UP) << ball->down_by == (at & ball->up);
}

/* ---- what does not change ---- */

static packed sides_at(const struct field *field, int row, int column, packed sides)
{
	return sides << TILE * (row * field->lines[COLUMNS] + column);
}

static void init_slide(const struct field *field, struct turn turn, struct packed_slide *slide)
{
	const int length = field->length[turn.axis];
	const int place = TILE * (turn.axis == ROWS ? 1 : field->lines[COLUMNS]);
	const int last = turn.way == ON ? length - 1 : 0;
	*slide = (struct packed_slide){
		.on_by = turn.way == ON ? place : 64 - place,
		.around_by = turn.way == ON ? 64 - place * (length - 1) : place * (length - 1),
	};
	for (int i = 0; i < length; i++) {
		const packed cell = turn.axis == ROWS ? sides_at(field, turn.line, i, 0xF)
		                                      : sides_at(field, i, turn.line, 0xF);
		*(i == last ? &slide->around : &slide->on) |= cell;
	}
	slide->others = ~(slide->on | slide->around);
}

static void init_sides(const struct field *field, struct ball *ball)
{
	const int rows = field->lines[ROWS], columns = field->lines[COLUMNS];
	ball->down_by = TILE * columns;
	for (int row = 0; row < rows; row++)
		for (int column = 0; column < columns; column++) {
			const packed cell = sides_at(field, row, column, 1);
			*(column + 1 < columns ? &ball->right : &ball->outer) |= cell << RIGHT;
			*(row + 1 < rows ? &ball->down : &ball->outer) |= cell << DOWN;
			*(column > 0 ? &ball->left : &ball->outer) |= cell << LEFT;
			*(row > 0 ? &ball->up : &ball->outer) |= cell << UP;
		}
}

/* Makes the slides, and at first of each line's runs those of one slide. */
static int init_slides(const struct field *field, struct ball *ball)
{
	struct turn turn = {.axis = -1};
	int slides = 0;
	ball->turn[FIRST] = turn;
	for (turn.axis = 0; turn.axis < AXES; turn.axis++)
		for (turn.line = 0; turn.line < field->lines[turn.axis]; turn.line++)
			for (turn.way = 0; turn.way < WAYS; turn.way++)
				if (turn_follows(field, ball->turn[FIRST], &turn)) {
					init_slide(field, turn, &ball->slide[slides]);
					ball->turn[TIMES_MAX * slides++] = turn;
				}
	return slides;
}

static void init_follow(const struct field *field, struct ball *ball, int slides, int from)
{
	struct follow *follow = &ball->follow[from];
	for (int i = 0; i < slides; i++) {
		struct turn turn = ball->turn[TIMES_MAX * i];
		if (!turn_follows(field, ball->turn[from], &turn))
			continue;
		const int next = TIMES_MAX * i + turn.times - 1;
		ball->turn[next] = turn;
		follow->next[follow->count++] = (stage)next;
	}
}

static void count_ways(struct ball *ball)
{
	double ways[STAGES] = {[FIRST] = 1};
	for (int slides = 0; slides < LAYERS_MAX; slides++) {
		double next[STAGES] = {0};
		for (int from = 0; from < STAGES; from++) {
			ball->ways[slides] += ways[from];
			for (int i = 0; i < ball->follow[from].count; i++)
				next[ball->follow[from].next[i]] += ways[from];
		}
		for (int i = 0; i < STAGES; i++)
			ways[i] = next[i];
	}
}

struct ball *lines_ball_new(const struct field *field, size_t bytes)
{
	struct ball *ball = bytes >= sizeof *ball ? calloc(1, sizeof *ball) : NULL;
	if (ball == NULL)
		return NULL;
	ball->field = *field;
	ball->bytes = bytes - sizeof *ball;
	init_sides(field, ball);
	const int slides = init_slides(field, ball);
	init_follow(field, ball, slides, FIRST);
	for (int i = 0; i < FIRST; i++)
		if (i % TIMES_MAX < ball->turn[i].times)
			init_follow(field, ball, slides, i);
	count_ways(ball);
	return ball;
}

void lines_ball_free(struct ball *ball)
{
	for (int i = 0; ball != NULL && i < ball->layers; i++)
		free(ball->layer[i].word);
	free(ball);
}

bool lines_ball_add(struct ball *ball, const struct board *goal)
{
	if (ball->goals == GOALS_MAX)
		return false;
	ball->goal[ball->goals++] = pack(&ball->field, goal);
	return true;
}

/* ---- filters ---- */

static inline uint64_t hash_of(packed at)
{
	return (at ^ at >> 32) * UINT64_C(0x9E3779B97F4A7C15);
}

static inline uint64_t *word_of(const struct filter *filter, uint64_t hash)
{
	return &filter->word[(hash >> 32) * filter->words >> 32];
}

static inline void mark(const struct filter *filter, packed at)
{
	const uint64_t hash = hash_of(at);
	const uint64_t bits = UINT64_C(1) << (hash >> 20 & 63) | UINT64_C(1) << (hash >> 26 & 63);
	*word_of(filter, hash) |= bits;
}

static inline bool is_marked(const struct filter *filter, packed at)
{
	const uint64_t hash = hash_of(at), word = *word_of(filter, hash);
	return word >> (hash >> 20 & 63) & word >> (hash >> 26 & 63) & 1;
}

/* Marks all that lies so many slides further on. False: the search is to end. */
static bool mark_layer(struct walker *walker, const struct ball *ball, const struct filter *filter,
                       packed at, stage from, int left)
{
	const struct follow *follow = &ball->follow[from];
	if (left == 0) {
		mark(filter, at);
		return true;
	}
	walker->states += (uint64_t)follow->count;
	for (int i = 0; i < follow->count; i++) {
		const stage to = follow->next[i];
		const packed next = slide(&ball->slide[to / TIMES_MAX], at);
		if (left == 1)
			mark(filter, next);
		else if (!mark_layer(walker, ball, filter, next, to, left - 1))
			return false;
	}
	return walker_goes_on(walker);
}

/* Makes room for marks, within so many bytes. False: there is none, or the search is to end. */
static bool filter_init(struct filter *filter, double marks, size_t bytes, struct walker *walker)
{
	const double words = marks * FILTER_SHARE / 64 + 1;
	if (words >= UINT32_MAX || words * sizeof(uint64_t) > (double)bytes)
		return false;
	filter->words = (uint64_t)words;
	filter->word = malloc(filter->words * sizeof(uint64_t));
	for (uint64_t i = 0; filter->word != NULL && i < filter->words; i++) {
		filter->word[i] = 0;
		if (i % CHUNK == CHUNK - 1 && !lines_walker_look(walker)) {
			free(filter->word);
			return false;
		}
	}
	return filter->word != NULL;
}

/* All walks of so many slides from the closed positions. */
static double marks_at(const struct ball *ball, int slides)
{
	return ball->goals * ball->ways[slides];
}

bool lines_ball_pays(const struct ball *ball, int slides)
{
	const int radius = ball->layers; /* that it would get */
	const int steps = slides - radius + 1;
	if (radius == 0)
		return true;
	return radius < slides && radius < LAYERS_MAX &&
	       MARK_PRICE * marks_at(ball, radius) <=
	               ball->ways[steps < LAYERS_MAX ? steps : LAYERS_MAX - 1];
}

bool lines_ball_grow(struct ball *ball, struct effort *effort)
{
	const int radius = ball->layers;
	struct filter filter;
	struct walker walker;
	lines_walker_init(&walker, effort, true);
	if (!filter_init(&filter, marks_at(ball, radius), ball->bytes, &walker))
		return false;
	bool whole = true;
	for (int i = 0; whole && i < ball->goals; i++)
		whole = mark_layer(&walker, ball, &filter, ball->goal[i], FIRST, radius);
	if (!lines_walker_look(&walker) || !whole) {
		free(filter.word);
		return false;
	}
	ball->bytes -= filter.words * sizeof(uint64_t);
	ball->layer[ball->layers++] = filter;
	return true;
}

bool lines_ball_serves(const struct ball *ball)
{
	return ball->layers > RADIUS_LEAST;
}

/* ---- walks ---- */

static bool walk(struct walker *walker, const struct ball *ball, packed at, stage from, int left)
{
	const struct follow *follow = &ball->follow[from];
	if (left == 0)
		return is_closed(ball, at);
	left--;
	const struct filter *filter = left < ball->layers ? &ball->layer[left] : NULL;
	walker->states += (uint64_t)follow->count;
	if (!walker_goes_on(walker))
		return false;
	for (int i = 0; i < follow->count; i++) {
		const stage to = follow->next[i];
		const packed next = slide(&ball->slide[to / TIMES_MAX], at);
		if (filter != NULL && !is_marked(filter, next))
			continue;
		walker->path[walker->depth++] = ball->turn[to];
		if (walk(walker, ball, next, to, left))
			return true;
		walker->depth--;
	}
	return false;
}

static stage stage_of(const struct ball *ball, struct turn turn)
{
	for (int i = 0; i < FIRST; i++)
		if (ball->turn[i].times == turn.times && ball->turn[i].axis == turn.axis &&
		    ball->turn[i].line == turn.line && ball->turn[i].way == turn.way)
			return (stage)i;
	return FIRST;
}

bool lines_ball_walk(struct walker *walker, const struct board *board, struct turn last, int left)
{
	const struct ball *ball = walker->effort->ball;
	return walk(walker, ball, pack(&ball->field, board), stage_of(ball, last), left);
}
