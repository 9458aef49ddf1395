#include "cli_config.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli_apart.h"
#include "fs.h"
#include "str.h"
#include "text.h"

static const char FOLDER_FILE[] = "./broadside.conf";

// ---- the settings that there are ---------------------------------------------------------------------------------

static char *join(cli_run *cli, const char *first, const char *second, const char *third)
{
    const size_t room = strlen(first) + strlen(second) + strlen(third) + 1;
    char *out = BRS_NEW(&cli->arena, char, room);
    snprintf(out, room, "%s%s%s", first, second, third);
    return out;
}

// "cards-explain.edition": as its manual page is called, so that no key has a blank.
static const char *key_of(cli_run *cli, const cli_command *command, const cli_option *option)
{
    if (command == NULL) {
        return option->name;
    }
    char *key = join(cli, command->name, ".", option->name);
    for (char *c = key; *c != '.'; c++) {
        *c = *c == ' ' ? '-' : *c;
    }
    return key;
}

static const char *variable_of(cli_run *cli, const char *key)
{
    char *variable = join(cli, "BRS_", key, "");
    for (char *c = variable; *c != '\0'; c++) {
        *c = *c == '-' || *c == '.' ? '_' : (char)toupper((unsigned char)*c);
    }
    return variable;
}

static int add_settings(cli_run *cli, const cli_command *command, const cli_option *o, cli_setting *out)
{
    int n = 0;
    for (; o->name != NULL; o++) {
        if ((o->letter & CLI_SETTING) != 0 && out != NULL) {
            const char *key = key_of(cli, command, o);
            out[n] = (cli_setting){command, o, key, variable_of(cli, key), variable_of(cli, o->name)};
        }
        n += (o->letter & CLI_SETTING) != 0 ? 1 : 0;
    }
    return n;
}

// out NULL: only counts them.
static int list_settings(cli_run *cli, cli_setting *out)
{
    int n = add_settings(cli, NULL, cli_common_options, out);
    for (int i = 0; cli_commands[i] != NULL; i++) {
        n += add_settings(cli, cli_commands[i], cli_commands[i]->options, out != NULL ? out + n : NULL);
    }
    return n;
}

static bool is_key(const cli_setting *setting, const char *key)
{
    return strcmp(setting->key, key) == 0 || strcmp(setting->option->name, key) == 0;
}

// ---- values ------------------------------------------------------------------------------------------------------

static bool is_word(const char *words, brs_str value)
{
    for (brs_str rest = str_of(words), word; (word = str_word(&rest)).len > 0;) {
        if (str_equal(word, value)) {
            return true;
        }
    }
    return false;
}

static bool all_words(const char *words, brs_str list)
{
    bool all = list.len > 0 && list.ptr[list.len - 1] != ',';
    while (all && list.len > 0) {
        all = is_word(words, str_cut(&list, ','));
    }
    return all;
}

static bool is_edition(cli_run *cli, const char *name)
{
    for (int i = 0; brs_games[i] != NULL; i++) {
        brs_editions editions;
        brs_err err = BRS_ERR_NONE;
        if (brs_editions_load(brs_games[i], &cli->arena, &editions, &err) && brs_edition_find(&editions, str_of(name)) != NULL) {
            return true;
        }
    }
    return false;
}

// Without what moves a cursor or ends a line.
static bool is_shown(cli_run *cli, const char *value)
{
    enum { MOST = 200 };
    char *tamed = brs_arena_string(&cli->arena, str_of(value));
    text_tame(tamed);
    return strlen(value) <= MOST && strcmp(tamed, value) == 0;
}

static bool is_jobs(const char *value)
{
    int64_t number;
    return str_number(str_of(value), &number) && number >= 1 && number <= CLI_APART_MOST;
}

