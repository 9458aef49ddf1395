// What things are worth to a player who goes by rules of thumb, in hundredths of a Liberty Point. Reads only what
// that player may know.
#ifndef RNR_WORTH_H
#define RNR_WORTH_H

#include "rnr_state.h"

enum { RNR_WORTH_WINS = 100000 };

int rnr_worth_in_play(const rnr_run *r, int handle);                    // to its controller
int rnr_worth_of_card(const rnr_run *r, int handle);                    // in hand, some day
int rnr_worth_of_strike(const rnr_run *r, int target, int points);      // of points of damage more
int rnr_worth_of_sentence(const rnr_run *r, int you, int handle, int sentence);
int rnr_worth_of_play(const rnr_run *r, int you, int handle);           // now
int rnr_ap_against(const rnr_run *r, int seat);                         // AP that will strike that seat again

#endif
