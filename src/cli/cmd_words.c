// broadside words show, words check: the sentences of the pages in another language.
#include <stdio.h>

#include "broadside/site.h"
#include "cli.h"

static const cli_option show_options[] = {
    {0, NULL, NULL, NULL},
};

static const cli_option check_options[] = {
    {'q', "quiet", NULL, "no line for what is complete"},
    {0, NULL, NULL, NULL},
};

static int show(cli_run *cli)
{
    const char *value;
    int status;
    if (!cli_ready(cli_next(cli, &value), &status)) {
        return status;
    }
    brs_err err = BRS_ERR_NONE;
    brs_catalogue_report report;
    brs_str text;
    const char *name = cli->operands > 0 ? cli->operand[0] : "en";
    if (!brs_site_catalogue(name, &cli->arena, (brs_report){NULL, NULL}, &text, &report, &err)) {
        return cli_error(&err);
    }
    puts("# Sentences of the pages; languages/README.md says how to translate them.\n#\n# language fr\n# name     Fran\xc3\xa7"
         "ais\n# plural   one   n = 0..1\n# plural   other");
    fwrite(text.ptr, 1, text.len, stdout);
    return BRS_OK;
}

static int check(cli_run *cli)
{
    const char *value;
    int status, letter;
    bool quiet = false, complete = true;
    while ((letter = cli_next(cli, &value)) >= 0) {
        quiet = quiet || letter == 'q';
    }
    if (!cli_ready(letter, &status)) {
        return status;
    }
    if (cli->operands == 0) {
        return cli_misuse(cli, "which language? Name one, or the file of a catalogue");
    }
    for (int i = 0; i < cli->operands; i++) {
        cli_tally tally;
        brs_err err = BRS_ERR_NONE;
        brs_catalogue_report report;
        if (!brs_site_catalogue(cli->operand[i], &cli->arena, cli_reporter(&tally), NULL, &report, &err)) {
            return cli_error(&err);
        }
        const bool whole = report.missing == 0 && report.unused == 0;
        complete = complete && whole;
        if (!quiet || !whole) {
            printf("%s: %d sentences, %d not translated, %d that no page says\n", cli->operand[i], report.sentences, report.missing, report.unused);
        }
    }
    return complete ? BRS_OK : BRS_TEXT;
}

const cli_command cmd_words_show = {
    "words show", "[LANGUAGE]", "Prints every sentence of the pages, with its translation.",
    "broadside words show > fr.words           begin a language\n"
    "broadside words show ./fr.words | less    all of it, in the order of the pages\n",
    show_options, show, CLI_READS,
};

const cli_command cmd_words_check = {
    "words check", "LANGUAGE...", "Says whether a language of the pages is complete, and what it lacks.",
    "broadside words check ./fr.words\n",
    check_options, check, CLI_READS,
};
