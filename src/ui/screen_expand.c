/* The language of terminfo(5), "Parameterized Strings": text, and behind percent signs commands of
 * a small machine with a stack and variables. */
#include "ui/screen_expand.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum {
	STACK_MAX = 20,
	VARIABLES = 'z' - 'A' + 1, /* by their letters */
	NUMBER_MAX = 10000, /* in the capability itself */
	DIGITS_MAX = 32,
};

struct expansion {
	const char *next; /* what is left of the capability */
	struct parameter parameter[EXPAND_PARAMETERS];
	struct parameter stack[STACK_MAX];
	int depth;
	long variable[VARIABLES];
	char *out;
	size_t length, size;
	bool good;
};

/* ---- the stack ---- */

static void push(struct expansion *expansion, struct parameter value)
{
	if (expansion->depth < STACK_MAX)
		expansion->stack[expansion->depth++] = value;
	else
		expansion->good = false;
}

static void push_number(struct expansion *expansion, long number)
{
	push(expansion, (struct parameter){.number = number});
}

/* Nothing is 0: old entries pop more than they push. */
static struct parameter pop(struct expansion *expansion)
{
	return expansion->depth > 0 ? expansion->stack[--expansion->depth]
	                            : (struct parameter){0};
}

static long compute(char operation, long a, long b)
{
	switch (operation) {
	case '+': return a + b;
	case '-': return a - b;
	case '*': return a * b;
	case '/': return b == 0 ? 0 : a / b;
	case 'm': return b == 0 ? 0 : a % b;
	case '&': return a & b;
	case '|': return a | b;
	case '^': return a ^ b;
	case '=': return a == b;
	case '<': return a < b;
	case '>': return a > b;
	case 'A': return a && b;
	default: assert(operation == 'O'); return a || b;
	}
}

static void compute_on_stack(struct expansion *expansion, char operation)
{
	const long b = pop(expansion).number, a = pop(expansion).number;
	push_number(expansion, compute(operation, a, b));
}

/* ---- reading ---- */

/* The next character; '\0' at the end, which stays. */
static char take(struct expansion *expansion)
{
	return *expansion->next == '\0' ? '\0' : *expansion->next++;
}

static int take_number(struct expansion *expansion)
{
	int number = 0;
	for (; isdigit((unsigned char)*expansion->next); expansion->next++)
		if (number < NUMBER_MAX)
			number = 10 * number + (*expansion->next - '0');
	return number;
}

/* "%{number}", behind its brace. */
static void push_constant(struct expansion *expansion)
{
	const bool negative = *expansion->next == '-';
	expansion->next += negative;
	const int number = take_number(expansion);
	push_number(expansion, negative ? -number : number);
	expansion->good &= take(expansion) == '}';
}

/* "%'character'", behind its first quote. */
static void push_character(struct expansion *expansion)
{
	push_number(expansion, take(expansion));
	expansion->good &= take(expansion) == '\'';
}

static void push_parameter(struct expansion *expansion)
{
	const int index = take(expansion) - '1';
	push(expansion, index >= 0 && index < EXPAND_PARAMETERS ? expansion->parameter[index]
	                                                       : (struct parameter){0});
}

/* The place of the variable that is named next. */
static size_t take_variable(struct expansion *expansion)
{
	const char name = take(expansion);
	expansion->good &= name >= 'A' && name <= 'z';
	return expansion->good ? (size_t)(name - 'A') : 0;
}

/* Passes over the rest of a condition: to its end, or to what holds otherwise. */
static void skip(struct expansion *expansion, bool to_otherwise)
{
	for (int inside = 0; *expansion->next != '\0';) {
		if (take(expansion) != '%')
			continue;
		const char command = take(expansion);
		if (inside == 0 && (command == ';' || (command == 'e' && to_otherwise)))
			return;
		inside += (command == '?') - (command == ';');
	}
}

/* ---- output ---- */

static void put(struct expansion *expansion, const char *bytes, size_t length)
{
	expansion->good &= length < expansion->size - expansion->length;
	if (!expansion->good)
		return;
	memcpy(expansion->out + expansion->length, bytes, length);
	expansion->length += length;
}

