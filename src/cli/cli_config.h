// Settings: what an option is when the command line does not give it. Rows of the table marked CLI_SETTING have one.
//
// The first of these that says something counts: the command line, the environment (BRS_LANG, BRS_SITE_LANG),
// ./broadside.conf, $XDG_CONFIG_HOME/broadside/config, what is built in. At each level "site.lang" goes before "lang".
// No setting names a file: ./broadside.conf may be a stranger's, and a site would publish what it names. What would reach
// a recorded game (CLI_RECORDED) is told on standard error, so that nobody records another game than they think.
#ifndef CLI_CLI_CONFIG_H
#define CLI_CLI_CONFIG_H

#include "cli.h"

enum { CLI_MAX_CONFIG = 1 << 16 };  // bytes of a file

typedef enum { CLI_BUILT_IN, CLI_OF_USER, CLI_OF_FOLDER, CLI_OF_ENVIRONMENT, CLI_OF_COMMAND_LINE } cli_origin;

// A setting that there is.
typedef struct {
    const cli_command *command;  // NULL: every command has it
    const cli_option *option;
    const char *key, *variable;  // "site.lang", "BRS_SITE_LANG"
    const char *any_variable;    // "BRS_LANG": that of all commands, as the key "lang" is
} cli_setting;

// What it is in this run.
typedef struct {
    cli_origin origin;
    const char *value;  // NULL: nothing, as when the option is not given
    const char *where;  // the file or the variable
    int line;           // of the file
} cli_value_set;

typedef struct {
    const char *path;   // NULL: there is none
    bool there;
} cli_config_file;

typedef struct cli_config_line {
    const char *key, *value;
    cli_origin origin;
    int line;
} cli_config_line;

typedef struct cli_config {
    cli_setting *setting;
    int settings;
    cli_config_file file[2];  // by origin - CLI_OF_USER
    const char *given[CLI_MAX_OPTIONS];  // cli_given, before settings were put in front
    bool off;                 // --no-config or BRS_NO_CONFIG
    cli_config_line *line;
    int lines;
    brs_err err;              // the first mistake; then nothing was taken from anywhere
} cli_config;

// Reads the files and the environment, before the sandbox closes, and puts what the command line does not give in front
// of it. False: reported, the run ends with *status. `config` runs in any case, and tells of cli->config->err itself.
bool cli_config_apply(cli_run *cli, int *status);

// given: what the command line says, NULL when it says nothing.
cli_value_set cli_config_find(cli_run *cli, const cli_setting *setting, const char *given);

// "./broadside.conf:3", "BRS_LANG", "command line", "built in".
const char *cli_config_where(cli_run *cli, const cli_value_set *set);

#endif
