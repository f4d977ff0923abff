/* Search from both ends (Pohl, 1971): the positions near the closed ones are marked, and walks from
 * the start end where they meet no mark.
 *
 * Slides can be taken back, so the marks are made by walks from the closed positions. There is a
 * filter for each distance (Bloom, 1970), with two bits of one word for each position. A filter may
 * say yes to a position that was not marked, never no to one that was; so a walk goes on where it
 * says yes, through the filters of the lesser distances, and at its end looks at the sides. Nothing
 * else has to be stored.
 *
 * Looking a position up is a miss of the cache, as filters are large. So the last two slides before
 * the outermost one are made all at once, and the looks follow.
 *
 * So near to the end bounds rule out too little to pay for themselves: one in seven of the
 * positions that walks on 4x4 boards come to five slides before it. */
#include "puzzles/lines/solver/perimeter.h"

#include <stdlib.h>

enum {
	WORDS = 2,
	SLIDES_MAX = 24,
	TIMES_MAX = 4,                  /* slides of one line in one run */
	FIRST = SLIDES_MAX * TIMES_MAX, /* the stage where nothing was slid yet */
	STAGES = FIRST + 1,
	STEPS_MAX = SLIDES_MAX * SLIDES_MAX,
	GOALS_MAX = 4096,
	RADIUS_MAX = 15,
	RADIUS_LEAST = 3,  /* below that bounds save as much; on boards of two words, one more */
	FILTER_SHARE = 12, /* bits of a filter for each position it holds, at least */
	MARK_PRICE = 2,    /* of a mark, in steps of a walk: measured */
};

/* A position: a plane of bits for each side, in each a cell after the other. A word has all four of
 * them where sixteen bits are enough for each, else two. */
struct packed {
	uint64_t word[WORDS];
};

/* What a slide does: cells go on to the next place, and from the last place to the first, which is
 * a rotation of the word for each. */
struct packed_slide {
	uint64_t on, around, others; /* cells of all planes of a word; the last ones stay */
	int on_by, around_by;        /* bits to the left */
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
	int planes; /* in a word */
	struct packed_slide slide[SLIDES_MAX];
	struct turn turn[STAGES];
	struct follow follow[STAGES];
	double ways[RADIUS_MAX + 1]; /* of so many slides */
	uint64_t last_column;
	size_t bytes;          /* not yet given away */
	int goals;
	struct packed goal[GOALS_MAX];
	int radius;
	struct filter layer[RADIUS_MAX + 1]; /* by the slides to a closed position, from 1 */
	int marked; /* of the next layer: goals by first slides, whose marks are there */
};

/* ---- positions ---- */

static int cell_at(const struct field *field, int row, int column)
{
	return row * field->lines[COLUMNS] + column;
}

/* Bits of a plane. */
static int plane_bits(const struct ball *ball)
{
	return 64 / ball->planes;
}

static struct packed pack(const struct ball *ball, const struct board *board)
{
	const struct field *field = &ball->field;
	struct packed at = {{0}};
	for (int row = 0; row < field->lines[ROWS]; row++)
		for (int column = 0; column < field->lines[COLUMNS]; column++)
			for (int side = 0; side < DIRECTIONS; side++)
				at.word[side / ball->planes] |=
					(board->plane[side] >> (8 * row + column) & 1)
					<< (side % ball->planes * plane_bits(ball) +
				            cell_at(field, row, column));
	return at;
}

static inline uint64_t rotate(uint64_t word, int by)
{
	return word << by | word >> (64 - by);
}

static inline uint64_t slide_word(const struct packed_slide *how, uint64_t word)
{
	return (word & how->others) | rotate(word & how->on, how->on_by) |
	       rotate(word & how->around, how->around_by);
}

static inline struct packed slide_planes(const struct ball *ball, stage to, struct packed at,
                                         int planes)
{
	const struct packed_slide *how = &ball->slide[to / TIMES_MAX];
	at.word[0] = slide_word(how, at.word[0]);
	if (planes < DIRECTIONS)
		at.word[1] = slide_word(how, at.word[1]);
	return at;
}

static inline struct packed slide(const struct ball *ball, stage to, struct packed at)
{
	return slide_planes(ball, to, at, ball->planes);
}

static bool is_closed(const struct ball *ball, struct packed at)
{
	const int bits = plane_bits(ball);
	uint64_t plane[DIRECTIONS];
	for (int side = 0; side < DIRECTIONS; side++)
		plane[side] = at.word[side / ball->planes] >> side % ball->planes * bits &
		              ((UINT64_C(1) << bits) - 1);
	return plane[UP] == plane[DOWN] << ball->field.lines[COLUMNS] &&
	       (plane[RIGHT] & ball->last_column) == 0 && plane[LEFT] == plane[RIGHT] << 1;
}

/* ---- what does not change ---- */

