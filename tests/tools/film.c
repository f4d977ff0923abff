/*
 * Most rows of a screen do not change from frame to frame, so a film consists of rows: each look
 * that a row ever had is drawn once, then shown and hidden at its times. The film repeats. Viewers
 * without animation show the first frame.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "tools/film.h"

#include <stdlib.h>
#include <string.h>

#include "tools/svg.h"

enum {
	LOOKS_MAX = 4000,
	SPANS_MAX = 100, /* of time, for one look */
	SETTLE_MS = 4,   /* output this close together is one frame */
	WHOLE_MS = 60,   /* without output: the first frame is whole */
	STEP_MS = 40,    /* frames closer together than this are merged */
	HOLD_MS = 2500,  /* how long the last frame is shown */
	PATIENCE_MS = 60000,
};

/* One look of a row, and the times when it is shown. */
struct look {
	int row;
	char *svg;
	struct span {
		double from, to; /* milliseconds from the start */
	} spans[SPANS_MAX];
	int span_count;
};

struct film {
	double length;
	struct look *looks;
	int count;
	int *now; /* the current look of each row, or -1 */
};

static char *draw(struct term *term, int row)
{
	char *svg = NULL;
	size_t size;
	FILE *out = open_memstream(&svg, &size);
	if (out == NULL)
		return NULL;
	svg_row(out, term, row, row);
	fclose(out);
	return svg;
}

/* The look of a row with that drawing; a new one if there is none. Takes ownership of svg. */
static int find_look(struct film *film, int row, char *svg)
{
	for (int i = 0; i < film->count; i++)
		if (film->looks[i].row == row && strcmp(film->looks[i].svg, svg) == 0) {
			free(svg);
			return i;
		}
	film->looks[film->count] = (struct look){.row = row, .svg = svg};
	return film->count++;
}

static void end_span(struct film *film, int look, double at)
{
	if (look >= 0)
		film->looks[look].spans[film->looks[look].span_count - 1].to = at;
}

/* Adds the screen as the frame from that time on. False when memory is full. */
static bool add_picture(struct film *film, struct term *term, double at)
{
	for (int row = 0; row < term_rows(term); row++) {
		char *svg = draw(term, row);
		if (svg == NULL || film->count == LOOKS_MAX) {
			free(svg);
			return false;
		}
		const int look = find_look(film, row, svg);
		if (look == film->now[row])
			continue;
		if (film->looks[look].span_count == SPANS_MAX)
			return false;
		end_span(film, film->now[row], at);
		film->looks[look].spans[film->looks[look].span_count++] = (struct span){at, at};
		film->now[row] = look;
	}
	return true;
}

static struct film *film_new(int rows)
{
	struct film *film = calloc(1, sizeof *film);
	if (film == NULL)
		return NULL;
	film->looks = calloc(LOOKS_MAX, sizeof *film->looks);
	film->now = calloc((size_t)rows, sizeof *film->now);
	if (film->looks == NULL || film->now == NULL) {
		film_free(film);
		return NULL;
	}
	for (int row = 0; row < rows; row++)
		film->now[row] = -1;
	return film;
}

void film_free(struct film *film)
{
	if (film == NULL)
		return;
	for (int i = 0; i < film->count; i++)
		free(film->looks[i].svg);
	free(film->looks);
	free(film->now);
	free(film);
}

struct film *film_record(struct term *term, const char *until)
{
	struct film *film = film_new(term_rows(term));
	term_drain(term, WHOLE_MS);
	const double start = term_now();
	bool well = film != NULL && add_picture(film, term, 0);
	while (well && !term_find(term, until, NULL, NULL)) {
		well = term_now() - start < PATIENCE_MS;
		if (term_read(term, STEP_MS) <= 0)
			continue;
		term_drain(term, SETTLE_MS);
		well = well && add_picture(film, term, term_now() - start);
	}
	if (!well) {
		film_free(film);
		return NULL;
	}
	film->length = term_now() - start + HOLD_MS;
	for (int row = 0; row < term_rows(term); row++)
		end_span(film, film->now[row], film->length);
	return film;
}

/* Writes the times of a look as one animation of its visibility. */
static void write_times(const struct film *film, const struct look *look, FILE *out)
{
	const bool at_once = look->spans[0].from <= 0;
	fprintf(out, "<animate attributeName=\"visibility\" calcMode=\"discrete\" dur=\"%.2fs\" "
	        "repeatCount=\"indefinite\" values=\"%s", film->length / 1000,
	        at_once ? "" : "hidden;");
	for (int i = 0; i < look->span_count; i++)
		fprintf(out, "%svisible%s", i > 0 ? ";" : "",
		        look->spans[i].to < film->length ? ";hidden" : "");
	fprintf(out, "\" keyTimes=\"%s", at_once ? "" : "0;");
	for (int i = 0; i < look->span_count; i++) {
		fprintf(out, "%s%.4g", i > 0 ? ";" : "", look->spans[i].from / film->length);
		if (look->spans[i].to < film->length)
			fprintf(out, ";%.4g", look->spans[i].to / film->length);
	}
	fputs("\"/>", out);
}

void film_write(const struct film *film, FILE *out, const struct term *term)
{
	svg_begin(out, term_rows(term), term_columns(term));
	for (int i = 0; i < film->count; i++) {
		const struct look *look = &film->looks[i];
		const bool at_once = look->spans[0].from <= 0;
		const bool always = at_once && look->spans[0].to >= film->length;
		fprintf(out, "<g%s>", at_once ? "" : " visibility=\"hidden\"");
		if (!always)
			write_times(film, look, out);
		fputs(look->svg, out);
		fputs("</g>\n", out);
	}
	svg_end(out);
}
