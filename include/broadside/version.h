// The version, said once: the program, its manual pages, the packages and pkg-config read it here.
//
// Versions are MAJOR.MINOR.PATCH. MAJOR grows when a command, an exit code, the JSON or a declaration of these headers
// changes so that what was written for it must change too; the shared library's name holds it.
#ifndef BROADSIDE_VERSION_H
#define BROADSIDE_VERSION_H

#define BRS_VERSION "0.1.0"

// The day of that version, as manual pages write it.
#define BRS_RELEASED "December 1, 2026"

#endif
