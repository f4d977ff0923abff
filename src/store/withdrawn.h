/* The names whose results no longer count on other hosts, because the guest was forgotten or has
 * another name now: the file "withdrawn.log" in our folder, in lines of the leaderboard's format
 * (store/score_file.h) with the tag withdraw1:
 *
 *   DATE NAME UNTIL
 *
 * parlour-sync tells them to other hosts. Lines are only appended, under the lock of the table of
 * guests, by a game that is not in the sandbox. */
#ifndef PARLOUR_STORE_WITHDRAWN_H
#define PARLOUR_STORE_WITHDRAWN_H

/* From now on results of this name up to now don't count. NULL, or why that could not be noted, in
 * a few words. */
const char *withdrawn_add(const char *name);

/* They count again, if they were withdrawn: the guest has this name again. */
const char *withdrawn_return(const char *name);

#endif
