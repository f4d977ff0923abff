/* Before a level file is rewritten, the pack reader parses the new text, and it must contain the
 * draft.
 *
 * A new file gets its name with link(), which never overwrites: another program's file of that
 * name, created meanwhile, is safe. File systems without links get a last check and rename(). */
#include "os/language.h"
#include "play/draft.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/file.h"

enum { NAME_MAX_BYTES = 60 }; /* length of a name made from a title */

void draft_origin_free(struct draft_origin *origin)
{
	free(origin->path);
	free(origin->text);
	*origin = (struct draft_origin){0};
}

bool draft_origin_set(struct draft_origin *origin, const struct draft *draft, const char *path,
                      int index)
{
	*origin = (struct draft_origin){
		.path = strdup(path), .index = index, .text = strdup(draft_text(draft))};
	if (origin->path != NULL && origin->text != NULL)
		return true;
	draft_origin_free(origin);
	return false;
}

bool draft_origin_is(const struct draft_origin *origin, const char *path)
{
	struct stat ours, other;
	return origin->path != NULL &&
	       (strcmp(path, origin->path) == 0 ||
	        (stat(origin->path, &ours) == 0 && stat(path, &other) == 0 &&
	         file_is_same(&ours, &other)));
}

char *draft_file_name(const struct draft *draft)
{
	char name[NAME_MAX_BYTES + 1];
	size_t used = 0;
	for (const char *at = draft->title; *at != '\0' && used < NAME_MAX_BYTES; at++)
		if ((*at >= 'a' && *at <= 'z') || (*at >= '0' && *at <= '9'))
			name[used++] = *at;
		else if (*at >= 'A' && *at <= 'Z')
			name[used++] = (char)(*at - 'A' + 'a');
		else if (used > 0 && name[used - 1] != '-' && *at != '\'')
			name[used++] = '-';
	while (used > 0 && name[used - 1] == '-')
		used--;
	name[used] = '\0';
	char *file;
	return asprintf(&file, "%s.level", used == 0 ? "untitled" : name) >= 0 ? file : NULL;
}

/* ---- one write ---- */

/* The permissions of the file that is replaced, or those of a new file. */
static mode_t permissions_for(const char *path)
{
	struct stat status;
	if (stat(path, &status) == 0)
		return status.st_mode & 0777;
	const mode_t mask = umask(0);
	umask(mask);
	return 0666 & ~mask;
}

/* Writes and syncs a temporary file next to `path`. `name` is its pattern, and gets its name. */
static bool write_temporary(const char *path, char *name, const char *text, size_t size)
{
	const int file = mkstemp(name);
	if (file < 0)
		return false;
	const bool good = file_write(file, text, size) &&
	                  fchmod(file, permissions_for(path)) == 0 && fsync(file) == 0;
	const int reason = errno;
	if (close(file) == 0 && good)
		return true;
	unlink(name);
	errno = good ? errno : reason;
	return false;
}

