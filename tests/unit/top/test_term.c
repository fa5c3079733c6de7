/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What terminals send, as keys; how many colours they have. */
#include <check.h>
#include <locale.h>
#include <poll.h>
#include <pty.h>
#include <string.h>
#include <unistd.h>

#include "tests/common/wait.h"
#include "tests/unit/run.h"
#include "top/term/term.h"

static const struct {
    const char *type;
    const char *parts[2]; /* the second comes when the first has been read */
    int keys[6];
} cases[] = {
    {"xterm",
     {"\033OA\033OB\033OC\033OD\033OH\033OF"},
     {PRESS_UP, PRESS_DOWN, PRESS_RIGHT, PRESS_LEFT, PRESS_HOME, PRESS_END}},
    {"xterm",
     {"\033[2~\033[3~\033[5~\033[6~\033[Z\t"},
     {PRESS_INSERT, PRESS_DELETE, PRESS_PAGE_UP, PRESS_PAGE_DOWN, PRESS_BACK_TAB, PRESS_TAB}},
    {"xterm",
     {"\033OP\033OQ\033OR\033OS\033[15~"},
     {PRESS_F1, PRESS_F1 + 1, PRESS_F1 + 2, PRESS_F1 + 3, PRESS_F1 + 4}},
    {"xterm",
     {"\033[17~\033[18~\033[19~\033[20~\033[21~"},
     {PRESS_F1 + 5, PRESS_F1 + 6, PRESS_F1 + 7, PRESS_F1 + 8, PRESS_F10}},
    {"xterm", {"\033h\033j\033k\033l"}, {PRESS_LEFT, PRESS_DOWN, PRESS_UP, PRESS_RIGHT}},
    {"xterm",
     {"\033\010\033\n\033\v\033\f"},
     {PRESS_HOME, PRESS_PAGE_DOWN, PRESS_PAGE_UP, PRESS_END}},
    {"xterm", {"\033[200~k\033[201~"}, {PRESS_PASTE_BEGIN, 'k', PRESS_PASTE_END}},
    {"screen", {"\033[M !!k"}, {PRESS_MOUSE, 'k'}},
    {"linux", {"\033[Zk"}, {PRESS_BACK_TAB, 'k'}},
    {"rxvt", {"\033Ob\033Obk"}, {'k'}}, /* Ctrl-Down */
    {"xterm", {"a\303", "\251b"}, {'a', 0xe9, 'b'}},
    {"xterm", {"\351xyz"}, {'x', 'y', 'z'}},
    {"xterm", {"\377\303\303\251\r"}, {0xe9, PRESS_ENTER}},
    {"xterm", {"\351\033OAk\351", "\b"}, {PRESS_UP, 'k', PRESS_BACKSPACE}},
};

static int open_terminal(const char *type, struct terminal **term, int *colours)
{
    struct buf why = {0};
    const struct winsize size = {.ws_row = 24, .ws_col = 80};
    int keyboard, screen;

    setlocale(LC_CTYPE, "C.UTF-8");
    setenv("TERM", type, 1);
    setenv("NCURSES_GPM_TERMS", "", 1); /* libgpm loses memory, and is for real consoles */
    ck_assert_int_eq(openpty(&keyboard, &screen, NULL, NULL, &size), 0);
    dup2(screen, STDIN_FILENO);
    dup2(screen, STDOUT_FILENO);
    ck_assert_int_eq(term_open(term, colours, &why), 0);
    return keyboard;
}

START_TEST(bytes_are_keys)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    int keys[COUNT_OF(cases[0].keys) + 1] = {0};
    struct terminal *term;
    int count = 0, colours, key;
    const int keyboard = open_terminal(cases[_i].type, &term, &colours);

    for (int i = 0; i < 2 && cases[_i].parts[i]; i++) {
        ck_assert_int_gt(write(keyboard, cases[_i].parts[i], strlen(cases[_i].parts[i])), 0);
        WAIT_UNTIL (poll(&input, 1, 0) > 0, "part %d", i)
            continue;
        while (count < COUNT_OF(keys) - 1 && (key = term_key(term)) != TERM_NO_KEY)
            keys[count++] = key;
    }
    for (int i = 0; i < COUNT_OF(cases[0].keys); i++)
        ck_assert_int_eq(keys[i], cases[_i].keys[i]);
    ck_assert_int_eq(term_close(term, NULL), 0);
}
END_TEST

static const struct {
    const char *type, *none;
    int colours;
} terminals[] = {
    {"xterm", "", 8},
    {"xterm", "1", 0},
    {"screen-256color", "", 256},
    {"vt100", "", 0},
};

START_TEST(colours_are_counted)
{
    struct terminal *term;
    int colours = -1;

    setenv("NO_COLOR", terminals[_i].none, 1);
    open_terminal(terminals[_i].type, &term, &colours);
    ck_assert_int_eq(colours, terminals[_i].colours);
    ck_assert_int_eq(term_close(term, NULL), 0);
}
END_TEST

TESTS("term", LOOP(bytes_are_keys, COUNT_OF(cases)), LOOP(colours_are_counted, COUNT_OF(terminals)))
