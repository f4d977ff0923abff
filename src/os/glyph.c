#include "os/glyph.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>
#include <unictype.h>
#include <unigbrk.h>
#include <uniwidth.h>

#include "os/text.h"

#ifdef HAVE_FRIBIDI
#include <fribidi.h>
#endif

enum {
	CLUSTER_FIRST = 0x110000, /* the number of the first cluster */
	WINDOW_BYTES = 128,       /* where the end of a cluster is looked for */
	SLOTS = 2 * GLYPH_CLUSTERS_MAX,
	MARKS_FIRST = 0x0300, /* before it are the letters of Latin, and no marks */
	EMOJI_STYLE = 0xFE0F, /* after a symbol that can be text or an emoji */
	JOINER = 0x200D,      /* between the parts of an emoji */
	BLACK_FLAG = 0x1F3F4, /* before tags: letters that say whose flag it is */
	TAG_FIRST = 0xE0020,
	TAG_LAST = 0xE007F,
	FLAG_FIRST = 0x1F1E6, /* regional indicators: two make a flag */
	FLAG_LAST = 0x1F1FF,
	SKIN_FIRST = 0x1F3FB, /* colours of skin, which change the emoji before them */
	SKIN_LAST = 0x1F3FF,
};

struct widths {
	uint8_t width, most; /* glyph_width, glyph_width_max */
};

struct cluster {
	char bytes[GLYPH_BYTES_MAX];
	uint8_t length;
	struct widths widths;
};

/* All clusters met, and a hash table of their numbers + 1. */
static struct cluster clusters[GLYPH_CLUSTERS_MAX];
static int cluster_count;
static uint16_t slots[SLOTS];

/* ---- code points ---- */

static bool is_mark(char32_t point)
{
	return uc_is_general_category_withtable(point, UC_CATEGORY_MASK_M);
}

static bool is_ignorable(char32_t point)
{
	return uc_is_property(point, UC_PROPERTY_DEFAULT_IGNORABLE_CODE_POINT);
}

/* Whether it is shown when it stands alone. */
static bool is_shown(char32_t point)
{
	return !uc_is_general_category_withtable(point, UC_CATEGORY_MASK_C | UC_CATEGORY_MASK_M |
	                                                        UC_CATEGORY_MASK_Zl |
	                                                        UC_CATEGORY_MASK_Zp) &&
	       !is_ignorable(point);
}

/* Whether a code point may follow in a cluster. An invisible one only where it makes a difference:
 * else two texts would look the same. */
static bool may_follow(char32_t base, char32_t point)
{
	if (!is_ignorable(point))
		return true;
	if (point >= TAG_FIRST && point <= TAG_LAST)
		return base == BLACK_FLAG;
	if (point == EMOJI_STYLE && base < MARKS_FIRST)
		return uc_is_property(base, UC_PROPERTY_EMOJI);
	return base >= MARKS_FIRST && (uc_is_property(point, UC_PROPERTY_JOIN_CONTROL) ||
	                               uc_is_property(point, UC_PROPERTY_VARIATION_SELECTOR));
}

static int point_width(char32_t point)
{
	const int width = uc_width(point, "UTF-8");
	return width > 0 ? width : 0;
}

bool glyph_is_typed(char32_t point)
{
	if (point < 0x80 || !text_locale_is_utf8())
		return point >= ' ' && point < 0x7F;
	return is_shown(point) || is_mark(point) || point == JOINER;
}

/* ---- clusters ---- */

static bool is_flag(char32_t point)
{
	return point >= FLAG_FIRST && point <= FLAG_LAST;
}

/* Emoji of several parts take two columns, on terminals that know them. */
static struct widths measure(const char *text, size_t length)
{
	const char *end = text + length;
	int sum = 0;
	bool emoji = false;
	while (text < end) {
		const char32_t point = text_decode(&text, end);
		sum += is_flag(point) ? 2 : point_width(point);
		emoji |= point == EMOJI_STYLE || point == JOINER || is_flag(point) ||
		         (point >= SKIN_FIRST && point <= SKIN_LAST);
	}
	const int most = sum > 2 ? sum : emoji ? 2 : 0;
	return (struct widths){.width = emoji || sum >= 2 ? 2 : 1, .most = (uint8_t)most};
}

static size_t hash_of(const char *bytes, size_t length)
{
	uint32_t hash = 2166136261U; /* FNV-1a */
	for (size_t i = 0; i < length; i++)
		hash = (hash ^ (unsigned char)bytes[i]) * 16777619U;
	return hash % SLOTS;
}

