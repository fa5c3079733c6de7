/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Apart from load.c: only an administrator pins programs, and a reader never links these. */
#include "lib/source/bpf/admin/load_shared.h"

#include <errno.h>
#include <unistd.h>

#include "lib/source/bpf/ended_shared.lskel.h"
#include "lib/source/bpf/ended_wire.h"
#include "lib/source/bpf/iter_plain_shared.lskel.h"
#include "lib/source/bpf/iter_plain_status_shared.lskel.h"
#include "lib/source/bpf/iter_shared.lskel.h"
#include "lib/source/bpf/iter_status_shared.lskel.h"
#include "lib/source/bpf/load_skeleton.h"
#include "lib/source/bpf/walk_shared.lskel.h"

#define TAKE_SHARED(program) (close(skel->maps.landmark.map_fd), TAKE(program, gate))

LOADER(walk_shared, TAKE_SHARED(walk))
LOADER(iter_shared, TAKE_SHARED(tasks))
LOADER(iter_status_shared, TAKE_SHARED(tasks))
LOADER(iter_plain_shared, TAKE_SHARED(tasks))
LOADER(iter_plain_status_shared, TAKE_SHARED(tasks))

int load_shared_id_walk(int *program, int *gate)
{
    return load_walk_shared(program, gate);
}

int load_shared_task_iter(bool with_status, int *link, int *gate)
{
    loader *const load = with_status ? load_iter_status_shared : load_iter_shared;
    loader *const load_plain = with_status ? load_iter_plain_status_shared : load_iter_plain_shared;
    int result = load(link, gate);

    if (load_may_do_plain(result))
        result = load_plain(link, gate);
    if (result < 0)
        return result;
    result = load_link(link);
    if (result < 0)
        close(*gate);
    return result;
}

/* Both kinds, and no records. */
static int start_counting(int control)
{
    const uint32_t first = 0;
    const struct ended_wire_control asked = {
        .complete = ended_hooks_complete(),
        .kinds = 1u << ENDED_PROCESSES | 1u << ENDED_THREADS,
    };

    return object_store(control, &first, &asked);
}

static int attach_ended(const struct ended_shared *skel, int *link, int hooks[ENDED_HOOKS])
{
    const int programs[ENDED_HOOKS] = {
        [ENDED_HOOK_EXIT] = skel->progs.exiting.prog_fd,
        [ENDED_HOOK_FREE] = skel->progs.freed.prog_fd,
        [ENDED_HOOK_EXEC] = skel->progs.started_program.prog_fd,
    };
    int result = ended_hooks_attach(programs, hooks);

    if (result < 0)
        return result;
    result = start_counting(skel->maps.control.map_fd);
    if (result == 0)
        result = object_link_map(skel->progs.stream.prog_fd, skel->maps.sums.map_fd);
    *link = result;
    for (int hook = 0; hook < ENDED_HOOKS && result < 0; hook++)
        close(hooks[hook]);
    return result < 0 ? result : 0;
}

int load_shared_ended(int *link, int *gate, int hooks[ENDED_HOOKS])
{
    struct ended_shared *skel;
    int result;

    errno = 0;
    skel = ended_shared__open();
    if (!skel)
        return -ENOMEM;
    result = ended_shared__load(skel);
    result = result == 0 ? attach_ended(skel, link, hooks) : load_error_of(result);
    if (result == 0) {
        *gate = skel->maps.gate.map_fd;
        skel->maps.gate.map_fd = 0;
    }
    ended_shared__destroy(skel);
    return result;
}
