// broadside completion: what a shell needs to complete commands, options and values, made from the table.
#include <string.h>

#include "cli.h"
#include "str.h"

typedef struct {
    brs_buf out;
    const cli_library *library;
} writer;

// Text within '...' of any of the three shells (fish also wants its backslashes doubled).
static void quote(brs_buf *out, brs_str text, bool fish)
{
    buf_puts(out, "'");
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (c == '\'') {
            buf_puts(out, fish ? "\\'" : "'\\''");
        } else {
            buf_puts(out, fish && c == '\\' ? "\\" : "");
            buf_byte(out, (uint8_t)c);
        }
    }
    buf_puts(out, "'");
}

// The words of a value, each quoted.
static void words(writer *w, const cli_value *value, bool fish)
{
    brs_buf all;
    buf_init(&all, w->out.arena, 256);
    cli_value_words(w->library, value, &all);
    for (brs_str rest = buf_str(&all), word; (word = str_word(&rest)).len > 0;) {
        buf_puts(&w->out, " ");
        quote(&w->out, word, fish);
    }
}

// ---- bash ----------------------------------------------------------------------------------------------

// The values' words, then one arm for each command: its options, which of them take what, and its arguments.
static void bash_values(writer *w)
{
    buf_puts(&w->out, "# The words that may stand for a name, and the ending of files.\n"
                      "_broadside_value() {\n    words=() ending= files=\n    case $1 in\n");
    for (const cli_value *v = cli_values; v->name != NULL; v++) {
        buf_putf(&w->out, "    %s) words=(", v->name);
        words(w, v, false);
        buf_puts(&w->out, " )");
        if ((v->from & (CLI_VALUE_FILES | CLI_VALUE_FOLDERS)) != 0) {
            buf_putf(&w->out, " files=%s ending=%s", (v->from & CLI_VALUE_FILES) != 0 ? "file" : "folder",
                     v->ending != NULL ? v->ending : "");
        }
        buf_puts(&w->out, " ;;\n");
    }
    buf_puts(&w->out, "    esac\n}\n\n");
}

static void bash_options(writer *w, const cli_option *o)
{
    for (; o->name != NULL; o++) {
        if (cli_short(o) != '\0') {
            buf_putf(&w->out, " -%c", cli_short(o));
        }
        buf_putf(&w->out, " --%s", o->name);
    }
}

static void bash_option_values(writer *w, const cli_option *o)
{
    for (; o->name != NULL; o++) {
        if (o->value != NULL) {
            buf_puts(&w->out, "        ");
            if (cli_short(o) != '\0') {
                buf_putf(&w->out, "-%c | ", cli_short(o));
            }
            buf_putf(&w->out, "--%s) names=(%s) ;;\n", o->name, o->value);
        }
    }
}

static void bash_command(writer *w, const cli_command *command)
{
    brs_str rest = str_of(command->arguments), name;
    buf_putf(&w->out, "    '%s')\n        options='", command->name);
    bash_options(w, command->options);
    bash_options(w, cli_common_options);
    buf_puts(&w->out, "' names=(");
    while (cli_next_name(&rest, &name)) {
        buf_putf(&w->out, " %.*s", BRS_ARG(name));
    }
    buf_puts(&w->out, " )\n        case $previous in\n");
    bash_option_values(w, command->options);
    bash_option_values(w, cli_common_options);
    buf_puts(&w->out, "        *) free= ;;\n        esac ;;\n");
}

