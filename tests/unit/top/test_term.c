/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What terminals send, as keys and events of the mouse; how many colours they have. */
#include <locale.h>
#include <poll.h>
#include <pty.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/common/run_silent.h"
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

static void type(int keyboard, const char *bytes)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};

    ck_assert_int_gt(write(keyboard, bytes, strlen(bytes)), 0);
    WAIT_UNTIL (poll(&input, 1, 0) > 0, "%s", bytes + 1)
        continue;
}

LOOP(bytes_are_keys, COUNT_OF(cases))
{
    int keys[COUNT_OF(cases[0].keys) + 1] = {0};
    struct terminal *term;
    int count = 0, colours, key;
    const int keyboard = open_terminal(cases[_i].type, &term, &colours);

    for (int i = 0; i < 2 && cases[_i].parts[i]; i++) {
        type(keyboard, cases[_i].parts[i]);
        while (count < COUNT_OF(keys) - 1 && (key = term_key(term)) != TERM_NO_KEY)
            if (key != TERM_UNKNOWN_KEY)
                keys[count++] = key;
    }
    for (int i = 0; i < COUNT_OF(cases[0].keys); i++)
        ck_assert_int_eq(keys[i], cases[_i].keys[i]);
    ck_assert_int_eq(term_close(term, NULL), 0);
}

static void expect_sent(int keyboard, const char *wanted)
{
    char sent[65536] = "";
    size_t len = 0;

    WAIT_UNTIL (strstr(sent, wanted), "%zu other bytes", len) {
        const ssize_t got = read_within(keyboard, sent + len, sizeof(sent) - 1 - len, 0);

        len += got > 0 ? (size_t)got : 0;
        sent[len] = '\0';
    }
}

static const struct {
    const char *bytes;
    bool is_wanted;
    struct mouse mouse;
} events[] = {
    {"\033[M $\"", true, {MOUSE_CLICK, 1, 3}},
    {"\033[M#$\"", false, {0}},  /* a release */
    {"\033[M\"$\"", false, {0}}, /* the third button */
    {"\033[M`$\"", true, {MOUSE_WHEEL_UP, 1, 3}},
    {"\033[Ma$\"", true, {MOUSE_WHEEL_DOWN, 1, 3}},
    {"\033[Mb$\"", false, {0}}, /* a button that few mice have */
    {"\033[MC$\"", false, {0}}, /* a movement */
};

CASE(the_mouse_is_read)
{
    struct terminal *term;
    int colours, key;
    const int keyboard = open_terminal("screen", &term, &colours);

    expect_sent(keyboard, "\033[?1000h");
    alarm(300); /* for term_key() must not wait, whatever the mouse did */
    for (int i = 0; i < COUNT_OF(events); i++) {
        struct mouse mouse = {0};
        bool is_wanted = false;

        type(keyboard, events[i].bytes);
        while ((key = term_key(term)) != TERM_NO_KEY) {
            ck_assert_int_eq(key, PRESS_MOUSE);
            is_wanted |= term_mouse(&mouse);
        }
        ck_assert_msg(is_wanted == events[i].is_wanted, "%s", events[i].bytes + 1);
        ck_assert_int_eq(mouse.action, events[i].mouse.action);
        ck_assert_uint_eq(mouse.row, events[i].mouse.row);
        ck_assert_uint_eq(mouse.col, events[i].mouse.col);
    }
    term_set_mouse(term, false);
    expect_sent(keyboard, "\033[?1000l");
    term_set_mouse(term, true);
    expect_sent(keyboard, "\033[?1000h");
    ck_assert_int_eq(term_close(term, NULL), 0);
}

static const struct {
    const char *type, *none;
    int colours;
} terminals[] = {
    {"xterm", "", 8},
    {"xterm", "1", 0},
    {"screen-256color", "", 256},
    {"vt100", "", 0},
};

LOOP(colours_are_counted, COUNT_OF(terminals))
{
    struct terminal *term;
    int colours = -1;

    setenv("NO_COLOR", terminals[_i].none, 1);
    open_terminal(terminals[_i].type, &term, &colours);
    ck_assert_int_eq(colours, terminals[_i].colours);
    ck_assert_int_eq(term_close(term, NULL), 0);
}