// What a value has to be, by the name that the table gives it; *is: whether this one is.
static const char *judge(cli_run *cli, const cli_setting *setting, const char *value, bool *is)
{
    const char *name = setting->option->value;
    const cli_value *known = name != NULL ? cli_find_value(str_of(name)) : NULL;
    *is = false;
    if (!is_shown(cli, value)) {
        return "text of at most 200 bytes without control marks";
    } else if (name == NULL) {
        *is = is_word("yes no", str_of(value));
        return "yes or no";
    } else if (strcmp(name, "GAME") == 0) {
        *is = brs_game_find(str_of(value)) != NULL;
        return "a game, as `broadside --version` lists them";
    } else if (strcmp(name, "EDITION") == 0) {
        *is = is_edition(cli, value);
        return "a built-in edition, as `broadside editions list` lists them; a file stands on the command line";
    } else if (strcmp(name, "BOT") == 0) {
        *is = brs_bot_named(str_of(value), &cli->arena) != NULL;
        return "a bot, as `broadside --version` lists them";
    } else if (strcmp(name, "LANGUAGE") == 0) {
        const bool several = setting->command == &cmd_site;
        *is = several ? all_words(known->words, str_of(value)) : is_word(known->words, str_of(value));
        return several ? "languages that are built in, en,de,es; a catalogue stands on the command line"
                       : "a language that is built in: en, de, es; a catalogue stands on the command line";
    } else if (strcmp(name, "NUMBER") == 0) {
        *is = is_jobs(value);
        return "a number from 1 to 64";
    } else if (strcmp(name, "URL") == 0) {
        *is = cli_is_web_address(value);
        return "an address: it begins with https:// or http://, and has no blanks, quotes or brackets";
    } else if (strcmp(name, "NAME") == 0 || strcmp(name, "TAG") == 0) {
        *is = brs_replay_name_valid(str_of(value));
        return "1 to 64 bytes with something to see";
    } else if (known != NULL && known->from == 0) {
        *is = is_word(known->words, str_of(value));
        return join(cli, "one of: ", known->words, "");
    }
    *is = true;
    return "text";
}

static bool check_value(cli_run *cli, const cli_setting *setting, const char *key, const char *value, brs_err *err)
{
    bool is;
    const char *wanted = judge(cli, setting, value, &is);
    if (!is) {
        brs_fail(err, BRS_USAGE, "%s cannot be \"%.100s\": %s%s--%s takes %s", key, value,
                 setting->command != NULL ? setting->command->name : "", setting->command != NULL ? " " : "",
                 setting->option->name, wanted);
        brs_help(err, "change the value, or take no settings with --no-config");
    }
    return is;
}

// ---- a file --------------------------------------------------------------------------------------------------------

static bool is_option(const char *name)
{
    for (int i = 0; cli_commands[i] != NULL; i++) {
        for (const cli_option *o = cli_commands[i]->options; o->name != NULL; o++) {
            if (strcmp(o->name, name) == 0) {
                return true;
            }
        }
    }
    return false;
}

static bool unknown_key(cli_run *cli, const cli_config *config, const char *key, brs_err *err)
{
    const char **words = BRS_NEW(&cli->arena, const char *, (size_t)config->settings * 2 + 1), *dot = strrchr(key, '.');
    int n = 0;
    for (int i = 0; i < config->settings; i++) {
        words[n++] = config->setting[i].key;
        words[n++] = config->setting[i].option->name;
    }
    words[n] = NULL;
    const char *near = cli_nearest(key, words);
    if (is_option(dot != NULL ? dot + 1 : key)) {
        brs_fail(err, BRS_USAGE, "\"%.80s\" is no setting: what this option does belongs on the command line", key);
    } else if (near != NULL) {
        brs_fail(err, BRS_USAGE, "there is no setting \"%.80s\"; did you mean \"%s\"?", key, near);
    } else {
        brs_fail(err, BRS_USAGE, "there is no setting \"%.80s\"", key);
    }
    brs_help(err, "`broadside config --no-config` lists all settings");
    return false;
}

static bool check_line(cli_run *cli, const cli_config *config, const cli_config_line *line, brs_err *err)
{
    bool known = false;
    for (int i = 0; i < config->lines; i++) {
        if (config->line[i].origin == line->origin && strcmp(config->line[i].key, line->key) == 0) {
            brs_fail(err, BRS_USAGE, "\"%s\" is set in line %d already", line->key, config->line[i].line);
            brs_help(err, "leave one of the two");
            return false;
        }
    }
    for (int i = 0; i < config->settings; i++) {
        if (is_key(&config->setting[i], line->key)) {
            known = true;
            if (!check_value(cli, &config->setting[i], line->key, line->value, err)) {
                return false;
            }
        }
    }
    return known || unknown_key(cli, config, line->key, err);
}

