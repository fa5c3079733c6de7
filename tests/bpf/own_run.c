/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bpf/own_run.h"

#include <errno.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include "tests/common/verdict.h"

#define NOBODY 65534

bool own_run_mount(void)
{
    return unshare(CLONE_NEWNS) == 0 && mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
           mount("none", "/run", "tmpfs", 0, "mode=755") == 0;
}

void own_run_become_user(void)
{
    if (setresgid(NOBODY, NOBODY, NOBODY) < 0 || setresuid(NOBODY, NOBODY, NOBODY) < 0)
        die("cannot become a user", errno);
}