static void bash(writer *w)
{
    brs_buf *out = &w->out;
    buf_puts(out, "# bash completion for broadside, made by: broadside completion bash\n\n");
    bash_values(w);
    buf_puts(out, "_broadside_commands=(");
    for (int i = 0; cli_commands[i] != NULL; i++) {
        buf_puts(out, " ");
        quote(out, str_of(cli_commands[i]->name), false);
    }
    buf_puts(out, " )\n\n"
        "_broadside() {\n"
        "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
        "    local command='' options='' name names=() words=() ending='' files='' free=yes line first=() second=()\n"
        "    COMPREPLY=()\n"
        "    # --option=value is three words here\n"
        "    [[ $previous == = ]] && previous=${COMP_WORDS[COMP_CWORD-2]}\n"
        "    [[ $current == = ]] && current=''\n"
        "    for line in \"${_broadside_commands[@]}\"; do\n"
        "        first+=(\"${line%% *}\")\n"
        "        [[ $line == \"${COMP_WORDS[1]} \"* ]] && second+=(\"${line#* }\")\n"
        "    done\n"
        "    if ((COMP_CWORD == 1)); then\n"
        "        mapfile -t COMPREPLY < <(compgen -W \"${first[*]} --help --version\" -- \"$current\" | sort -u)\n"
        "        return\n"
        "    fi\n"
        "    command=${COMP_WORDS[1]}\n"
        "    if ((${#second[@]} > 0)); then\n"
        "        if ((COMP_CWORD == 2)); then\n"
        "            mapfile -t COMPREPLY < <(compgen -W \"${second[*]}\" -- \"$current\")\n"
        "            return\n"
        "        fi\n"
        "        command+=\" ${COMP_WORDS[2]}\"\n"
        "    fi\n"
        "    case $command in\n");
    for (int i = 0; cli_commands[i] != NULL; i++) {
        bash_command(w, cli_commands[i]);
    }
    buf_puts(out,
        "    esac\n"
        "    if [[ -z $free && $current == -* ]]; then\n"
        "        mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$current\")\n"
        "        return\n"
        "    fi\n"
        "    for name in \"${names[@]}\"; do\n"
        "        _broadside_value \"$name\"\n"
        "        for line in \"${words[@]}\"; do\n"
        "            [[ $line == \"$current\"* ]] && COMPREPLY+=(\"$line\")\n"
        "        done\n"
        "        [[ -n $files ]] || continue\n"
        "        compopt -o filenames 2> /dev/null\n"
        "        while IFS= read -r line; do\n"
        "            [[ -d $line || ($files == file && $line == *\"$ending\") ]] && COMPREPLY+=(\"$line\")\n"
        "        done < <(compgen -f -- \"$current\")\n"
        "    done\n"
        "    ((${#COMPREPLY[@]} == 0)) || mapfile -t COMPREPLY < <(printf '%s\\n' \"${COMPREPLY[@]}\" | sort -u)\n"
        "}\n\n"
        "complete -F _broadside broadside\n");
}

// ---- zsh -----------------------------------------------------------------------------------------------

// Description text of _arguments: brackets and colons mean something there.
static void zsh_text(writer *w, const char *text)
{
    brs_buf escaped;
    buf_init(&escaped, w->out.arena, 256);
    for (; *text != '\0'; text++) {
        buf_puts(&escaped, strchr("[]:\\", *text) != NULL ? "\\" : "");
        buf_byte(&escaped, (uint8_t)*text);
    }
    buf_put(&w->out, buf_str(&escaped));
}

// ":NAME:action" of a value, within a '...'.
static void zsh_value(brs_str name, brs_buf *spec)
{
    const cli_value *v = cli_find_value(name);
    buf_putf(spec, ":%.*s:", BRS_ARG(name));
    if (v == NULL) {
        buf_puts(spec, " ");
    } else {
        buf_putf(spec, "_broadside_value %s", v->name);
    }
}

static void zsh_options(writer *w, const cli_option *o)
{
    for (; o->name != NULL; o++) {
        brs_buf spec;
        buf_init(&spec, w->out.arena, 512);
        writer inner = {spec, w->library};
        buf_putf(&inner.out, "--%s%s[", o->name, o->value != NULL ? "=" : "");
        zsh_text(&inner, o->help);
        buf_puts(&inner.out, "]");
        if (o->value != NULL) {
            zsh_value(str_of(o->value), &inner.out);
        }
        buf_puts(&w->out, "      '*'");
        quote(&w->out, buf_str(&inner.out), false);
        buf_puts(&w->out, " \\\n");
        if (cli_short(o) != '\0') {
            brs_str text = buf_str(&inner.out);
            brs_str rest = text;
            str_cut(&rest, '[');
            buf_putf(&w->out, "      '*'-%c%s", cli_short(o), o->value != NULL ? "+" : "");
            quote(&w->out, (brs_str){rest.ptr - 1, rest.len + 1}, false);
            buf_puts(&w->out, " \\\n");
        }
    }
}

