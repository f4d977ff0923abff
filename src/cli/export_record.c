#include "cli/export_record.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/print.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/language.h"
#include "os/text.h"
#include "play/run.h"
#include "play/session.h"
#include "puzzle/puzzle.h"
#include "puzzle/replay.h"
#include "puzzle/times.h"

enum {
	SECONDS_MAX = 999999999,
	NAME_MAX_BYTES = 64, /* length of a setting's name */
};

#define MILLISECONDS_MAX INT64_C(253402300799000) /* the end of year 9999 */

static const char *const kinds[ENTRY_KINDS] = {
	[ENTRY_RESULT] = "result", [ENTRY_GAME] = "game",       [ENTRY_DRAFT] = "drawing",
	[ENTRY_RUN] = "run",       [ENTRY_SETTING] = "setting",
};

static const char kind_of_ratings[] = "rating";

static const char date_format[] = "%Y-%m-%dT%H:%M:%SZ";

/* ---- writing ---- */

/* Times of a result rise from move to move; those of a game are written as they are. */
static json_t *times_json(const struct entry *entry)
{
	json_t *array = json_array();
	const char *text = entry->times;
	int64_t tenths = 0;
	while (entry->kind == ENTRY_RESULT && times_next(&text, &tenths))
		json_array_append_new(array, json_integer(tenths));
	while (entry->kind == ENTRY_GAME && *text != '\0') {
		char *end;
		json_array_append_new(array, json_integer(strtol(text, &end, 10)));
		text = end + strcspn(end, "-0123456789");
	}
	return array;
}

/* The members that results and games share. */
static json_t *level_json(const struct entry *entry, const char *words)
{
	json_t *object =
		json_pack("{s:i, s:s, s:o, s:s, s:o, s:s, s:s, s:I}", "parlour", RECORD_FORMAT,
	                  "kind", kinds[entry->kind], "level", json_of_identity(entry->level),
	                  "mode", entry->name, "place", json_of_name(entry->place), "text",
	                  entry->text, words, entry->words, "seconds", (json_int_t)entry->seconds);
	if (entry->times[0] != '\0')
		json_object_set_new(object, "times", times_json(entry));
	return object;
}

/* When it was moved last, if that is known. */
static json_t *game_json(const struct entry *entry)
{
	char date[DATE_MAX];
	json_t *object = level_json(entry, "history");
	write_date(entry->date, date_format, date);
	if (entry->date > 0)
		json_object_set_new(object, "date", json_string(date));
	return object;
}

static json_t *result_json(const struct entry *entry)
{
	char date[DATE_MAX];
	json_t *object = level_json(entry, "moves");
	write_date(entry->date, date_format, date);
	json_object_set_new(object, "count", json_integer(entry->number));
	json_object_set_new(object, "score", json_integer(entry->score));
	json_object_set_new(object, "optimal", json_boolean(entry->optimal));
	if (entry->unaided)
		json_object_set_new(object, "unaided", json_true());
	if (entry->hinted)
		json_object_set_new(object, "hinted", json_true());
	json_object_set_new(object, "date", json_string(date));
	return object;
}

/* One in progress has no date. */
static json_t *run_json(const struct entry *entry)
{
	char date[DATE_MAX];
	json_t *object =
		json_pack("{s:i, s:s, s:s, s:s, s:I, s:I}", "parlour", RECORD_FORMAT, "kind",
	                  kinds[entry->kind], "run", entry->place, "boards", entry->words, "began",
	                  (json_int_t)entry->number, "score", (json_int_t)entry->score);
	write_date(entry->date, date_format, date);
	if (entry->date > 0)
		json_object_set_new(object, "date", json_string(date));
	return object;
}

json_t *record_to_json(const struct entry *entry)
{
	switch (entry->kind) {
	case ENTRY_RESULT:
		return result_json(entry);
	case ENTRY_GAME:
		return game_json(entry);
	case ENTRY_RUN:
		return run_json(entry);
	case ENTRY_DRAFT:
		return json_pack("{s:i, s:s, s:o, s:s}", "parlour", RECORD_FORMAT, "kind",
		                 kinds[entry->kind], "drawing", json_of_identity(entry->level),
		                 "text", entry->words);
	default:
		return json_pack("{s:i, s:s, s:s, s:I}", "parlour", RECORD_FORMAT, "kind",
		                 kinds[entry->kind], "name", entry->name, "value",
		                 (json_int_t)entry->number);
	}
}

