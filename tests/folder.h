/* A folder of its own for what a test writes. */
#ifndef FOLDER_H
#define FOLDER_H

/* Makes a fresh one, below TMPDIR or /tmp; without one there is no test. */
char *folder_new(void);

/* Its end, with all that is in it. */
void folder_free(char *folder);

/* Removes any folder and all that is in it; returns 0 when nothing is left. */
int folder_remove(const char *path);

#endif
