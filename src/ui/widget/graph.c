#include "ui/widget/graph.h"

enum { PARTS = 8 /* of a row */ };

/* In parts of a row: at least one, so that each bar is seen. */
static int height_of(const struct graph *graph, int value)
{
	const int all = graph->rows * PARTS, range = graph->highest - graph->lowest;
	if (range <= 0)
		return value > graph->lowest ? all : 1;
	const int height = 1 + (value - graph->lowest) * (all - 1) / range;
	return height < 1 ? 1 : height > all ? all : height;
}

void graph_bar(struct picture *picture, const struct graph *graph, int index, int value,
               colour_id colour, char plain)
{
	const bool hatched = picture_is_mono(picture) && colour == COLOUR_WARNING;
	int left = height_of(graph, value);
	for (int i = graph->rows - 1; i >= 0 && left > 0; i--, left -= PARTS) {
		const char32_t solid = left >= PARTS ? U'█' : U'▁' + (char32_t)(left - 1);
		const char32_t block = hatched ? U'▒' : solid;
		picture_ink(picture, graph->row + i, graph->column + index,
		            picture_glyph(picture, block, (char32_t)plain), colour, COLOUR_NONE);
	}
}

void graph_sign(struct picture *picture, const struct graph *graph, int index, char32_t sign,
                char plain, colour_id colour)
{
	picture_ink(picture, graph->row + graph->rows - 1, graph->column + index,
	            picture_glyph(picture, sign, (char32_t)plain), colour, COLOUR_NONE);
}