static json_t *rating_json(struct glicko rating)
{
	return json_pack("{s:I, s:I}", "rating", (json_int_t)lround(rating.rating), "deviation",
	                 (json_int_t)lround(rating.deviation));
}

json_t *record_of_rating(const char *puzzle, const struct player_rating *rating)
{
	json_t *object = json_pack("{s:i, s:s, s:s?}", "parlour", RECORD_FORMAT, "kind",
	                           kind_of_ratings, "mode", puzzle);
	json_t *now = rating_json(rating->days[rating->count - 1].rating), *days = json_array();
	json_object_update(object, now);
	json_decref(now);
	json_object_set_new(object, "tries", json_integer(rating->games));
	for (int i = 0; i < rating->count; i++) {
		char date[DATE_MAX];
		json_t *day = rating_json(rating->days[i].rating);
		write_date(rating->days[i].day * SECONDS_PER_DAY, "%Y-%m-%d", date);
		json_object_set_new(day, "date", json_string(date));
		json_array_append_new(days, day);
	}
	json_object_set_new(object, "days", days);
	return object;
}

/* ---- members ---- */

static bool read_text(const json_t *object, const char *name, const char **text,
                      struct error *error)
{
	*text = json_string_value(json_object_get(object, name));
	return *text != NULL || error_set(error, _("\"%s\": expected a string"), name);
}

static bool read_number(const json_t *object, const char *name, int64_t min, int64_t max,
                        int64_t *number, struct error *error)
{
	const json_t *value = json_object_get(object, name);
	*number = json_integer_value(value);
	return (json_is_integer(value) && *number >= min && *number <= max) ||
	       error_set(error, _("\"%s\": expected a number from %lld to %lld"), name,
	                 (long long)min, (long long)max);
}

static bool read_identity(const json_t *object, const char *name, uint64_t *identity,
                          struct error *error)
{
	const char *text;
	return read_text(object, name, &text, error) &&
	       (text_read_identity(text, identity) ||
	        error_set(error, _("\"%s\": expected sixteen hexadecimal digits"), name));
}

static bool read_date(const json_t *object, int64_t *date, struct error *error)
{
	struct tm day = {0};
	const char *text;
	char retry[DATE_MAX];
	if (!read_text(object, "date", &text, error))
		return false;
	const char *end = strptime(text, date_format, &day);
	*date = end != NULL && *end == '\0' ? (int64_t)timegm(&day) : -1;
	write_date(*date, date_format, retry);
	return (*date >= 0 && strcmp(retry, text) == 0) ||
	       error_set(error, _("\"date\": expected a time such as 2026-11-21T20:15:00Z"));
}

static bool read_date_if_any(const json_t *object, int64_t *date, struct error *error)
{
	return json_object_get(object, "date") == NULL || read_date(object, date, error);
}

/* Appends a number of "times"; false if it can't be one: those of a result rise. */
static bool write_time(const struct entry *entry, int64_t number, int64_t before, FILE *out)
{
	const bool rises = entry->kind == ENTRY_RESULT;
	if (number < (rises ? before : TENTHS_UNKNOWN) || number > TIMES_TENTHS_MAX)
		return false;
	fprintf(out, "%" PRId64, rises ? number - before : number);
	return true;
}

/* Turns the array "times" into the text that is stored, which takes its place in the object. */
static bool read_times(json_t *object, struct entry *entry, struct error *error)
{
	json_t *array = json_object_get(object, "times"), *value;
	char *text = NULL;
	size_t size, i;
	int64_t before = 0;
	entry->times = "";
	if (array == NULL)
		return true;
	FILE *out = open_memstream(&text, &size);
	bool good = json_is_array(array) && out != NULL;
	json_array_foreach(array, i, value)
	{
		if (good && i > 0)
			fputc(',', out);
		good = good && json_is_integer(value) &&
		       write_time(entry, json_integer_value(value), before, out);
		before = json_integer_value(value);
	}
	text = out == NULL ? NULL : file_close_memory(out, &text, good);
	good = text != NULL && json_object_set_new(object, "times", json_string(text)) == 0;
	free(text);
	if (good)
		entry->times = json_string_value(json_object_get(object, "times"));
	return good ||
	       error_set(error, "%s",
	                 entry->kind == ENTRY_RESULT
	                         ? _("\"times\": expected tenths of a second that rise from "
	                             "move to move")
	                         : _("\"times\": expected tenths of a second"));
}

