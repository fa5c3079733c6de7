/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What terminals send, as keys. */
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
    {"xterm", {"\033OA\033[Z"}, {PRESS_UP, PRESS_BACK_TAB}},
    {"xterm", {"\033[200~k\033[201~"}, {PRESS_PASTE_BEGIN, 'k', PRESS_PASTE_END}},
    {"screen", {"\033[M !!k"}, {PRESS_MOUSE, 'k'}},
    {"linux", {"\033[Zk"}, {PRESS_BACK_TAB, 'k'}},
    {"rxvt", {"\033Ob\033Obk"}, {'k'}}, /* Ctrl-Down */
    {"xterm", {"a\303", "\251b"}, {'a', 0xe9, 'b'}},
    {"xterm", {"\351xyz"}, {'x', 'y', 'z'}},
    {"xterm", {"\377\303\303\251\r"}, {0xe9, PRESS_ENTER}},
    {"xterm", {"\351\033OAk\351", "\b"}, {PRESS_UP, 'k', PRESS_BACKSPACE}},
};

static int open_terminal(const char *type, struct terminal **term)
{
    struct buf why = {0};
    const struct winsize size = {.ws_row = 24, .ws_col = 80};
    int keyboard, screen, colours;

    setlocale(LC_CTYPE, "C.UTF-8");
    setenv("TERM", type, 1);
    ck_assert_int_eq(openpty(&keyboard, &screen, NULL, NULL, &size), 0);
    dup2(screen, STDIN_FILENO);
    dup2(screen, STDOUT_FILENO);
    ck_assert_int_eq(term_open(term, &colours, &why), 0);
    return keyboard;
}

START_TEST(bytes_are_keys)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    int keys[COUNT_OF(cases[0].keys) + 1] = {0};
    struct terminal *term;
    const int keyboard = open_terminal(cases[_i].type, &term);
    int count = 0, key;

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

TESTS("term_keys", LOOP(bytes_are_keys, COUNT_OF(cases)))
