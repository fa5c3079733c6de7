/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bpf/private_run.h"

#include <errno.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/source/bpf/admin/pin_admin.h"
#include "tests/common/verdict.h"

#define NOBODY 65534

bool private_run_mount(void)
{
    return unshare(CLONE_NEWNS) == 0 && mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
           mount("none", "/run", "tmpfs", 0, "mode=755") == 0;
}

/* In a process of its own, since it gives up its rights. */
void private_run_pin(void)
{
    const struct pin_rights for_all = {.mode = PIN_MODE_WORLD};
    struct buf why = {0};
    pid_t child;
    int status;

    fflush(stdout);
    child = fork();
    if (child == 0) {
        const int result = pin_load(&for_all, true, &why);

        if (result < 0)
            printf("%s\n", buf_text(&why));
        fflush(stdout);
        _exit(result < 0 ? EXIT_FAILURE : EXIT_SUCCESS);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
        die("cannot pin", child);
}

void private_run_become_user(void)
{
    if (setresgid(NOBODY, NOBODY, NOBODY) < 0 || setresuid(NOBODY, NOBODY, NOBODY) < 0)
        die("cannot become a user", errno);
}
