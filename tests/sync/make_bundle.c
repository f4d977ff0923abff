/* Makes a bundle (store/bundle.h) of the text on standard input. */
#include <stdio.h>
#include <stdlib.h>

#include "os/file.h"
#include "store/bundle.h"

int main(void)
{
	enum { ROOM = BUNDLE_MAX + 1 };
	char header[BUNDLE_HEADER_MAX], *text = malloc(ROOM);
	const ssize_t size = text == NULL ? -1 : file_read(fileno(stdin), text, ROOM - 1);
	if (size < 0)
		return EXIT_FAILURE;
	text[size] = '\0';
	bundle_write_header(bundle_sum(text), header);
	printf("%s%s", header, text);
	free(text);
	return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