/* ---- verification ---- */

static bool check_level(const struct entry *entry, struct replay_level *read, struct error *error)
{
	struct error fault;
	if (!replay_read("text", entry->text, strlen(entry->text), read, &fault))
		return error_set(error, _("\"text\" is not a level: %s"), fault.text);
	if (read->identity != entry->level)
		return error_set(error, _("\"text\" is not the text of level %016llx"),
		                 (unsigned long long)entry->level);
	return strcmp(read->puzzle->name, entry->name) == 0 ||
	       error_set(error, _("\"mode\": the level is one of %s"), read->puzzle->name);
}

/* Replays the moves and sets count and score. */
static bool check_result(struct entry *entry, const struct replay_level *read,
                         struct error *error)
{
	struct replay replay;
	if (!replay_moves(read->puzzle, &read->level, entry->words, &replay, error))
		return false;
	if (replay.assisted)
		return error_set(error, _("the solver made a move"));
	if (read->level.endless ? replay.score == 0 : !replay.solved)
		return error_set(error, _("the moves do not solve the level"));
	entry->number = replay.count;
	entry->score = read->level.endless ? replay.score : 0;
	entry->unaided &= !read->level.endless;
	int64_t tenths;
	return entry->times[0] == '\0' || times_fit(entry->times, replay.count, &tenths) ||
	       error_set(error, _("\"times\": expected %d, one for each move"), replay.count);
}

static bool check_game(const struct entry *entry, const struct replay_level *read,
                       struct error *error)
{
	struct session session;
	if (!session_open(&session, read->puzzle, &read->level, NULL, error))
		return error_set(error, _("out of memory"));
	const bool good = session_restore(&session, entry->words);
	const bool timed = entry->times[0] == '\0' || session_restore_clock(&session, entry->times);
	session_close(&session);
	return good ? timed || error_set(error, _("\"times\" do not fit the history"))
	            : error_set(error, _("\"history\" does not fit the level"));
}

static bool check_draft(const struct entry *entry, struct error *error)
{
	struct pack pack;
	struct error fault;
	if (!pack_read_syntax(&pack, "text", entry->words, strlen(entry->words), &fault))
		return error_set(error, _("\"text\" is not a drawing: %s"), fault.text);
	const bool one = pack.count == 1;
	pack_free(&pack);
	return one || error_set(error, _("\"text\": expected one level"));
}

static bool check_setting(const struct entry *entry, struct error *error)
{
	const size_t length = strlen(entry->name);
	return (length > 0 && length <= NAME_MAX_BYTES &&
	        strspn(entry->name, "abcdefghijklmnopqrstuvwxyz-") == length) ||
	       error_set(error, _("\"name\": expected the name of a setting"));
}

/* Replays the boards: they must give the score. */
static bool check_run(struct entry *entry, struct error *error)
{
	struct run_id id;
	struct run_boards boards = {.count = 0};
	struct run run;
	int board;
	if (!run_id_parse(entry->place, &id, &board) || board > 0)
		return error_set(error, _("\"run\": expected the name of a run"));
	if (entry->date != 0 && entry->date < entry->number / 1000)
		return error_set(error, _("\"date\": before \"began\""));
	const bool read = run_read(&run, &boards, &id, entry->words, error);
	run_boards_free(&boards);
	if (!read)
		return false;
	const int score = run_score(&run);
	run_free(&run);
	entry->name = id.puzzle->name;
	return entry->score == score || error_set(error, _("\"score\": the moves give %d"), score);
}

static bool check_entry(struct entry *entry, struct error *error)
{
	if (entry->kind == ENTRY_DRAFT)
		return check_draft(entry, error);
	if (entry->kind == ENTRY_SETTING)
		return check_setting(entry, error);
	if (entry->kind == ENTRY_RUN)
		return check_run(entry, error);
	struct replay_level read;
	return check_level(entry, &read, error) &&
	       (entry->kind == ENTRY_GAME ? check_game(entry, &read, error)
	                                  : check_result(entry, &read, error));
}

/* ---- reading ---- */

