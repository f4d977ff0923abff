/* The folder is read each time the list is shown, because files come and go. A file read before
 * keeps its pack number, which a game or the editor may hold. */
#include "play/user_levels.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "os/file.h"

char *user_levels_path(const char *name)
{
	return file_user_path(getenv("XDG_DATA_HOME"), ".local/share", name);
}

void user_levels_make_folder(const char *path)
{
	char *folder = user_levels_path("");
	if (folder != NULL && strncmp(path, folder, strlen(folder)) == 0)
		file_make_folders(path);
	free(folder);
}

static int is_level_file(const struct dirent *entry)
{
	static const char end[] = ".level";
	const size_t length = strlen(entry->d_name), tail = sizeof end - 1;
	return entry->d_name[0] != '.' && length > tail &&
	       strcmp(entry->d_name + length - tail, end) == 0;
}

/* The path plus ":NUMBER" must fit in a level name. */
static bool read_file(struct library *library, struct level_list *levels, const char *path,
                      struct error *error)
{
	struct pack pack;
	if (path == NULL)
		return error_set(error, "out of memory");
	if (strlen(path) + sizeof ":1000" > LEVEL_NAME_MAX)
		return error_set(error, "%.60s...: name too long", path);
	if (!pack_read_file(&pack, path, error))
		return false;
	const int number = library_replace_pack(library, library_pack(library, path), &pack);
	return number < 0 ? error_set(error, "out of memory")
	                  : library_list_pack(library, levels, number, error);
}

/* The message need not repeat the folder. */
static void shorten(struct error *error, const char *folder)
{
	const size_t length = strlen(folder);
	if (strncmp(error->text, folder, length) == 0)
		memmove(error->text, error->text + length, strlen(error->text + length) + 1);
}

int user_levels_read(struct library *library, struct level_list *levels, struct error *error)
{
	struct dirent **entries = NULL;
	struct error other;
	int left_out = 0;
	char *folder = library->no_files ? NULL : user_levels_path("");
	const int count = folder == NULL ? 0 : scandir(folder, &entries, is_level_file, alphasort);
	for (int i = 0; i < count; i++) {
		char *path = user_levels_path(entries[i]->d_name);
		left_out += !read_file(library, levels, path, left_out == 0 ? error : &other);
		free(path);
		free(entries[i]);
	}
	if (left_out > 0)
		shorten(error, folder);
	if (count < 0 && errno != ENOENT) /* usually the folder does not exist */
		left_out += !error_at(error, folder, 0, "%s", strerror(errno));
	free(entries);
	free(folder);
	return left_out;
}
