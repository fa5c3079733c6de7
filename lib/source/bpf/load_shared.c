/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Apart from the rest: who reads has no use for them. */
#include "lib/source/bpf/load_shared.h"

#include <errno.h>
#include <unistd.h>

#include "lib/source/bpf/load.h"

#include "lib/source/bpf/iter_plain_shared.lskel.h"
#include "lib/source/bpf/iter_plain_status_shared.lskel.h"
#include "lib/source/bpf/iter_shared.lskel.h"
#include "lib/source/bpf/iter_status_shared.lskel.h"
#include "lib/source/bpf/load_skeleton.h"
#include "lib/source/bpf/walk_shared.lskel.h"

#define TAKE_GATE (*gate = skel->maps.gate.map_fd)

int load_shared_id_walk(int *program, int *gate)
{
    LOAD(walk_shared, (void)0, (TAKE_WALK, TAKE_GATE));
}

static int load_iter(int *program, int *gate)
{
    LOAD(iter_shared, (void)0, (TAKE_ITER, TAKE_GATE));
}

static int load_iter_status(int *program, int *gate)
{
    LOAD(iter_status_shared, (void)0, (TAKE_ITER, TAKE_GATE));
}

static int load_iter_plain(int *program, int *gate)
{
    LOAD(iter_plain_shared, (void)0, (TAKE_ITER, TAKE_GATE));
}

static int load_iter_plain_status(int *program, int *gate)
{
    LOAD(iter_plain_status_shared, (void)0, (TAKE_ITER, TAKE_GATE));
}

int load_shared_task_iter(bool with_status, int *link, int *gate)
{
    int program = -1;
    int result = with_status ? load_iter_status(&program, gate) : load_iter(&program, gate);

    if (LOAD_WITHOUT_CAST(result))
        result =
            with_status ? load_iter_plain_status(&program, gate) : load_iter_plain(&program, gate);
    if (result < 0)
        return result;
    result = load_make_link(program, link);
    if (result < 0)
        close(*gate);
    return result;
}
