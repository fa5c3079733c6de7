/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A kernel that refuses one of the programs that are to be pinned: the administrator learns which,
 * and nothing is pinned.
 *
 * Has a /run of its own. Exits with 77 where it cannot run.
 */
#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include "lib/source/bpf/admin/pin_admin.h"
#include "lib/source/bpf/pin.h"
#include "lib/source/bpf/support.h"
#include "tests/common/may_load.h"
#include "tests/common/take_over.h"
#include "tests/common/verdict.h"

static enum program refused;

/* The host's pins are neither seen nor touched. */
static bool has_own_run(void)
{
    return unshare(CLONE_NEWNS) == 0 && mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
           mount("none", "/run", "tmpfs", 0, "mode=755") == 0;
}

TAKE_OVER(int, load_program_with_gate, enum program program, int *fd, int *gate)
{
    return program == refused ? -EACCES : __real_load_program_with_gate(program, fd, gate);
}

static void try_without(enum pin pin, enum program program)
{
    const struct pin_rights for_all = {.mode = PIN_MODE_WORLD};
    struct buf why = {0};
    int result;

    refused = program;
    result = pin_load(&for_all, true, &why);
    if (result != -EACCES || !strstr(buf_text(&why), pin_name(pin)) ||
        strstr(buf_text(&why), "--force"))
        fail("%s is refused, and a load returns %d: %s", pin_name(pin), result, buf_text(&why));
    if (access(PIN_PARENT, F_OK) == 0)
        fail("%s is refused, and there is %s", pin_name(pin), PIN_PARENT);
    buf_fini(&why);
}

int main(void)
{
    struct buf why = {0};

    if (!support_has_same_figures(&why) || !may_load(PROGRAM_ITER, &why) || !has_own_run()) {
        const int status = skip(why.len ? buf_text(&why) : "no mount namespaces here");

        buf_fini(&why);
        return status;
    }
    buf_fini(&why);
    try_without(PIN_TASKS, PROGRAM_ITER);
    try_without(PIN_STATUS, PROGRAM_ITER_STATUS);
    if (support_has_id_walk())
        try_without(PIN_WALK, PROGRAM_WALK_FULL);
    return EXIT_SUCCESS;
}