// "key = value", a comment, or nothing.
static bool read_line(cli_run *cli, cli_config *config, brs_str text, cli_config_line *line, brs_err *err)
{
    if (memchr(text.ptr, '\0', text.len) != NULL || !text_valid(text)) {
        brs_fail(err, BRS_USAGE, "this is no text: there is a byte 00, or what is not UTF-8");
        brs_help(err, "save the file as UTF-8");
        return false;
    }
    text = str_trim(text);
    if (text.len == 0 || text.ptr[0] == '#') {
        return true;
    }
    brs_str value = text, key = str_trim(str_cut(&value, '='));
    value = str_trim(value);
    if (key.len == 0 || value.len == 0) {
        brs_fail(err, BRS_USAGE, "\"%.80s\" is no setting with a value", brs_arena_string(&cli->arena, text));
        brs_help(err, "write key = value, such as lang = de; a comment is a line that begins with #");
        return false;
    }
    line->key = brs_arena_string(&cli->arena, key);
    line->value = brs_arena_string(&cli->arena, value);
    if (!check_line(cli, config, line, err)) {
        return false;
    }
    config->line[config->lines++] = *line;
    return true;
}

static bool read_file(cli_run *cli, cli_config *config, cli_origin origin)
{
    const char *path = config->file[origin - CLI_OF_USER].path;
    brs_err *err = &config->err;
    brs_str rest, text;
    if (!config->file[origin - CLI_OF_USER].there) {
        return true;
    }
    bool ok = fs_read(path, CLI_MAX_CONFIG, &cli->arena, &rest, err);
    for (int number = 1; ok && str_line(&rest, &text); number++) {
        cli_config_line line = {.origin = origin, .line = number};
        ok = read_line(cli, config, text, &line, err);
        err->line = ok ? 0 : number;
    }
    if (!ok) {
        brs_err_file(err, path);
        brs_help(err, "mend it, or leave it aside with --no-config");
        err->code = err->code == BRS_RETRY ? BRS_RETRY : BRS_USAGE;
    }
    return ok;
}

// ---- where the files are -------------------------------------------------------------------------------------------

// As the XDG base directory specification says: a path that is not absolute is as none.
static void find_files(cli_run *cli, cli_config *config)
{
    const char *folder = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    cli_config_file *user = &config->file[0];
    if (folder != NULL && folder[0] == '/') {
        user->path = join(cli, folder, "/broadside/config", "");
    } else if (home != NULL && home[0] == '/') {
        user->path = join(cli, home, "/.config/broadside/config", "");
    }
    config->file[1].path = FOLDER_FILE;
    for (int i = 0; i < 2; i++) {
        config->file[i].there = config->file[i].path != NULL && fs_exists(config->file[i].path);
    }
}

static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value != NULL && value[0] != '\0' ? value : NULL;
}

static bool check_variable(cli_run *cli, cli_config *config, const cli_setting *setting, const char *name)
{
    const char *value = variable(name);
    if (value == NULL || check_value(cli, setting, name, value, &config->err)) {
        return true;
    }
    brs_err_file(&config->err, "environment");
    return false;
}

static bool check_variables(cli_run *cli, cli_config *config)
{
    bool ok = true;
    for (int i = 0; ok && i < config->settings; i++) {
        const cli_setting *s = &config->setting[i];
        ok = check_variable(cli, config, s, s->variable) && check_variable(cli, config, s, s->any_variable);
    }
    return ok;
}

// ---- what counts ---------------------------------------------------------------------------------------------------

// What help says after "(default: ".
static const char *built_in(cli_run *cli, const cli_option *option)
{
    static const char mark[] = "(default: ";
    const char *from = strstr(option->help, mark), *to = from != NULL ? strchr(from, ')') : NULL;
    if (to == NULL) {
        return option->value != NULL ? NULL : "no";
    }
    from += strlen(mark);
    return brs_arena_string(&cli->arena, (brs_str){from, (size_t)(to - from)});
}

static const cli_config_line *find_line(const cli_config *config, cli_origin origin, const char *key)
{
    for (int i = 0; i < config->lines; i++) {
        if (config->line[i].origin == origin && strcmp(config->line[i].key, key) == 0) {
            return &config->line[i];
        }
    }
    return NULL;
}

