/* Each thread takes some records of the last layer, and more when it is through with them; all file
 * what comes of them in the same front (tilt_front.h). Which thread files a class first, and with
 * which parent, depends on who is faster; the layer it is in does not.
 *
 * When one has to stop, all do. Later the layer is gone on with from the first record that somebody
 * was not through with: what was filed by then is found there. Threads are started for one layer at
 * a time, and only where it is long. */
#include "puzzles/tilt/solver/expand.h"

#include "os/parallel.h"

enum {
	BATCH = 64, /* classes looked up at once, so that memory is waited for once */
	TICK_BATCHES = 32,
	SHARE = 256,              /* records taken at once: for the last ones others wait */
	SHARED_RECORDS = 1 << 12, /* a layer of so many is shared out, */
	SHARED_AFTER = 1 << 15,   /* once both sides have so many: after some milliseconds */
};

/* ---- words ---- */

uint64_t tilt_word_forth(const struct tilt_meet *meet, uint32_t turn, uint64_t word)
{
	const uint8_t *to = tilt_turn(meet->graph, turn);
	const uint64_t letter = (UINT64_C(1) << meet->bits) - 1;
	const unsigned bits = meet->bits;
	uint64_t turned = 0;
	for (int i = 0; i < meet->graph->blocks; i++, word >>= bits)
		turned |= (word & letter) << to[i] * bits;
	return turned;
}

/* The word before it. */
static uint64_t turn_back(const struct tilt_meet *meet, uint32_t turn, uint64_t word)
{
	const uint8_t *to = tilt_turn(meet->graph, turn);
	const uint64_t letter = (UINT64_C(1) << meet->bits) - 1;
	const unsigned bits = meet->bits;
	uint64_t turned = 0;
	for (int i = 0; i < meet->graph->blocks; i++)
		turned |= (word >> to[i] * bits & letter) << (unsigned)i * bits;
	return turned;
}

uint64_t tilt_meet_stored(const struct tilt_meet *meet)
{
	return (uint64_t)meet->graph->count + tilt_front_classes(&meet->back) +
	       tilt_front_classes(&meet->forth);
}

/* ---- a thread's part of a layer ---- */

/* Classes on their way to be looked up. */
struct batch {
	int count;
	struct tilt_record record[BATCH];
	uint64_t hash[BATCH];
};

struct cursor {
	struct tilt_filer filer;
	uint32_t undone, end; /* records it has taken and is not through with */
	enum tilt_outcome outcome;
	struct tilt_meeting meeting;
};

struct expansion {
	struct tilt_meet *meet;
	struct tilt_front *front;
	const struct tilt_front *other;
	struct monitor *monitor; /* the first hand looks at it */
	struct answer *answer;
	atomic_uint_least32_t next; /* record that nobody has taken */
	atomic_bool stop;
	int hands;
	struct cursor cursor[THREADS_MAX];
};

/* Files a batch; met if a class that is new has been seen from the other side. */
static enum tilt_outcome file(const struct expansion *job, struct cursor *cursor,
                              const struct batch *batch)
{
	const struct tilt_front *other = job->other;
	const bool forth = job->front == &job->meet->forth;
	tilt_front_look_ahead(job->front, batch->hash, batch->count);
	tilt_front_look_ahead(other, batch->hash, batch->count);
	for (int i = 0; i < batch->count; i++) {
		const struct tilt_record *record = &batch->record[i];
		const enum tilt_outcome outcome = tilt_filer_ready(&cursor->filer);
		if (outcome != TILT_GOING)
			return outcome;
		const uint32_t here = tilt_filer_put(&cursor->filer, record, batch->hash[i]);
		if (here == TILT_NONE || other->slot == NULL)
			continue;
		const uint32_t there =
			tilt_front_find(other, record->word, record->node, batch->hash[i]);
		if (there != TILT_NONE) {
			cursor->meeting = forth ? (struct tilt_meeting){there, here}
			                        : (struct tilt_meeting){here, there};
			return TILT_MET;
		}
	}
	return TILT_GOING;
}

static void put(struct batch *batch, uint64_t word, uint32_t node, uint32_t parent)
{
	batch->record[batch->count] = (struct tilt_record){word, node, parent};
	batch->hash[batch->count++] = tilt_record_hash(word, node);
}

