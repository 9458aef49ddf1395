// broadside config: every setting, what it is, and where that comes from; the files that are looked at.
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "cli_config.h"
#include "str.h"

extern char **environ;

typedef struct {
    bool json, paths;
    cli_run of;                          // the command line that is asked about; its command NULL: all
    const char *given[CLI_MAX_OPTIONS];  // what that gives
} question;

static const cli_option options[] = {
    {'w', "show", NULL, "every setting, where it comes from, and what it is (this also without --show)"},
    {'p', "path", NULL, "the files that are looked at, and whether they are there"},
    {'J', "json", NULL, "one JSON object a setting, or a file"},
    {0, NULL, NULL, NULL},
};

// ---- settings ----------------------------------------------------------------------------------------------------

static const char *const origins[] = {"built in", "user", "folder", "environment", "command line"};

static void tell_json(cli_run *cli, brs_buf *buf, const cli_setting *setting, const cli_value_set *set)
{
    cli_json_begin(buf, cli);
    cli_json_text(buf, "setting", setting->key);
    cli_json_text(buf, "variable", setting->variable);
    cli_json_text(buf, "value", set->value);
    cli_json_text(buf, "origin", origins[set->origin]);
    if (set->where != NULL) {
        cli_json_text(buf, "where", set->where);
    }
    if (set->line > 0) {
        cli_json_number(buf, "line", set->line);
    }
    cli_json_end(buf);
}

static bool is_asked(const question *q, const cli_setting *setting)
{
    return q->of.command == NULL || setting->command == NULL || setting->command == q->of.command;
}

static cli_value_set find(cli_run *cli, const question *q, const cli_setting *setting)
{
    const cli_run *of = q->of.command != NULL ? &q->of : cli;
    const bool given = setting->command == NULL || setting->command == of->command;
    return cli_config_find(cli, setting, given ? cli_given_as(of, q->given, setting->option->name) : NULL);
}

static int larger(int a, size_t b)
{
    return a > (int)b ? a : (int)b;
}

static void tell_settings(cli_run *cli, const question *q)
{
    const cli_config *config = cli->config;
    int wide = 0, wide_where = 0;
    brs_buf json;
    buf_init(&json, &cli->arena, 256);
    for (int i = 0; i < config->settings; i++) {
        if (is_asked(q, &config->setting[i])) {
            const cli_value_set set = find(cli, q, &config->setting[i]);
            wide = larger(wide, strlen(config->setting[i].key));
            wide_where = larger(wide_where, strlen(cli_config_where(cli, &set)));
        }
    }
    for (int i = 0; i < config->settings; i++) {
        const cli_setting *setting = &config->setting[i];
        const cli_value_set set = find(cli, q, setting);
        if (!is_asked(q, setting)) {
            continue;
        } else if (q->json) {
            tell_json(cli, &json, setting, &set);
        } else {
            printf("%-*s  %-*s  %s\n", wide, setting->key, wide_where, cli_config_where(cli, &set), set.value != NULL ? set.value : "-");
        }
    }
}

// A variable that begins as ours do may have been meant for a setting; others are somebody else's.
static void tell_unknown(cli_run *cli)
{
    const cli_config *config = cli->config;
    const char **names = BRS_NEW(&cli->arena, const char *, (size_t)config->settings * 2 + 2);
    const size_t own = strlen("BRS_");
    int n = 0;
    for (int i = 0; i < config->settings; i++) {
        names[n++] = config->setting[i].variable + own;
        names[n++] = config->setting[i].any_variable + own;
    }
    names[n++] = "NO_CONFIG";
    for (char **e = environ; *e != NULL && !config->off; e++) {
        brs_str rest = str_of(*e), name = str_cut(&rest, '=');
        bool known = !str_begins(name, BRS_STR("BRS_"));
        for (int i = 0; i < n && !known; i++) {
            known = str_is(str_behind(name, own), names[i]);
        }
        const char *typed = known ? "" : cli_tame(&cli->arena, brs_arena_string(&cli->arena, name)) + own;
        const char *near = known ? NULL : cli_nearest(typed, names);
        if (near != NULL) {
            fprintf(stderr, "BRS_%s is no setting; did you mean BRS_%s?\n", typed, near);
        }
    }
}

// ---- files -------------------------------------------------------------------------------------------------------

static void tell_paths(cli_run *cli, bool json)
{
    brs_buf buf;
    buf_init(&buf, &cli->arena, 256);
    for (int i = 1; i >= 0; i--) {
        const cli_config_file *file = &cli->config->file[i];
        const char *state = file->path == NULL ? "no XDG_CONFIG_HOME and no HOME" : !file->there ? "not there" : cli->config->off ? "ignored" : "read";
        if (json) {
            cli_json_begin(&buf, cli);
            cli_json_text(&buf, "origin", origins[CLI_OF_USER + i]);
            cli_json_text(&buf, "path", file->path);
            cli_json_bool(&buf, "there", file->there);
            cli_json_end(&buf);
        } else {
            printf("%-9s  %s\n", state, file->path != NULL ? cli_tame(&cli->arena, file->path) : "-");
        }
    }
}

static int run(cli_run *cli)
{
    question *q = BRS_NEW(&cli->arena, question, 1);
    const char *value;
    int letter, status, words = 0;
    memcpy(q->given, cli->config->given, sizeof q->given);
    while ((letter = cli_next(cli, &value)) >= 0) {
        q->json = q->json || letter == 'J';
        q->paths = q->paths || letter == 'p';
    }
    if (!cli_ready(letter, &status)) {
        return status;
    }
    if (q->paths) {
        tell_paths(cli, q->json);
        return BRS_OK;
    }
    if (cli->config->err.code != BRS_OK) {
        return cli_error(&cli->config->err);
    }
    if (cli->operands > 0) {
        q->of = *cli;
        q->of.command = cli_find_command(cli->operands, cli->operand, &words);
        if (q->of.command == NULL) {
            return cli_unknown_command(cli->operands, cli->operand);
        }
        q->of.argc = cli->operands - words + 1;
        q->of.argv = cli->operand + words - 1;
        cli_given(&q->of, q->given);
    }
    tell_settings(cli, q);
    tell_unknown(cli);
    return BRS_OK;
}

const cli_command cmd_config = {
    "config", "[COMMAND...]", "Shows the settings: what options are when they are not given, and which file says so.",
    "broadside config                             every setting, where it comes from, what it is\n"
    "broadside config -- site --lang de games     those that this command line would run with\n"
    "echo lang = de >> broadside.conf             pages made in this folder are in German\n"
    "broadside config --path                      the files that are looked at\n",
    options, run, CLI_READS,
};