/* The number of a cluster; '?' if there is no room. */
static char32_t number_of(const char *bytes, size_t length)
{
	size_t slot = hash_of(bytes, length);
	for (; slots[slot] != 0; slot = (slot + 1) % SLOTS) {
		const struct cluster *known = &clusters[slots[slot] - 1];
		if (known->length == length && memcmp(known->bytes, bytes, length) == 0)
			return CLUSTER_FIRST + slots[slot] - 1U;
	}
	if (cluster_count == GLYPH_CLUSTERS_MAX)
		return U'?';
	struct cluster *cluster = &clusters[cluster_count++];
	memcpy(cluster->bytes, bytes, length);
	cluster->length = (uint8_t)length;
	cluster->widths = measure(bytes, length);
	slots[slot] = (uint16_t)cluster_count;
	return CLUSTER_FIRST + (char32_t)cluster_count - 1;
}

static const struct cluster *cluster_of(char32_t glyph)
{
	assert(glyph - CLUSTER_FIRST < (char32_t)cluster_count);
	return &clusters[glyph - CLUSTER_FIRST];
}

/* ---- taking glyphs ---- */

/* Whether a cluster ends between two code points, the first of which begins it. */
static bool is_end_after(char32_t first, const char *text, const char *end)
{
	if (text == end || (unsigned char)*text < 0x80)
		return true;
	const char32_t next = text_decode(&text, end);
	return !is_flag(first) && uc_is_grapheme_break(first, next);
}

/* The end of the cluster that begins at `text`, as far as it may be shown. */
static const char *end_of(const char *text, const char *end)
{
	char breaks[WINDOW_BYTES];
	const size_t rest = (size_t)(end - text), size = rest < WINDOW_BYTES ? rest : WINDOW_BYTES;
	u8_grapheme_breaks((const uint8_t *)text, size, breaks);
	const char *at = text;
	const char32_t base = text_decode(&at, end);
	while (at < text + size && breaks[at - text] == 0) {
		const char *next = at;
		if (!may_follow(base, text_decode(&next, end)))
			break;
		at = next;
	}
	if (size == rest || at + TEXT_BYTES_MAX <= text + size)
		return at;
	/* Marks are piled up: all of them are one glyph, too many to be shown. */
	for (const char *next = at; next < end && is_mark(text_decode(&next, end));)
		at = next;
	return at;
}

/* Takes a glyph of a text; returns the bytes of a cluster that can be shown, or else 0 and the code
 * point, '?' if it can't be shown. */
static size_t take(const char **text, const char *end, char32_t *point)
{
	const char *start = *text;
	*point = text_decode(text, end);
	if (*point < 0x80 && (*text == end || (unsigned char)**text < 0x80)) {
		if (*point < ' ' || *point == 0x7F)
			*point = U'?';
		return 0;
	}
	const char *after = *text;
	if (*point != TEXT_INVALID && is_shown(*point) && !is_end_after(*point, *text, end))
		*text = end_of(start, end);
	if (*text == after) {
		if (glyph_width(*point) == 0)
			*point = U'?';
		return 0;
	}
	const size_t length = (size_t)(*text - start);
	*point = U'?';
	return length <= GLYPH_BYTES_MAX && text_is_utf8(start, length) && text_locale_is_utf8()
	               ? length
	               : 0;
}

char32_t glyph_next(const char **text, const char *end)
{
	const char *start = *text;
	char32_t point;
	const size_t length = take(text, end, &point);
	return length == 0 ? point : number_of(start, length);
}

struct shown_glyph glyph_take(const char **text, const char *end)
{
	const char *start = *text;
	char32_t point;
	struct shown_glyph glyph = {.length = take(text, end, &point)};
	if (glyph.length == 0) {
		glyph.length = text_encode(glyph.bytes, point);
		glyph.columns = glyph_width(point);
		return glyph;
	}
	memcpy(glyph.bytes, start, glyph.length);
	glyph.columns = measure(start, glyph.length).width;
	return glyph;
}

size_t glyph_bytes(const char *text)
{
	const char *at = text, *end = text + strlen(text);
	char32_t point;
	if (at < end)
		take(&at, end, &point);
	return (size_t)(at - text);
}

size_t glyph_encode(char out[GLYPH_BYTES_MAX], char32_t glyph)
{
	if (glyph < CLUSTER_FIRST)
		return text_encode(out, glyph);
	const struct cluster *cluster = cluster_of(glyph);
	memcpy(out, cluster->bytes, cluster->length);
	return cluster->length;
}

int glyph_width(char32_t glyph)
{
	if (glyph >= CLUSTER_FIRST)
		return cluster_of(glyph)->widths.width;
	if (glyph < 0x80)
		return glyph >= ' ' && glyph != 0x7F;
	return text_locale_is_utf8() && is_shown(glyph) ? point_width(glyph) : 0;
}

