#include "puzzles/tilt/solver/sight.h"

#include "algo/random.h"

void tilt_look(struct tilt_sight *sight, const struct level *level, enum tilt_axis axis)
{
	const int lines = axis == TILT_SIDEWAYS ? level->rows : level->columns;
	const int length = axis == TILT_SIDEWAYS ? level->columns : level->rows;
	struct random random = {(uint64_t)axis + 1};
	sight->length = length;
	for (int line = 0; line < lines; line++) {
		int low = line * length;
		for (int place = 0; place < length; place++) {
			const int cell = line * length + place;
			const int other = place * lines + line;
			if (level->map[axis == TILT_SIDEWAYS ? cell : other])
				low = cell + 1;
			sight->low[cell] = (uint16_t)low;
			sight->crossed[cell] = (uint16_t)other;
			sight->place[cell] = (uint16_t)place;
			sight->key[cell] = random_next(&random);
		}
		for (int place = length - 1, high = line * length + length - 1; place >= 0;
		     place--) {
			const int cell = line * length + place;
			if (level->map[axis == TILT_SIDEWAYS ? cell : sight->crossed[cell]])
				high = cell - 1;
			sight->high[cell] = (uint16_t)high;
		}
	}
}

void tilt_settle_low(const struct tilt_sight *sight, uint16_t *cell, int blocks)
{
	for (int i = 0; i < blocks; i++) {
		const int low = sight->low[cell[i]];
		cell[i] = (uint16_t)(i > 0 && cell[i - 1] >= low ? cell[i - 1] + 1 : low);
	}
}

void tilt_settle_high(const struct tilt_sight *sight, uint16_t *cell, int blocks)
{
	for (int i = blocks - 1; i >= 0; i--) {
		const int high = sight->high[cell[i]];
		cell[i] =
			(uint16_t)(i < blocks - 1 && cell[i + 1] <= high ? cell[i + 1] - 1 : high);
	}
}

void tilt_cross(const struct tilt_sight *sight, const uint16_t *cell, const uint8_t *label,
                int blocks, uint16_t *crossed, uint8_t *crossed_label)
{
	uint8_t first[SIDE_MAX + 1] = {0};
	for (int i = 0; i < blocks; i++)
		first[sight->place[cell[i]] + 1]++;
	for (int line = 1; line < sight->length; line++)
		first[line] = (uint8_t)(first[line] + first[line - 1]);
	for (int i = 0; i < blocks; i++) {
		const int to = first[sight->place[cell[i]]]++;
		crossed[to] = sight->crossed[cell[i]];
		crossed_label[to] = label[i];
	}
}