static bool read_level_members(json_t *object, struct entry *entry, const char *words,
                               struct error *error)
{
	return read_identity(object, "level", &entry->level, error) &&
	       read_text(object, "mode", &entry->name, error) &&
	       read_text(object, "place", &entry->place, error) &&
	       (strlen(entry->place) < LEVEL_NAME_MAX ||
	        error_set(error,
	                  text_plural("\"place\": longer than %d byte",
	                              "\"place\": longer than %d bytes", LEVEL_NAME_MAX - 1),
	                  LEVEL_NAME_MAX - 1)) &&
	       read_text(object, "text", &entry->text, error) &&
	       read_text(object, words, &entry->words, error) &&
	       read_number(object, "seconds", 0, SECONDS_MAX, &entry->seconds, error) &&
	       read_times(object, entry, error);
}

static bool read_members(json_t *object, struct entry *entry, struct error *error)
{
	switch (entry->kind) {
	case ENTRY_RESULT:
		entry->optimal = json_is_true(json_object_get(object, "optimal"));
		entry->unaided = json_is_true(json_object_get(object, "unaided"));
		entry->hinted = json_is_true(json_object_get(object, "hinted"));
		return read_level_members(object, entry, "moves", error) &&
		       read_date(object, &entry->date, error);
	case ENTRY_GAME:
		return read_level_members(object, entry, "history", error) &&
		       read_date_if_any(object, &entry->date, error);
	case ENTRY_RUN:
		return read_text(object, "run", &entry->place, error) &&
		       read_text(object, "boards", &entry->words, error) &&
		       read_number(object, "began", 1, MILLISECONDS_MAX, &entry->number, error) &&
		       read_number(object, "score", 0, RUN_BOARDS_MAX * 2, &entry->score, error) &&
		       read_date_if_any(object, &entry->date, error);
	case ENTRY_DRAFT:
		return read_identity(object, "drawing", &entry->level, error) &&
		       read_text(object, "text", &entry->words, error);
	default:
		return read_text(object, "name", &entry->name, error) &&
		       read_number(object, "value", INT32_MIN, INT32_MAX, &entry->number, error);
	}
}

static bool read_kind(const json_t *object, enum entry_kind *kind, struct error *error)
{
	const json_t *format = json_object_get(object, "parlour");
	const char *name = json_string_value(json_object_get(object, "kind"));
	if (!json_is_integer(format) || json_integer_value(format) < 1)
		return error_set(error, _("expected a line of parlour --export"));
	if (json_integer_value(format) > RECORD_FORMAT)
		return error_set(error, _("written by a newer version of Parlour (format %lld)"),
		                 (long long)json_integer_value(format));
	for (int k = 0; k < ENTRY_KINDS; k++)
		if (name != NULL && kinds[k] != NULL && strcmp(name, kinds[k]) == 0) {
			*kind = (enum entry_kind)k;
			return true;
		}
	*kind = ENTRY_KINDS;
	return (name != NULL && strcmp(name, kind_of_ratings) == 0) ||
	       error_set(error,
	                 _("\"kind\": expected result, game, drawing, run, setting or rating"));
}

static bool read_object(json_t *object, struct entry *entry, struct error *error)
{
	*entry = (struct entry){.name = "", .place = "", .words = "", .text = "", .times = ""};
	if (!read_kind(object, &entry->kind, error))
		return false;
	return entry->kind == ENTRY_KINDS ||
	       (read_members(object, entry, error) && check_entry(entry, error));
}

bool record_is_importable(json_t *object)
{
	struct entry entry;
	struct error error;
	json_t *copy = json_copy(object);
	const bool good = copy != NULL && json_line_size(copy) <= RECORD_BYTES_MAX &&
	                  read_object(copy, &entry, &error);
	json_decref(copy);
	return good;
}

json_t *record_from_json(const char *line, size_t size, struct entry *entry, struct error *error)
{
	json_error_t fault;
	json_t *object = json_loadb(line, size, JSON_REJECT_DUPLICATES, &fault);
	if (object == NULL) {
		char text[sizeof fault.text];
		error_set(error, _("not JSON: %s"), text_sanitize(text, sizeof text, fault.text));
		return NULL;
	}
	if (read_object(object, entry, error))
		return object;
	json_decref(object);
	return NULL;
}
