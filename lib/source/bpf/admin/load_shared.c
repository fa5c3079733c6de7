/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Apart from load.c: only an administrator pins programs, and a reader never links these. */
#include "lib/source/bpf/admin/load_shared.h"

#include <errno.h>
#include <unistd.h>

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