static void put_forth(const struct tilt_meet *meet, uint32_t number, struct batch *batch)
{
	const struct tilt_record *record = tilt_record_at(&meet->forth, number);
	for (int side = 0; side < 2; side++) {
		const struct tilt_edge *edge = &tilt_edges(meet->graph, record->node)[side];
		const uint64_t word = edge->turn == TILT_SAME
		                              ? record->word
		                              : tilt_word_forth(meet, edge->turn, record->word);
		put(batch, word, edge->to, number);
	}
}

/* The classes before a record, from the edge number *e on as far as the batch has room. */
static void put_back(const struct tilt_meet *meet, uint32_t number, uint32_t *e,
                     struct batch *batch)
{
	const struct tilt_graph *graph = meet->graph;
	const struct tilt_record *record = tilt_record_at(&meet->back, number);
	const uint32_t end = graph->into_first[record->node + 1];
	for (; *e < end && batch->count < BATCH; ++*e) {
		const uint32_t node = graph->into[*e] / 2;
		const uint32_t turn = tilt_edges(graph, node)[graph->into[*e] % 2].turn;
		const uint64_t word =
			turn == TILT_SAME ? record->word : turn_back(meet, turn, record->word);
		put(batch, word, node, number);
	}
}

/* Explores a node that is gone on from. */
static enum tilt_outcome explore(const struct expansion *job, uint32_t node)
{
	switch (tilt_graph_explore(job->meet->graph, node, job->monitor, job->answer)) {
	case TILT_NO_NODES:
		return TILT_FULL;
	case TILT_STOPPED:
		return TILT_HALTED;
	default:
		return TILT_GOING;
	}
}

/* Fills the batch from records up to `end`, from number *next on and its edge number *e. */
static enum tilt_outcome fill(const struct expansion *job, uint32_t *next, uint32_t end,
                              uint32_t *e, struct batch *batch)
{
	const struct tilt_meet *meet = job->meet;
	batch->count = 0;
	while (*next < end && batch->count <= BATCH - 2) {
		const uint32_t node = tilt_record_at(job->front, *next)->node;
		if (node == TILT_NONE) {
			++*next;
			continue;
		}
		if (job->front == &meet->forth) {
			const enum tilt_outcome outcome = explore(job, node);
			if (outcome != TILT_GOING)
				return outcome;
			put_forth(meet, (*next)++, batch);
			continue;
		}
		if (*e < meet->graph->into_first[node])
			*e = meet->graph->into_first[node];
		put_back(meet, *next, e, batch);
		if (*e < meet->graph->into_first[node + 1])
			break;
		++*next;
		*e = 0;
	}
	return TILT_GOING;
}

static bool take_share(struct expansion *job, struct cursor *cursor)
{
	const uint32_t all = job->front->end;
	if (cursor->undone < cursor->end)
		return true;
	const uint32_t next = atomic_fetch_add(&job->next, SHARE);
	if (next >= all)
		return false;
	cursor->undone = next;
	cursor->end = all - next < SHARE ? all : next + SHARE;
	return true;
}

/* Looks at the watch; false: halted. */
static bool look(const struct expansion *job, const struct cursor *cursor)
{
	job->answer->states =
		tilt_meet_stored(job->meet) - (cursor->filer.end - cursor->filer.next);
	return monitor_report(job->monitor, job->answer);
}

static void expand_some(void *context, int worker)
{
	struct expansion *job = context;
	struct cursor cursor = job->cursor[worker];
	struct batch batch;
	uint32_t e = 0;
	for (int ticks = 1; !atomic_load(&job->stop) && take_share(job, &cursor); ticks++) {
		uint32_t next = cursor.undone;
		cursor.outcome = fill(job, &next, cursor.end, &e, &batch);
		if (cursor.outcome == TILT_GOING)
			cursor.outcome = file(job, &cursor, &batch);
		if (cursor.outcome == TILT_GOING) {
			cursor.undone = next;
			if (worker == 0 && ticks % TICK_BATCHES == 0 && !look(job, &cursor))
				cursor.outcome = TILT_HALTED;
		}
		if (cursor.outcome != TILT_GOING)
			atomic_store(&job->stop, true);
	}
	job->cursor[worker] = cursor;
}

/* ---- one layer ---- */