/* A new name survives a power failure only after its folder is synced. */
static void sync_folder(const char *path)
{
	char folder[PATH_MAX];
	snprintf(folder, sizeof folder, "%s", path);
	const int file = open(dirname(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (file >= 0) {
		fsync(file);
		close(file);
	}
}

/* Gives the temporary file its final name; EEXIST if that exists and `replace` is not set. */
static bool put_in_place(const char *name, const char *path, bool replace)
{
	if (replace)
		return rename(name, path) == 0;
	if (link(name, path) == 0) {
		unlink(name);
		return true;
	}
	struct stat status;
	if (errno == EEXIST || lstat(path, &status) == 0) {
		errno = EEXIST;
		return false;
	}
	return rename(name, path) == 0;
}

/* Writes a file atomically. A symbolic link is followed: its target changes. Returns 0, or an errno
 * value. */
static int write_file(const char *path, const char *text, size_t size, bool replace)
{
	char name[PATH_MAX];
	char *real = replace ? realpath(path, NULL) : NULL;
	const char *target = real != NULL ? real : path;
	int reason = 0;
	if (snprintf(name, sizeof name, "%s.XXXXXX", target) >= (int)sizeof name) {
		reason = ENAMETOOLONG;
	} else if (!write_temporary(target, name, text, size)) {
		reason = errno;
	} else if (put_in_place(name, target, replace)) {
		sync_folder(target);
	} else {
		reason = errno;
		unlink(name);
	}
	free(real);
	return reason;
}

/* ---- a new file ---- */

/* Says why a file was not written: for a missing folder, which one. */
static void explain(const char *path, int reason, struct error *error)
{
	const char *slash = strrchr(path, '/');
	if ((reason == ENOENT || reason == ENOTDIR) && slash != NULL)
		error_set(error, _("no such folder: %.*s"), (int)(slash - path), path);
	else
		error_at(error, path, 0, "%s", error_reason(reason));
}

enum draft_saved draft_save(struct draft *draft, int par, const char *path, bool replace,
                            struct error *error)
{
	struct stat status;
	if (!draft_normalize(draft, error))
		return DRAFT_FAILED;
	if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
		error_at(error, path, 0, _("is not a regular file"));
		return DRAFT_FAILED;
	}
	char *text = draft_print_text(draft, par);
	if (text == NULL) {
		error_set(error, _("out of memory"));
		return DRAFT_FAILED;
	}
	const int reason = write_file(path, text, strlen(text), replace);
	free(text);
	if (reason == 0)
		return DRAFT_SAVED;
	explain(path, reason, error);
	return reason == EEXIST && !replace ? DRAFT_EXISTS : DRAFT_FAILED;
}

/* ---- back to its origin ---- */

/* Whether a level of the pack, as a draft, has this text. */
static bool is_level_of(const struct pack *pack, int index, const char *text, struct error *error)
{
	struct draft draft;
	struct level *level = malloc(sizeof *level);
	bool same =
		level != NULL && index < pack->count && pack_level(pack, index, level, error) &&
		draft_open(&draft, pack_puzzle(pack, index), level, &pack->levels[index], error);
	if (same) {
		same = strcmp(draft_text(&draft), text) == 0;
		draft_close(&draft);
	}
	free(level);
	return same;
}

/* All bytes of a level file, to be freed; NULL on failure. Reads one byte more than a level file
 * may have, so that the pack reader refuses a longer file. */
static char *read_bytes(const char *path, size_t *size, struct error *error)
{
	const int file = file_open(path, _("expected a level file"), error);
	if (file < 0)
		return NULL;
	char *bytes = malloc(PACK_BYTES_MAX + 1);
	const ssize_t got = bytes == NULL ? -1 : file_read(file, bytes, PACK_BYTES_MAX + 1);
	if (got < 0) {
		error_at(error, path, 0, "%s",
		         bytes == NULL ? _("out of memory") : error_reason(errno));
		free(bytes);
		bytes = NULL;
	}
	*size = (size_t)got;
	close(file);
	return bytes;
}

/* The start of a line, counted from 1; the end, if there are fewer. */
static const char *line_of(const char *bytes, const char *end, int line)
{
	for (; line > 1 && bytes < end; line--) {
		const char *stop = memchr(bytes, '\n', (size_t)(end - bytes));
		bytes = stop == NULL ? end : stop + 1;
	}
	return bytes;
}

/* Writes the comments of the replaced lines. */
static void print_comments(const char *from, const char *to, FILE *out)
{
	for (const char *next; from < to; from = next) {
		next = line_of(from, to, 2);
		if (*from == ';')
			fwrite(from, 1, (size_t)(next - from), out);
	}
}

/* The file's bytes with the level's lines replaced; NULL without memory. */
static char *replace_lines(const struct draft *draft, int par, const struct level_text *level,
                           const char *bytes, size_t size, size_t *new_size)
{
	const char *defaults[HEADER_COUNT]; /* the headers that the pack gives for all its levels */
	const char *end = bytes + size;
	const char *from = line_of(bytes, end, level->line);
	const char *to = line_of(from, end, level->row_line[level->rows - 1] - level->line + 2);
	char *text = NULL;
	FILE *out = open_memstream(&text, new_size);
	if (out == NULL)
		return NULL;
	for (int h = 0; h < HEADER_COUNT; h++)
		defaults[h] = level->header_line[h] < level->line ? level->value[h] : NULL;
	fwrite(bytes, 1, (size_t)(from - bytes), out);
	print_comments(from, to, out);
	draft_print(draft, par, defaults, out);
	fwrite(to, 1, (size_t)(end - to), out);
	return file_close_memory(out, &text, true);
}

/* Writes the new bytes, if reading them gives the draft. */
static bool write_back(const struct draft *draft, const struct draft_origin *origin,
                       const char *text, size_t size, struct error *error)
{
	struct pack after;
	if (!pack_read_text(&after, origin->path, text, size, error))
		return false;
	const bool same = is_level_of(&after, origin->index, draft_text(draft), error);
	pack_free(&after);
	if (!same)
		return error_at(error, origin->path, 0,
		                _("the file's first headers would apply to this level too; save it "
		                  "under another name"));
	const int reason = write_file(origin->path, text, size, true);
	return reason == 0 || error_at(error, origin->path, 0, "%s", error_reason(reason));
}

/* `bytes` is the origin's file. */
static bool replace_level(const struct draft *draft, int par, struct draft_origin *origin,
                          const char *bytes, size_t size, struct error *error)
{
	struct pack pack;
	size_t new_size = 0;
	if (!pack_read_text(&pack, origin->path, bytes, size, error))
		return false;
	const bool known = is_level_of(&pack, origin->index, origin->text, error);
	char *now = strdup(draft_text(draft));
	char *text = known ? replace_lines(draft, par, &pack.levels[origin->index], bytes, size,
	                                   &new_size)
	                   : NULL;
	pack_free(&pack);
	bool good = false;
	if (!known)
		error_at(error, origin->path, 0,
		         _("has changed since it was opened; save the level under another name"));
	else if (text == NULL || now == NULL)
		error_at(error, origin->path, 0, _("out of memory"));
	else
		good = write_back(draft, origin, text, new_size, error);
	free(text);
	if (good) {
		free(origin->text);
		origin->text = now;
	} else {
		free(now);
	}
	return good;
}

bool draft_save_to_origin(struct draft *draft, int par, struct draft_origin *origin,
                          struct error *error)
{
	size_t size;
	char *bytes = draft_normalize(draft, error) ? read_bytes(origin->path, &size, error) : NULL;
	const bool good = bytes != NULL && replace_level(draft, par, origin, bytes, size, error);
	free(bytes);
	return good;
}
