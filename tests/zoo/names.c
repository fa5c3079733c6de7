/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tasks with odd names, and with odd command lines and environments: what looks like the syntax
 * of /proc, what a terminal would obey, what is no text, and what is wide.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include "tests/zoo/kinds.h"

/* Written without the bytes themselves, so that this file stays harmless. */
#define ESCAPE "\033"
#define WIDE   "\xe6\xbc\xa2\xe5\xad\x97" /* two ideographs, two cells each */

static void be_named(const char *name)
{
    prctl(PR_SET_NAME, name);
    zoo_task_stay();
}

void be_named_like_stat(void)
{
    be_named("a) R (b c");
}

void be_named_in_full(void)
{
    be_named("exactly15chars!");
}

void be_named_oddly(void)
{
    be_named("od" ESCAPE "[1md\nbytes\x80");
}

void be_named_widely(void)
{
    be_named("w\303\257de" WIDE);
}

void be_named_with_spaces(void)
{
    be_named("  two  words ");
}

void be_named_nothing(void)
{
    be_named("");
}

void be_called_oddly(void)
{
    char *arguments[] = {(char[]){"args " WIDE " " ESCAPE "[31m\x01"},
                         (char[]){"two\nlines"},
                         (char[]){""},
                         (char[]){"\xff\xfe"},
                         (char[]){"end"},
                         NULL};
    char *environment[] = {(char[]){"PLAIN=1"}, (char[]){"B\xc3\xa9=x\ny"}, NULL};

    zoo_task_exec(arguments, environment);
}

void be_called_nothing(void)
{
    char *arguments[] = {(char[]){""}, NULL};
    char *environment[] = {NULL};

    zoo_task_exec(arguments, environment);
}

void be_called_at_length(void)
{
    static char word[5000];
    char *arguments[] = {(char[]){"long"}, word, NULL};
    char *environment[] = {NULL};

    memset(word, 'x', sizeof(word) - 1);
    zoo_task_exec(arguments, environment);
}
