/* Gives a fuzz harness a main: runs it over every file named, and every file in each folder named.
 *
 * So the inputs that were once found are tested with any compiler. Fails where it ran none. */
#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_BYTES = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int inputs;

/* So that whoever reads the log of a harness that aborted knows on which input. */
static void say(const char *path)
{
	printf("%s\n", path);
	fflush(stdout);
}

static int fail(const char *path)
{
	fprintf(stderr, "%s: %s\n", path, strerror(errno));
	return EXIT_FAILURE;
}

static int run_file(const char *path)
{
	struct stat status;
	FILE *file = fopen(path, "rb");
	if (file == NULL || fstat(fileno(file), &status) != 0) {
		const int failed = fail(path);
		if (file != NULL)
			fclose(file);
		return failed;
	}
	/* Exactly as large as the input, so that a sanitizer sees a read behind its end. */
	const size_t size = (size_t)status.st_size;
	uint8_t *data = malloc(size == 0 ? 1 : size);
	const int bad = data == NULL || fread(data, 1, size, file) != size;
	fclose(file);
	if (!bad) {
		say(path);
		LLVMFuzzerTestOneInput(data, size);
		inputs++;
	}
	free(data);
	return bad ? fail(path) : EXIT_SUCCESS;
}

static int run_folder(const char *path, DIR *folder)
{
	int status = EXIT_SUCCESS;
	const struct dirent *entry;
	while (status == EXIT_SUCCESS && (entry = readdir(folder)) != NULL) {
		char name[PATH_BYTES];
		if (entry->d_name[0] == '.')
			continue;
		if (snprintf(name, sizeof name, "%s/%s", path, entry->d_name) >= (int)sizeof name) {
			errno = ENAMETOOLONG;
			return fail(path);
		}
		status = run_file(name);
	}
	return status;
}

static int run_path(const char *path)
{
	DIR *folder = opendir(path);
	if (folder == NULL)
		return errno == ENOTDIR ? run_file(path) : fail(path);
	const int status = run_folder(path, folder);
	closedir(folder);
	return status;
}

int main(int argc, char **argv)
{
	int status = EXIT_SUCCESS;
	for (int i = 1; i < argc && status == EXIT_SUCCESS; i++)
		status = run_path(argv[i]);
	printf("%d inputs were run\n", inputs);
	return inputs == 0 ? EXIT_FAILURE : status;
}