static void init_slide(const struct ball *ball, struct turn turn, struct packed_slide *slide)
{
	const struct field *field = &ball->field;
	const int length = field->length[turn.axis];
	const int place = turn.axis == ROWS ? 1 : field->lines[COLUMNS];
	const int last = turn.way == ON ? length - 1 : 0;
	*slide = (struct packed_slide){
		.on_by = turn.way == ON ? place : 64 - place,
		.around_by = turn.way == ON ? 64 - place * (length - 1) : place * (length - 1),
	};
	for (int i = 0; i < length; i++) {
		const int cell = turn.axis == ROWS ? cell_at(field, turn.line, i)
		                                   : cell_at(field, i, turn.line);
		for (int plane = 0; plane < ball->planes; plane++)
			*(i == last ? &slide->around : &slide->on) |=
				UINT64_C(1) << (plane * plane_bits(ball) + cell);
	}
	slide->others = ~(slide->on | slide->around);
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
					init_slide(ball, turn, &ball->slide[slides]);
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
	for (int slides = 0; slides <= RADIUS_MAX; slides++) {
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
	ball->planes = field->lines[ROWS] * field->lines[COLUMNS] <= BALL_CELLS_MAX / WORDS
	                       ? DIRECTIONS
	                       : DIRECTIONS / WORDS;
	ball->bytes = bytes - sizeof *ball;
	const int slides = init_slides(field, ball);
	for (int row = 0; row < field->lines[ROWS]; row++)
		ball->last_column |= UINT64_C(1) << cell_at(field, row, field->lines[COLUMNS] - 1);
	init_follow(field, ball, slides, FIRST);
	for (int i = 0; i < FIRST; i++)
		if (i % TIMES_MAX < ball->turn[i].times)
			init_follow(field, ball, slides, i);
	count_ways(ball);
	return ball;
}

void lines_ball_free(struct ball *ball)
{
	for (int i = 0; ball != NULL && i <= RADIUS_MAX; i++)
		free(ball->layer[i].word);
	free(ball);
}

bool lines_ball_add(struct ball *ball, const struct board *goal)
{
	if (ball->goals == GOALS_MAX)
		return false;
	ball->goal[ball->goals++] = pack(ball, goal);
	return true;
}

/* ---- filters ---- */

static inline uint64_t hash_of(struct packed at, int planes)
{
	uint64_t mixed = at.word[0] * UINT64_C(0x9E3779B97F4A7C15);
	if (planes < DIRECTIONS)
		mixed ^= at.word[1] * UINT64_C(0xC2B2AE3D27D4EB4F);
	return (mixed ^ mixed >> 32) * UINT64_C(0xD6E8FEB86659FD93);
}

static inline uint64_t *word_of(const struct filter *filter, uint64_t hash)
{
	return &filter->word[(hash >> 32) * filter->words >> 32];
}

static inline uint64_t bits_of(uint64_t hash)
{
	return UINT64_C(1) << (hash >> 20 & 63) | UINT64_C(1) << (hash >> 26 & 63);
}

static inline void mark(const struct filter *filter, uint64_t hash)
{
	*word_of(filter, hash) |= bits_of(hash);
}

static inline bool is_marked(const struct filter *filter, uint64_t hash)
{
	return (bits_of(hash) & ~*word_of(filter, hash)) == 0;
}

/* A position two slides further on. */
struct step {
	uint64_t hash;
	stage first, second;
};

/* With a constant number of planes it does not ask about them at each step. */
static inline __attribute__((always_inline)) int
make_steps(const struct ball *ball, const struct filter *filter, struct packed from, stage last,
           struct step step[STEPS_MAX], int planes)
{
	const struct follow *firsts = &ball->follow[last];
	int count = 0;
	for (int i = 0; i < firsts->count; i++) {
		const stage first = firsts->next[i];
		const struct follow *seconds = &ball->follow[first];
		const struct packed half = slide_planes(ball, first, from, planes);
		for (int j = 0; j < seconds->count; j++) {
			const stage second = seconds->next[j];
			const uint64_t hash =
				hash_of(slide_planes(ball, second, half, planes), planes);
			__builtin_prefetch(word_of(filter, hash));
			step[count++] = (struct step){hash, first, second};
		}
	}
	return count;
}

/* Makes all steps; the words of the filter for them are fetched meanwhile, for each is a miss of
 * the cache. How many they are. */
static int two_slides(const struct ball *ball, const struct filter *filter, struct packed from,
                      stage last, struct step step[STEPS_MAX])
{
	return ball->planes == DIRECTIONS ? make_steps(ball, filter, from, last, step, DIRECTIONS)
	                                  : make_steps(ball, filter, from, last, step,
	                                               DIRECTIONS / WORDS);
}

/* ---- marks ---- */

/* Marks all that lies so many slides further on. False: the search is to end. */
static bool mark_all(struct walker *walker, const struct ball *ball, const struct filter *filter,
                     struct packed at, stage last, int left)
{
	const struct follow *follow = &ball->follow[last];
	struct step step[STEPS_MAX];
	if (left == 0) {
		mark(filter, hash_of(at, ball->planes));
	} else if (left == 2) {
		const int count = two_slides(ball, filter, at, last, step);
		walker->states += (uint64_t)count;
		for (int i = 0; i < count; i++)
			mark(filter, step[i].hash);
	} else {
		for (int i = 0; i < follow->count; i++) {
			const stage to = follow->next[i];
			const struct packed next = slide(ball, to, at);
			if (!mark_all(walker, ball, filter, next, to, left - 1))
				return false;
		}
	}
	return walker_goes_on(walker);
}

/* All walks of so many slides from the closed positions. */
static double marks_at(const struct ball *ball, int slides)
{
	return ball->goals * ball->ways[slides];
}

bool lines_ball_pays(const struct ball *ball, int slides, uint64_t walked)
{
	const int radius = ball->radius + 1; /* that it would get */
	const int steps = slides - ball->radius;
	return radius < slides && radius <= RADIUS_MAX &&
	       MARK_PRICE * marks_at(ball, radius) <=
	               (double)walked + ball->ways[steps < RADIUS_MAX ? steps : RADIUS_MAX];
}

/* Makes room for the marks of the next layer, unless there is. */
static bool begin_layer(struct ball *ball, int radius)
{
	struct filter *filter = &ball->layer[radius];
	const double words = marks_at(ball, radius) * FILTER_SHARE / 64 + 1;
	if (filter->word != NULL)
		return true;
	if (words >= UINT32_MAX || words * sizeof(uint64_t) > (double)ball->bytes)
		return false;
	filter->words = (uint64_t)words;
	filter->word = calloc((size_t)filter->words, sizeof(uint64_t));
	if (filter->word == NULL)
		return false;
	ball->bytes -= (size_t)filter->words * sizeof(uint64_t);
	ball->marked = 0;
	return true;
}

bool lines_ball_grow(struct ball *ball, struct effort *effort)
{
	const int radius = ball->radius + 1;
	const struct filter *filter = &ball->layer[radius];
	const struct follow *firsts = &ball->follow[FIRST];
	struct walker walker;
	if (!begin_layer(ball, radius))
		return false;
	lines_walker_init(&walker, effort, true);
	for (; ball->marked < ball->goals * firsts->count; ball->marked++) {
		const stage first = firsts->next[ball->marked % firsts->count];
		const struct packed goal = ball->goal[ball->marked / firsts->count];
		const struct packed at = slide(ball, first, goal);
		if (!mark_all(&walker, ball, filter, at, first, radius - 1))
			return false;
	}
	ball->radius = radius;
	return lines_walker_look(&walker);
}

bool lines_ball_serves(const struct ball *ball)
{
	return ball->radius >= (ball->planes == DIRECTIONS ? RADIUS_LEAST : RADIUS_LEAST + 1);
}

/* ---- walks ---- */

static bool walk(struct walker *walker, const struct ball *ball, struct packed at, stage last,
                 int left);

/* Two slides, to the outermost filter. */
static bool walk_to_ball(struct walker *walker, const struct ball *ball, struct packed at,
                         stage last)
{
	const struct filter *filter = &ball->layer[ball->radius];
	struct step step[STEPS_MAX];
	const int count = two_slides(ball, filter, at, last, step);
	walker->states += (uint64_t)count;
	if (!walker_goes_on(walker))
		return false;
	for (int i = 0; i < count; i++) {
		const stage first = step[i].first, second = step[i].second;
		if (!is_marked(filter, step[i].hash))
			continue;
		walker->path[walker->depth++] = ball->turn[first];
		walker->path[walker->depth++] = ball->turn[second];
		const struct packed to = slide(ball, second, slide(ball, first, at));
		if (walk(walker, ball, to, second, ball->radius))
			return true;
		walker->depth -= 2;
	}
	return false;
}

static bool walk(struct walker *walker, const struct ball *ball, struct packed at, stage last,
                 int left)
{
	const struct follow *follow = &ball->follow[last];
	if (left == 0)
		return is_closed(ball, at);
	if (left == ball->radius + 2)
		return walk_to_ball(walker, ball, at, last);
	left--;
	const bool near = left > 0 && left <= ball->radius;
	walker->states += (uint64_t)follow->count;
	if (!walker_goes_on(walker))
		return false;
	for (int i = 0; i < follow->count; i++) {
		const stage to = follow->next[i];
		const struct packed next = slide(ball, to, at);
		if (near && !is_marked(&ball->layer[left], hash_of(next, ball->planes)))
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
	return walk(walker, ball, pack(ball, board), stage_of(ball, last), left);
}
