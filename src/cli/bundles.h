/* A guest who plays on several hosts, with one key (store/bundle.h): what they have is read when a
 * session begins, and what this host has is left for the others when it ends. Does nothing for
 * other players, or where bundles are not carried. */
#ifndef PARLOUR_CLI_BUNDLES_H
#define PARLOUR_CLI_BUNDLES_H

#include "cli/commands.h"

void bundles_begin(struct request *request);
void bundles_end(struct request *request);

/* Takes in what has arrived since; true if that changed anything. For the list of levels only: a
 * game on the screen has its own state. */
bool bundles_arrived(struct request *request);

#endif