cli_value_set cli_config_find(cli_run *cli, const cli_setting *setting, const char *given)
{
    const cli_config *config = cli->config;
    const char *own = variable(setting->variable), *any = variable(setting->any_variable);
    if (given != NULL) {
        return (cli_value_set){CLI_OF_COMMAND_LINE, given, NULL, 0};
    } else if (!config->off && (own != NULL || any != NULL)) {
        return (cli_value_set){CLI_OF_ENVIRONMENT, own != NULL ? own : any, own != NULL ? setting->variable : setting->any_variable, 0};
    }
    for (cli_origin origin = CLI_OF_FOLDER; origin >= CLI_OF_USER; origin--) {
        const cli_config_line *line = find_line(config, origin, setting->key);
        line = line != NULL ? line : find_line(config, origin, setting->option->name);
        if (line != NULL) {
            return (cli_value_set){origin, line->value, config->file[origin - CLI_OF_USER].path, line->line};
        }
    }
    return (cli_value_set){CLI_BUILT_IN, built_in(cli, setting->option), NULL, 0};
}

const char *cli_config_where(cli_run *cli, const cli_value_set *set)
{
    char number[16];
    snprintf(number, sizeof number, "%d", set->line);
    switch (set->origin) {
    case CLI_BUILT_IN: return "built in";
    case CLI_OF_COMMAND_LINE: return "command line";
    case CLI_OF_ENVIRONMENT: return set->where;
    default: return join(cli, set->where, ":", number);
    }
}

// ---- for a run -----------------------------------------------------------------------------------------------------

static void read_all(cli_run *cli, cli_config *config)
{
    config->err = BRS_ERR_NONE;
    config->settings = list_settings(cli, NULL);
    config->setting = BRS_NEW(&cli->arena, cli_setting, (size_t)config->settings);
    list_settings(cli, config->setting);
    config->line = BRS_NEW(&cli->arena, cli_config_line, (size_t)config->settings * 4);  // two keys each in two files
    find_files(cli, config);
    if (!config->off && check_variables(cli, config) && read_file(cli, config, CLI_OF_FOLDER)) {
        read_file(cli, config, CLI_OF_USER);
    }
}

// One setting as a word of the command line; NULL: it adds nothing.
static char *word_of(cli_run *cli, const cli_setting *setting, const cli_value_set *set)
{
    const cli_option *option = setting->option;
    if (set->origin == CLI_BUILT_IN || set->origin == CLI_OF_COMMAND_LINE ||
        (option->value == NULL && strcmp(set->value, "no") == 0)) {
        return NULL;
    }
    if ((option->letter & CLI_RECORDED) == CLI_RECORDED) {
        fprintf(stderr, "broadside %s: %s = %s (%s)\n", cli->command->name, option->name, set->value,
                cli_config_where(cli, set));
    }
    char *word = join(cli, "--", option->name, option->value != NULL ? "=" : "");
    return join(cli, word, option->value != NULL ? set->value : "", "");
}

// Before what was typed, which goes on meaning what it did.
static void put_before(cli_run *cli)
{
    const cli_config *config = cli->config;
    char **argv = BRS_NEW(&cli->arena, char *, (size_t)cli->argc + (size_t)config->settings + 1);
    int n = 0;
    argv[n++] = cli->argv[0];
    for (int i = 0; i < config->settings; i++) {
        const cli_setting *setting = &config->setting[i];
        if (setting->command == NULL || setting->command == cli->command) {
            const cli_value_set set = cli_config_find(cli, setting, cli_given_as(cli, config->given, setting->option->name));
            argv[n] = word_of(cli, setting, &set);
            n += argv[n] != NULL ? 1 : 0;
        }
    }
    memcpy(argv + n, cli->argv + 1, (size_t)(cli->argc - 1) * sizeof *argv);
    cli->argc += n - 1;
    cli->argv = argv;
    argv[cli->argc] = NULL;
}

// Help must come whatever a file says, and a copy that is asked whether it is sound asks nobody else.
static bool reads_none(const cli_command *command)
{
    return command == &cmd_help || command == &cmd_completion || command == &cmd_selftest;
}

bool cli_config_apply(cli_run *cli, int *status)
{
    cli_config *config = BRS_NEW(&cli->arena, cli_config, 1);
    cli_given(cli, config->given);
    if (reads_none(cli->command) || cli_given_as(cli, config->given, "help") != NULL) {
        return true;
    }
    cli->config = config;
    config->off = cli_given_as(cli, config->given, "no-config") != NULL || variable("BRS_NO_CONFIG") != NULL;
    read_all(cli, config);
    if (config->err.code == BRS_OK) {
        put_before(cli);
    } else if (cli->command != &cmd_config) {
        *status = cli_error(&config->err);
        return false;
    }
    return true;
}
