/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bpf/private_run.h"

#include <errno.h>
#include <grp.h>
#include <sched.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include "lib/source/bpf/admin/pin_admin.h"
#include "tests/common/child.h"
#include "tests/common/verdict.h"

#define NOBODY 65534

bool private_run_mount(void)
{
    return unshare(CLONE_NEWNS) == 0 && mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
           mount("none", "/run", "tmpfs", 0, "mode=755") == 0;
}

int private_run_load(struct buf *why)
{
    const struct pin_rights for_all = {.mode = PIN_MODE_WORLD};

    return pin_load(&for_all, true, why);
}

void private_run_pin(void)
{
    struct buf why = {0};
    pid_t child;

    fflush(stdout);
    child = fork();
    if (child == 0) {
        const int result = private_run_load(&why);

        if (result < 0)
            fail("pin_load: %s %s", strerror(-result), buf_text(&why));
        _exit(EXIT_SUCCESS);
    }
    if (child < 0)
        fail("fork of a process that pins: %s", strerror(errno));
    child_reap(child, "a process that pins");
}

void private_run_become_user(void)
{
    if (setgroups(0, NULL) < 0 || setresgid(NOBODY, NOBODY, NOBODY) < 0 ||
        setresuid(NOBODY, NOBODY, NOBODY) < 0)
        fail("becoming user %d: %s", NOBODY, strerror(errno));
}
