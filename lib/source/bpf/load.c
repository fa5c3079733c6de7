/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/bpf/load.h"

#include <errno.h> /* for the loaders, too */
#include <unistd.h>

#include "lib/source/bpf/blocker.lskel.h"
#include "lib/source/bpf/count.lskel.h"
#include "lib/source/bpf/iter.lskel.h"
#include "lib/source/bpf/iter_plain.lskel.h"
#include "lib/source/bpf/iter_plain_status.lskel.h"
#include "lib/source/bpf/iter_status.lskel.h"
#include "lib/source/bpf/load_skeleton.h"
#include "lib/source/bpf/texts.lskel.h"
#include "lib/source/bpf/waits.lskel.h"
#include "lib/source/bpf/walk.lskel.h"
#include "lib/source/bpf/walk_bare.lskel.h"
#include "lib/source/bpf/walk_delta.lskel.h"
#include "lib/source/bpf/walk_status.lskel.h"

LOADER(walk, TAKE(walk, landmark))
LOADER(walk_bare, (*program = skel->progs.walk.prog_fd, *map = -1))
LOADER(walk_status, TAKE(walk, landmark))
LOADER(walk_delta, TAKE(walk, landmark))
LOADER(iter, TAKE(tasks, landmark))
LOADER(iter_status, TAKE(tasks, landmark))
LOADER(iter_plain, TAKE(tasks, landmark))
LOADER(iter_plain_status, TAKE(tasks, landmark))
LOADER(count, TAKE(count, counts))
LOADER(texts, (*program = skel->progs.texts.prog_fd, *map = -1))
LOADER(waits, (*program = skel->progs.waits.prog_fd, *map = -1))
LOADER(blocker, (*program = skel->progs.blocker.prog_fd, *map = -1))

/*
 * Iterators have a plain variant, for kernels before 6.2, which have no bpf_rdonly_cast() and do
 * well without it.
 */
static const struct {
    loader *load, *load_plain;
} loaders[PROGRAMS] = {
    [PROGRAM_WALK] = {load_walk, NULL},
    [PROGRAM_WALK_BARE] = {load_walk_bare, NULL},
    [PROGRAM_WALK_STATUS] = {load_walk_status, NULL},
    [PROGRAM_WALK_DELTA] = {load_walk_delta, NULL},
    [PROGRAM_ITER] = {load_iter, load_iter_plain},
    [PROGRAM_ITER_STATUS] = {load_iter_status, load_iter_plain_status},
    [PROGRAM_TEXTS] = {load_texts, NULL},
    [PROGRAM_WAITS] = {load_waits, NULL},
    [PROGRAM_BLOCKER] = {load_blocker, NULL},
};

int load_program(enum program program, int *fd)
{
    loader *const load_plain = loaders[program].load_plain;
    int map;
    int result = loaders[program].load(fd, &map);

    if (load_plain && load_may_do_plain(result))
        result = load_plain(fd, &map);
    if (result < 0)
        return result;
    if (map >= 0)
        close(map);
    return load_plain ? load_link(fd) : 0;
}

int load_group_count(int *program, int *map)
{
    return load_count(program, map);
}