static void zsh_command(writer *w, const cli_command *command)
{
    buf_putf(&w->out, "  '%s')\n    _arguments -s \\\n", command->name);
    zsh_options(w, command->options);
    zsh_options(w, cli_common_options);
    buf_puts(&w->out, "      '*:argument:_broadside_value");
    for (brs_str rest = str_of(command->arguments), name; cli_next_name(&rest, &name);) {
        buf_putf(&w->out, " %.*s", BRS_ARG(name));
    }
    buf_puts(&w->out, "' ;;\n");
}

static void zsh(writer *w)
{
    brs_buf *out = &w->out;
    buf_puts(out, "#compdef broadside\n# zsh completion for broadside, made by: broadside completion zsh\n\n"
                  "# The words and files that may stand for any of the names.\n"
                  "_broadside_value() {\n  local name\n  for name; do\n    case $name in\n");
    for (const cli_value *v = cli_values; v->name != NULL; v++) {
        brs_buf all;
        buf_init(&all, out->arena, 256);
        cli_value_words(w->library, v, &all);
        buf_putf(out, "    %s) ", v->name);
        if (all.len > 0) {
            buf_puts(out, "compadd --");
            words(w, v, false);
            buf_puts(out, "; ");
        }
        if ((v->from & CLI_VALUE_FILES) != 0) {
            buf_putf(out, "_files -g '*%s(-.)'; ", v->ending != NULL ? v->ending : "");
        } else if ((v->from & CLI_VALUE_FOLDERS) != 0) {
            buf_puts(out, "_files -/; ");
        }
        buf_puts(out, ";;\n");
    }
    buf_puts(out, "    esac\n  done\n}\n\n_broadside() {\n  local command\n  local -a commands=(\n");
    for (int i = 0; cli_commands[i] != NULL; i++) {
        brs_buf row;
        buf_init(&row, out->arena, 128);
        buf_putf(&row, "%s:%s", cli_commands[i]->name, cli_commands[i]->brief);
        buf_puts(out, "    ");
        quote(out, buf_str(&row), false);
        buf_puts(out, "\n");
    }
    buf_puts(out,
        "  )\n"
        "  local -aU first=(${${commands%%:*}%% *})\n"
        "  if (( CURRENT == 2 )); then\n"
        "    compadd -- $first --help --version\n"
        "    return\n"
        "  fi\n"
        "  command=$words[2]\n"
        "  local -a second=(${(M)commands:#$command *})\n"
        "  second=(${second#$command })\n"
        "  shift words; (( CURRENT-- ))\n"
        "  if (( $#second )); then\n"
        "    if (( CURRENT == 2 )); then\n"
        "      _describe command second\n"
        "      return\n"
        "    fi\n"
        "    command+=\" $words[2]\"\n"
        "    shift words; (( CURRENT-- ))\n"
        "  fi\n"
        "  case $command in\n");
    for (int i = 0; cli_commands[i] != NULL; i++) {
        zsh_command(w, cli_commands[i]);
    }
    buf_puts(out, "  esac\n}\n\nif [[ $funcstack[1] == _broadside ]]; then\n  _broadside \"$@\"\nelse\n"
                  "  compdef _broadside broadside\nfi\n");
}

// ---- fish ----------------------------------------------------------------------------------------------

static void fish_value(writer *w, brs_str name)
{
    const cli_value *v = cli_find_value(name);
    if (v == NULL) {
        return;
    }
    brs_buf inner_buf;
    buf_init(&inner_buf, w->out.arena, 256);
    writer inner = {inner_buf, w->library};
    words(&inner, v, true);
    if ((v->from & CLI_VALUE_FILES) != 0) {
        buf_putf(&inner.out, " (__fish_complete_suffix %s)", v->ending != NULL ? v->ending : "''");
    } else if ((v->from & CLI_VALUE_FOLDERS) != 0) {
        buf_puts(&inner.out, " (__fish_complete_directories)");
    }
    if (inner.out.len > 0) {
        buf_puts(&w->out, " -a ");
        brs_str list = buf_str(&inner.out);
        buf_puts(&w->out, "\"");
        buf_put(&w->out, (brs_str){list.ptr + 1, list.len - 1});
        buf_puts(&w->out, "\"");
    }
}