/* Those who took the last numbers give them back first, so that few stay unused, and none behind
 * the last record: a layer without a class stays empty. */
static void end_filing(struct expansion *job)
{
	for (;;) {
		struct tilt_filer *last = NULL;
		for (int i = 0; i < job->hands; i++) {
			struct tilt_filer *filer = &job->cursor[i].filer;
			if (filer->next < filer->end && (last == NULL || filer->end > last->end))
				last = filer;
		}
		if (last == NULL)
			return;
		tilt_filer_end(last);
	}
}

/* What the hands came to, the weightiest of it. */
static enum tilt_outcome sum_up(struct expansion *job, struct tilt_meeting *meeting)
{
	struct tilt_front *front = job->front;
	enum tilt_outcome outcome = TILT_GOING;
	end_filing(job);
	front->next = job->next < front->end ? job->next : front->end;
	for (int i = 0; i < job->hands; i++) {
		const struct cursor *cursor = &job->cursor[i];
		if (cursor->undone < cursor->end && cursor->undone < front->next)
			front->next = cursor->undone;
		if (cursor->outcome > outcome)
			outcome = cursor->outcome;
		if (cursor->outcome == TILT_MET)
			*meeting = cursor->meeting;
	}
	return outcome;
}

/* Threads that are worth it. What explores nodes is one thread alone. */
static int hands_for(const struct tilt_meet *meet, const struct tilt_front *front,
                     const struct monitor *monitor)
{
	const bool worth = meet->graph->explored == meet->graph->count &&
	                   front->end - front->next >= SHARED_RECORDS &&
	                   meet->back.count + meet->forth.count >= SHARED_AFTER;
	return worth && monitor->limits->threads > 1 ? monitor->limits->threads : 1;
}

static void share_out(struct expansion *job)
{
	job->hands = hands_for(job->meet, job->front, job->monitor);
	for (int i = 0; i < job->hands; i++) {
		const struct tilt_filer filer = {
			.front = job->front,
			.budget = &job->meet->budget,
			.alone = job->hands == 1,
		};
		job->cursor[i] = (struct cursor){.filer = filer, .outcome = TILT_GOING};
	}
	atomic_store(&job->next, job->front->next);
	atomic_store(&job->stop, false);
	if (job->hands == 1)
		expand_some(job, 0);
	else
		parallel_for(job->hands, expand_some, job);
}

static enum tilt_outcome make_room(struct tilt_meet *meet, struct tilt_front *front,
                                   struct monitor *monitor, struct answer *answer)
{
	const uint32_t others = front == &meet->back ? meet->forth.count : meet->back.count;
	const uint64_t most = meet->most > others ? meet->most - others : 0;
	return tilt_front_room(front, most, &meet->budget, monitor, answer);
}

enum tilt_outcome tilt_expand_begin(struct tilt_meet *meet, struct tilt_front *front,
                                    const struct tilt_record *record, int count,
                                    struct monitor *monitor, struct answer *answer)
{
	struct tilt_filer filer = {.front = front, .budget = &meet->budget, .alone = true};
	enum tilt_outcome outcome = make_room(meet, front, monitor, answer);
	for (int i = 0; outcome == TILT_GOING && i < count; i++) {
		outcome = tilt_filer_ready(&filer);
		if (outcome == TILT_GOING)
			tilt_filer_put(&filer, &record[i],
			               tilt_record_hash(record[i].word, record[i].node));
	}
	tilt_filer_end(&filer);
	front->begin = front->next = 0;
	front->end = front->count;
	return outcome;
}

enum tilt_outcome tilt_expand(struct tilt_meet *meet, struct tilt_front *front,
                              const struct tilt_front *other, struct tilt_meeting *meeting,
                              struct monitor *monitor, struct answer *answer)
{
	struct expansion job = {
		.meet = meet,
		.front = front,
		.other = other,
		.monitor = monitor,
		.answer = answer,
	};
	while (front->next < front->end) {
		enum tilt_outcome outcome = make_room(meet, front, monitor, answer);
		if (outcome == TILT_GOING) {
			share_out(&job);
			outcome = sum_up(&job, meeting);
		}
		if (outcome != TILT_GOING && outcome != TILT_CROWDED)
			return outcome;
		answer->states = tilt_meet_stored(meet);
	}
	tilt_front_end_layer(front);
	return TILT_GOING;
}
