// What else can be done with replays: other forms of the same file, comparing, migrating, redacting,
// counting. Nothing here changes what a replay means; what cannot be kept is said.
#ifndef BROADSIDE_REPLAY_TOOLS_H
#define BROADSIDE_REPLAY_TOOLS_H

#include "broadside/replay.h"

// ---- other forms (src/replay/README.md, "Written out"; replay.schema.json) ---------------------

// The same replay with its choices packed (any coder but BRS_CODER_EXPLICIT: whatever the recorder writes)
// or written out. The game is played for that; all keys that say something about it are kept. Fails
// when the replay does not play back.
bool brs_replay_recode(const brs_replay *replay, const brs_setup *setup, brs_coder coder,
                       brs_arena *arena, brs_replay *out, brs_err *err);

// A replay as JSON, choices written out, with words for people. A redacted replay is not played.
bool brs_replay_to_json(const brs_replay *replay, const brs_library *library, brs_arena *arena,
                        brs_str *out, brs_err *err);

// And back: the same bytes as the replay that the text was made of. Unknown members are refused.
bool brs_replay_from_json(brs_str text, const brs_library *library, brs_arena *arena,
                          brs_replay *out, brs_err *err);

#endif
