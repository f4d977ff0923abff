/* Simulated players of graded strength on all shipped levels, grouped by rating into quarters: each
 * quarter must be harder for every player. check_rate plays a few games of some levels, the
 * program `grades` many games of all. */
#ifndef PARLOUR_TESTS_SUPPORT_GRADES_H
#define PARLOUR_TESTS_SUPPORT_GRADES_H

#include "play/library.h"
#include "play/rate.h"
#include "play/simulate.h"

enum { GRADES = 5, QUARTERS = 4 };

/* From the weakest to the strongest. */
struct grade {
	const char *name;
	struct simulated player;
};
extern const struct grade grades[GRADES];

/* A level with its rating, and the share of games that each player won. */
struct graded {
	char name[LEVEL_NAME_MAX];
	struct rating rating;
	double success[GRADES];
	double seconds; /* that the rating took */
	int place;      /* among the shipped levels, from 0 */
};

struct graded_list {
	struct graded *levels; /* sorted by rating once all are there */
	int count;
	int games; /* of each player on each level */
};

/* Rates every `step`-th shipped level whose par is at most `par_max`, and plays it. Exits where
 * there is an error. */
void grade_levels(struct graded_list *list, int step, int par_max, int games);
void graded_free(struct graded_list *list);

/* Means over a quarter of the levels by rating, from 0, the easiest. */
double quarter_success(const struct graded_list *list, int quarter, int grade);

/* The first level of a quarter; of QUARTERS: the number of levels. */
int quarter_begin(const struct graded_list *list, int quarter);

#endif
