/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "bench/connector.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/base/units.h"
#include "lib/ended/exits.h"

static void run_child(uid_t uid, int told, int answer)
{
    struct connector_heard heard = {0};
    const struct exit_table *table;
    struct exits *exits = NULL;
    bool listens;
    char byte;

    if (setresgid(uid, uid, uid) < 0 || setresuid(uid, uid, uid) < 0)
        _exit(EXIT_FAILURE);
    listens = exits_open(&exits) == 0;
    if (write(answer, &listens, sizeof(listens)) != sizeof(listens) || !listens)
        _exit(EXIT_FAILURE);
    while (read(told, &byte, 1) > 0)
        continue;
    table = exits_take(exits);
    heard.exits = table->threads;
    heard.is_lost = table->is_lost;
    exits_close(exits);
    heard.cpu_s = (double)clock_ns(CLOCK_PROCESS_CPUTIME_ID) / (double)NS_PER_S;
    _exit(write(answer, &heard, sizeof(heard)) == sizeof(heard) ? EXIT_SUCCESS : EXIT_FAILURE);
}

bool connector_start(struct connector *connector, uid_t uid)
{
    int told[2], answer[2];
    bool listens = false;

    if (pipe(told) < 0 || pipe(answer) < 0)
        return false;
    connector->child = fork();
    if (connector->child == 0) {
        close(told[1]);
        run_child(uid, told[0], answer[1]);
    }
    if (connector->child < 0)
        return false;
    close(told[0]);
    close(answer[1]);
    connector->tell = told[1];
    connector->answer = answer[0];
    if (read(connector->answer, &listens, sizeof(listens)) == sizeof(listens) && listens)
        return true;
    connector_stop(connector);
    return false;
}

struct connector_heard connector_stop(const struct connector *connector)
{
    struct connector_heard heard = {0};

    close(connector->tell);
    if (read(connector->answer, &heard, sizeof(heard)) != sizeof(heard))
        heard = (struct connector_heard){0};
    close(connector->answer);
    waitpid(connector->child, NULL, 0);
    return heard;
}