/* One that would end the text has its highest bit set, which terminals pass over. */
static void put_character(struct expansion *expansion, long number)
{
	const char byte = number == 0 ? '\200' : (char)number;
	put(expansion, &byte, 1);
}

/* A number in C's format; false if it has another. */
static bool print_number(char text[2 * DIGITS_MAX], char format, int width, int digits, long number)
{
	const size_t size = 2 * DIGITS_MAX;
	switch (format) {
	case 'd': snprintf(text, size, "%*.*ld", width, digits, number); return true;
	case 'o': snprintf(text, size, "%*.*lo", width, digits, (unsigned long)number); return true;
	case 'x': snprintf(text, size, "%*.*lx", width, digits, (unsigned long)number); return true;
	case 'X': snprintf(text, size, "%*.*lX", width, digits, (unsigned long)number); return true;
	default: return false;
	}
}

/* "%[[:]flags][width[.precision]][doxXs]". The only flag that changes anything is a leading zero:
 * no terminal places or colours by others. */
static void put_formatted(struct expansion *expansion)
{
	char text[2 * DIGITS_MAX];
	expansion->next += strspn(expansion->next, ":-+# ");
	const bool zeros = *expansion->next == '0';
	const int width = take_number(expansion);
	int digits = zeros ? width : 1;
	if (*expansion->next == '.') {
		expansion->next++;
		digits = take_number(expansion);
	}
	const struct parameter value = pop(expansion);
	const char format = take(expansion);
	if (format == 's' && value.text != NULL)
		put(expansion, value.text, strlen(value.text));
	else if (width <= DIGITS_MAX && digits <= DIGITS_MAX &&
	         print_number(text, format, width, digits, value.number))
		put(expansion, text, strlen(text));
	else
		expansion->good = false;
}

/* ---- commands ---- */

static void increment(struct expansion *expansion)
{
	for (int i = 0; i < EXPAND_PARAMETERS; i++)
		expansion->parameter[i].number++;
}

static size_t length_of(struct parameter value)
{
	return value.text == NULL ? 0 : strlen(value.text);
}

/* Behind the percent sign. */
static void obey(struct expansion *expansion)
{
	static const char operations[] = "+-*/m&|^=<>AO";
	const char command = take(expansion);
	size_t place;
	switch (command) {
	case '%': put_character(expansion, '%'); break;
	case 'c': put_character(expansion, pop(expansion).number); break;
	case 'i': increment(expansion); break;
	case 'p': push_parameter(expansion); break;
	case '{': push_constant(expansion); break;
	case '\'': push_character(expansion); break;
	case 'l': push_number(expansion, (long)length_of(pop(expansion))); break;
	case 'P':
		place = take_variable(expansion);
		expansion->variable[place] = pop(expansion).number;
		break;
	case 'g': push_number(expansion, expansion->variable[take_variable(expansion)]); break;
	case '!': push_number(expansion, !pop(expansion).number); break;
	case '~': push_number(expansion, ~pop(expansion).number); break;
	case '?':
	case ';': break;
	case 't':
		if (pop(expansion).number == 0)
			skip(expansion, true);
		break;
	case 'e': skip(expansion, false); break;
	default:
		if (command != '\0' && strchr(operations, command) != NULL) {
			compute_on_stack(expansion, command);
		} else {
			expansion->next -= command != '\0';
			put_formatted(expansion);
		}
	}
}

bool expand(const char *capability, const struct parameter given[EXPAND_PARAMETERS], char *out,
            size_t size)
{
	struct expansion expansion = {.next = capability, .out = out, .size = size, .good = true};
	memcpy(expansion.parameter, given, sizeof expansion.parameter);
	while (expansion.good && *expansion.next != '\0') {
		const char next = take(&expansion);
		if (next == '%')
			obey(&expansion);
		else
			put(&expansion, &next, 1);
	}
	out[expansion.good ? expansion.length : 0] = '\0';
	return expansion.good;
}
