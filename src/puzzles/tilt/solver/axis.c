#include "puzzles/tilt/solver/axis.h"

void tilt_axis_init(struct tilt_axis_map *map, const struct level *level, enum tilt_axis axis)
{
	const int lines = axis == TILT_HORIZONTAL ? level->rows : level->columns;
	const int length = axis == TILT_HORIZONTAL ? level->columns : level->rows;
	map->length = length;
	for (int line = 0; line < lines; line++) {
		int low = line * length;
		for (int offset = 0; offset < length; offset++) {
			const int cell = line * length + offset;
			const int other = offset * lines + line;
			if (level->map[axis == TILT_HORIZONTAL ? cell : other])
				low = cell + 1;
			map->low[cell] = (uint16_t)low;
			map->transposed[cell] = (uint16_t)other;
			map->offset[cell] = (uint16_t)offset;
		}
		for (int offset = length - 1, high = line * length + length - 1; offset >= 0;
		     offset--) {
			const int cell = line * length + offset;
			if (level->map[axis == TILT_HORIZONTAL ? cell : map->transposed[cell]])
				high = cell - 1;
			map->high[cell] = (uint16_t)high;
		}
	}
}

void tilt_axis_slide_low(const struct tilt_axis_map *map, uint16_t *cell, int blocks)
{
	for (int i = 0; i < blocks; i++) {
		const int low = map->low[cell[i]];
		cell[i] = (uint16_t)(i > 0 && cell[i - 1] >= low ? cell[i - 1] + 1 : low);
	}
}

void tilt_axis_slide_high(const struct tilt_axis_map *map, uint16_t *cell, int blocks)
{
	for (int i = blocks - 1; i >= 0; i--) {
		const int high = map->high[cell[i]];
		cell[i] =
			(uint16_t)(i < blocks - 1 && cell[i + 1] <= high ? cell[i + 1] - 1 : high);
	}
}

void tilt_axis_transpose(const struct tilt_axis_map *map, const uint16_t *cell,
                         const uint8_t *label, int blocks, uint16_t *transposed,
                         uint8_t *transposed_label)
{
	uint8_t first[SIDE_MAX + 1] = {0}; /* index of each line's first block */
	for (int i = 0; i < blocks; i++)
		first[map->offset[cell[i]] + 1]++;
	for (int line = 1; line < map->length; line++)
		first[line] = (uint8_t)(first[line] + first[line - 1]);
	for (int i = 0; i < blocks; i++) {
		const int to = first[map->offset[cell[i]]]++;
		transposed[to] = map->transposed[cell[i]];
		transposed_label[to] = label[i];
	}
}