int glyph_width_max(char32_t glyph)
{
	return glyph >= CLUSTER_FIRST ? cluster_of(glyph)->widths.most : 0;
}

/* ---- from right to left ---- */

#ifdef HAVE_FRIBIDI

enum { RIGHT_TO_LEFT_FIRST_BYTE = 0xD6 }; /* of U+0590, before which there is no such letter */

bool glyph_has_right_to_left(const char *text)
{
	const char *end = text + strlen(text);
	while (text < end) {
		if ((unsigned char)*text < RIGHT_TO_LEFT_FIRST_BYTE)
			text++;
		else if (FRIBIDI_IS_RTL(fribidi_get_bidi_type(text_decode(&text, end))))
			return true;
	}
	return false;
}

/* The code point that decides how a glyph behaves. */
static char32_t base_of(char32_t glyph)
{
	if (glyph < CLUSTER_FIRST)
		return glyph;
	const char *text = cluster_of(glyph)->bytes;
	return text_decode(&text, text + cluster_of(glyph)->length);
}

/* The same glyph with another base. */
static char32_t with_base(char32_t glyph, char32_t base)
{
	char bytes[GLYPH_BYTES_MAX + TEXT_BYTES_MAX];
	if (glyph < CLUSTER_FIRST)
		return base;
	const struct cluster *cluster = cluster_of(glyph);
	const char *marks = cluster->bytes, *end = marks + cluster->length;
	text_decode(&marks, end);
	const size_t size = text_encode(bytes, base), rest = (size_t)(end - marks);
	memcpy(bytes + size, marks, rest);
	return size + rest <= GLYPH_BYTES_MAX ? number_of(bytes, size + rest) : base;
}

enum text_direction glyph_direction(const char *text)
{
	const char *end = text + strlen(text);
	int balance = 0;
	if (!glyph_has_right_to_left(text))
		return LEFT_TO_RIGHT;
	while (text < end) {
		const FriBidiCharType type = fribidi_get_bidi_type(text_decode(&text, end));
		if (FRIBIDI_IS_LETTER(type))
			balance += FRIBIDI_IS_RTL(type) ? 1 : -1;
	}
	return balance > 0 ? RIGHT_TO_LEFT : LEFT_TO_RIGHT;
}

int glyph_order(enum text_direction direction, char32_t glyphs[], int place[], int count)
{
	FriBidiChar base[GLYPH_LINE_MAX];
	FriBidiCharType type[GLYPH_LINE_MAX];
	FriBidiBracketType bracket[GLYPH_LINE_MAX];
	FriBidiLevel level[GLYPH_LINE_MAX];
	FriBidiArabicProp joining[GLYPH_LINE_MAX];
	FriBidiStrIndex order[GLYPH_LINE_MAX];
	char32_t ordered[GLYPH_LINE_MAX];
	assert(count <= GLYPH_LINE_MAX);
	if (count <= 0)
		return 0;
	for (int i = 0; i < count; i++) {
		base[i] = base_of(glyphs[i]);
		place[i] = order[i] = i;
	}
	fribidi_get_bidi_types(base, count, type);
	fribidi_get_bracket_types(base, count, type, bracket);
	FriBidiParType side = direction == LEFT_TO_RIGHT ? FRIBIDI_PAR_LTR : FRIBIDI_PAR_RTL;
	if (fribidi_get_par_embedding_levels_ex(type, bracket, count, &side, level) <= 1)
		return count; /* no level above 0, or no memory */
	fribidi_get_joining_types(base, count, joining);
	fribidi_join_arabic(type, count, level, joining);
	fribidi_shape(FRIBIDI_FLAG_SHAPE_MIRRORING | FRIBIDI_FLAG_SHAPE_ARAB_PRES |
	                      FRIBIDI_FLAG_SHAPE_ARAB_LIGA,
	              level, count, joining, base);
	if (fribidi_reorder_line(0, type, count, 0, side, level, NULL, order) == 0)
		return count;
	int kept = 0;
	for (int i = 0; i < count; i++) {
		if (base[order[i]] == FRIBIDI_CHAR_FILL) /* became part of a ligature */
			continue;
		place[kept] = order[i];
		ordered[kept++] = with_base(glyphs[order[i]], base[order[i]]);
	}
	memcpy(glyphs, ordered, (size_t)kept * sizeof *ordered);
	return kept;
}

#else

bool glyph_has_right_to_left(const char *text)
{
	(void)text;
	return false;
}

enum text_direction glyph_direction(const char *text)
{
	(void)text;
	return LEFT_TO_RIGHT;
}

int glyph_order(enum text_direction direction, char32_t glyphs[], int place[], int count)
{
	(void)direction;
	(void)glyphs;
	for (int i = 0; i < count; i++)
		place[i] = i;
	return count;
}

#endif