static void fish_options(writer *w, const cli_command *command, const cli_option *o)
{
    for (; o->name != NULL; o++) {
        buf_putf(&w->out, "complete -c broadside -n '__broadside_is %s' -l %s", command->name, o->name);
        if (cli_short(o) != '\0') {
            buf_putf(&w->out, " -s %c", cli_short(o));
        }
        if (o->value != NULL) {
            buf_puts(&w->out, " -x");
            fish_value(w, str_of(o->value));
        }
        buf_puts(&w->out, " -d ");
        quote(&w->out, str_of(o->help), true);
        buf_puts(&w->out, "\n");
    }
}

static void fish_command(writer *w, const cli_command *command)
{
    brs_buf *out = &w->out;
    brs_str second = str_of(command->name), first = str_word(&second);
    if (second.len > 0) {
        buf_putf(out, "complete -c broadside -n '__broadside_is %.*s; and test (count (commandline -poc)) -eq 2' -a %.*s -d ",
                 BRS_ARG(first), BRS_ARG(second));
    } else {
        buf_putf(out, "complete -c broadside -n 'test (count (commandline -poc)) -eq 1' -a %.*s -d ", BRS_ARG(first));
    }
    quote(out, str_of(command->brief), true);
    buf_puts(out, "\n");
    fish_options(w, command, command->options);
    fish_options(w, command, cli_common_options);
    for (brs_str rest = str_of(command->arguments), name; cli_next_name(&rest, &name);) {
        buf_putf(out, "complete -c broadside -n '__broadside_is %s'", command->name);
        fish_value(w, name);
        buf_puts(out, "\n");
    }
}

static void fish(writer *w)
{
    buf_puts(&w->out, "# fish completion for broadside, made by: broadside completion fish\n\n"
                      "function __broadside_is\n"
                      "    set -l typed (commandline -poc)\n"
                      "    set -e typed[1]\n"
                      "    string match -q -- \"$argv *\" \"$typed \"\n"
                      "end\n\n"
                      "complete -c broadside -f\n");
    const char *group = "";
    for (int i = 0; cli_commands[i] != NULL; i++) {
        brs_str rest = str_of(cli_commands[i]->name), first = str_word(&rest);
        if (rest.len > 0 && !str_begins(str_of(group), first)) {
            buf_putf(&w->out, "complete -c broadside -n 'test (count (commandline -poc)) -eq 1' -a %.*s\n", BRS_ARG(first));
            group = cli_commands[i]->name;
        }
        fish_command(w, cli_commands[i]);
    }
}

// ---- the command ---------------------------------------------------------------------------------------

static const cli_option options[] = {
    {0, NULL, NULL, NULL},
};

static int run(cli_run *cli)
{
    static const struct {
        const char *shell;
        void (*write)(writer *w);
    } shells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};
    const char *value;
    int status;
    if (!cli_ready(cli_next(cli, &value), &status)) {
        return status;
    }
    for (size_t i = 0; cli->operands == 1 && i < sizeof shells / sizeof *shells; i++) {
        if (strcmp(cli->operand[0], shells[i].shell) == 0) {
            writer w = {.library = cli_library_load(cli)};
            if (w.library == NULL) {
                return cli->failed;
            }
            buf_init(&w.out, &cli->arena, 1 << 16);
            shells[i].write(&w);
            fwrite(w.out.ptr, 1, w.out.len, stdout);
            return BRS_OK;
        }
    }
    return cli_misuse(cli, "for which shell: bash, zsh or fish?");
}

const cli_command cmd_completion = {
    "completion", "SHELL", "Prints what a shell needs to complete commands, options and values.",
    "source <(broadside completion bash)                                for this shell\n"
    "broadside completion zsh > ~/.zfunc/_broadside                     where $fpath has ~/.zfunc\n"
    "broadside completion fish > ~/.config/fish/completions/broadside.fish\n",
    options, run, CLI_READS,
};
