/* snap: takes a picture of a terminal program. Runs it in the test terminal, waits for texts and
 * types keys in the order given, then writes the screen, as text or as SVG:
 *
 *	snap -w 'moves 0' -k '\eOD' -w 'moves 1' -o tilt.svg -- ./parlour tilt
 *
 * With -l the terminal has a light ground. With -f the picture is a strip: a frame for each -f, one
 * below the other, of the rows selected by the last -c. With -r it is an animation of all output
 * until a text appears. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "support/folder.h"
#include "support/term.h"
#include "tools/film.h"
#include "tools/svg.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	STEPS_MAX = 1000,
	QUIET_MS = 300, /* without output: the screen has settled */
};

/* ---- the picture ---- */

/* The lines of a strip so far, and the rows of the next frame. */
struct strip {
	char *lines;
	size_t size;
	FILE *out; /* writes into lines; NULL: no strip */
	int count;
	int first, last; /* last -1: the lowest */
};

static void add_frame(struct strip *strip, struct term *term)
{
	const int last = strip->last < 0 ? term_rows(term) - 1 : strip->last;
	if (strip->out == NULL)
		strip->out = open_memstream(&strip->lines, &strip->size);
	for (int row = strip->first; strip->out != NULL && row <= last; row++)
		svg_row(strip->out, term, row, strip->count++);
}

static void write_strip(FILE *out, struct strip *strip, struct term *term)
{
	svg_begin(out, strip->count, term_columns(term));
	fclose(strip->out);
	fwrite(strip->lines, 1, strip->size, out);
	svg_end(out);
	free(strip->lines);
}

static void write_svg(FILE *out, struct term *term)
{
	svg_begin(out, term_rows(term), term_columns(term));
	for (int row = 0; row < term_rows(term); row++)
		svg_row(out, term, row, row);
	svg_end(out);
}

static void write_text(FILE *out, struct term *term)
{
	char *text = term_screen(term);
	fputs(text, out);
	free(text);
}

/* The result of a run: a film, a strip, or the screen at its end. */
struct product {
	struct strip strip;
	struct film *film;
};

static void write_product(FILE *out, struct product *product, struct term *term, bool svg)
{
	if (product->film != NULL)
		film_write(product->film, out, term);
	else if (product->strip.out != NULL)
		write_strip(out, &product->strip, term);
	else
		(svg ? write_svg : write_text)(out, term);
}

static bool write_picture(const char *path, struct product *product, struct term *term)
{
	const char *dot = path ? strrchr(path, '.') : NULL;
	bool svg = dot && strcmp(dot, ".svg") == 0;
	FILE *out = path ? fopen(path, "w") : stdout;
	if (!out) {
		perror(path);
		return false;
	}
	write_product(out, product, term, svg);
	bool written = !ferror(out);
	if (path && fclose(out) != 0)
		written = false;
	if (!written)
		fprintf(stderr, "snap: %s: not written\n", path ? path : "standard output");
	return written;
}

/* ---- the script ---- */

struct step {
	/* k: type it; w: wait for it; r: record until it comes; f: a frame; c: of these rows */
	char verb;
	const char *text;
};

struct script {
	struct term_options options;
	const char *environment[STEPS_MAX + 1];
	struct step steps[STEPS_MAX];
	int variables, count;
	bool home_given;
	const char *output;
};

static int usage(void)
{
	fputs("usage: snap [-l] [-s ROWSxCOLS] [-e NAME=VALUE]... [-k KEYS | -w TEXT |\n"
	      "            -c FIRST-LAST | -f | -r TEXT]... [-o FILE.svg|FILE.txt]\n"
	      "            -- PROGRAM [ARGUMENT]...\n"
	      "Types KEYS (may hold \\e \\r \\n \\t \\b \\\\ and \\xHH), waits for TEXT, adds a "
	      "frame of the\n"
	      "chosen rows to a strip, records until TEXT comes, all in the order given.\n"
	      "HOME is a fresh directory unless -e gives one.\n",
	      stderr);
	return 2;
}

static bool add_option(struct script *script, int letter, const char *value)
{
	switch (letter) {
	case 's':
		return sscanf(value, "%dx%d", &script->options.rows, &script->options.columns) ==
		               2 &&
		       script->options.rows > 0 && script->options.columns > 0;
	case 'e':
		script->home_given = script->home_given || strncmp(value, "HOME=", 5) == 0;
		script->environment[script->variables++] = value;
		return script->variables < STEPS_MAX;
	case 'l':
		svg_use_light_ground();
		return true;
	case 'o':
		script->output = value;
		return true;
	case 'c':
	case 'f':
	case 'k':
	case 'r':
	case 'w':
		script->steps[script->count++] = (struct step){(char)letter, value};
		return script->count < STEPS_MAX;
	default:
		return false;
	}
}

static char escaped(const char **text)
{
	static const char letters[] = "enrtb", bytes[] = "\033\n\r\t\b";
	char c = *(*text)++;
	if (c == 'x' && isxdigit((unsigned char)(*text)[0]) &&
	    isxdigit((unsigned char)(*text)[1])) {
		char digits[3] = {(*text)[0], (*text)[1], '\0'};
		*text += 2;
		return (char)strtol(digits, NULL, 16);
	}
	const char *place = strchr(letters, c);
	return c && place ? bytes[place - letters] : c;
}

static bool type_keys(struct term *term, const char *keys)
{
	while (*keys) {
		char c = *keys++;
		if (c == '\\' && *keys)
			c = escaped(&keys);
		if (!term_send_n(term, &c, 1))
			return false;
	}
	return true;
}

static bool take_step(const struct step *step, struct term *term, struct product *product)
{
	struct strip *strip = &product->strip;
	switch (step->verb) {
	case 'c': return sscanf(step->text, "%d-%d", &strip->first, &strip->last) == 2;
	case 'f': add_frame(strip, term); return true;
	case 'r': product->film = film_record(term, step->text); return product->film != NULL;
	case 'w': return term_wait_text(term, step->text);
	default: return type_keys(term, step->text);
	}
}

static bool run(struct script *script)
{
	struct term *term = term_start(&script->options);
	struct product product = {.strip = {.last = -1}};
	bool well = true;
	for (int i = 0; well && i < script->count; i++)
		well = take_step(&script->steps[i], term, &product);
	term_drain(term, QUIET_MS);
	well = well && write_picture(script->output, &product, term);
	film_free(product.film);
	term_free(term);
	return well;
}

int main(int argc, char **argv)
{
	static struct script script;
	int letter;
	while ((letter = getopt(argc, argv, "+ls:e:k:w:o:c:r:f")) != -1)
		if (!add_option(&script, letter, optarg))
			return usage();
	if (optind == argc)
		return usage();
	char *home = script.home_given ? NULL : folder_new();
	script.options.home = home;
	script.options.environment = script.environment;
	script.options.argv = (const char *const *)(uintptr_t)(argv + optind);
	script.options.patience_ms = 60000;
	bool well = run(&script);
	folder_free(home);
	return well ? 0 : 1;
}
