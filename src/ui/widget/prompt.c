#include "ui/widget/prompt.h"

#include <stdio.h>
#include <string.h>

#include "os/text.h"
#include "puzzle/key.h"

void prompt_begin(struct prompt *prompt, const char *label, const char *text, prompt_done *done)
{
	*prompt = (struct prompt){.open = true, .label = label, .done = done};
	snprintf(prompt->text, sizeof prompt->text, "%s", text);
}

/* ---- editing ---- */

/* Deletes the last character, of however many bytes. */
static void erase(struct prompt *prompt)
{
	size_t length = strlen(prompt->text);
	while (length > 0 && (prompt->text[--length] & 0xC0) == 0x80)
		;
	prompt->text[length] = '\0';
}

static void add(struct prompt *prompt, int key)
{
	char bytes[TEXT_BYTES_MAX + 1] = "";
	if (key < ' ' || key >= PRESS_UP || text_width((char32_t)key) == 0)
		return;
	const size_t length = strlen(prompt->text), size = text_encode(bytes, (char32_t)key);
	if (length + size < sizeof prompt->text)
		memcpy(prompt->text + length, bytes, size + 1);
}

void prompt_edit(struct prompt *prompt, int key)
{
	if (key == PRESS_CONTROL('U'))
		prompt->text[0] = '\0';
	else if (key == PRESS_BACKSPACE)
		erase(prompt);
	else
		add(prompt, key);
}

/* ---- drawing ---- */

void prompt_draw(const struct prompt *prompt, struct picture *picture, int row)
{
	const int room = picture->columns - 3 - text_columns(prompt->label);
	const char *text = prompt->text;
	while (text_columns(text) > room && *text != '\0')
		do
			text++;
		while ((*text & 0xC0) == 0x80);
	picture_fill(picture, row, 0, 1, picture->columns, U' ', ROLE_TEXT, 0);
	picture_print(picture, row, 1, ROLE_STRONG, "%s%s_", prompt->label, text);
}

int prompt_list_keys(const struct prompt *prompt, struct shown_key shown[SHOWN_KEYS_MAX])
{
	static const int keys[] = {PRESS_ENTER, PRESS_TAB, PRESS_CONTROL('U'), PRESS_ESCAPE};
	static const char *const words[] = {"done", "another", "empty", "cancel"};
	const bool of_use[] = {true, prompt->next != NULL, prompt->text[0] != '\0', true};
	int count = 0;
	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
		if (of_use[i]) {
			shown[count] =
				(struct shown_key){.word = words[i], .count = 1, .key = {keys[i]}};
			key_name(keys[i], shown[count++].name[0]);
		}
	return count;
}
