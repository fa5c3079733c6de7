/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "tests/bpf/ended_room.h"

#include "lib/source/bpf/object.h"
#include "tests/bpf/ended_complete.h"
#include "tests/common/take_over.h"
#include "tests/common/verdict.h"

static bool takes;
static unsigned taken;

void ended_room_take(bool take)
{
    takes = take;
}

unsigned ended_room_taken(void)
{
    return taken;
}

/* With tasks that never leave: no task has such an address. */
static void fill(int map)
{
    static const struct ended_wire_leaving task = {.exited = UINT64_MAX / 2};
    uint64_t subject = 0;

    while (object_store(map, &subject, &task) == 0)
        if (++subject > ENDED_LEAVING)
            fail("room for more than %d tasks that are leaving", ENDED_LEAVING);
}

TAKE_OVER(int, ended_probe_open, struct ended_probe *probe, struct buf *why)
{
    const int result = __real_ended_probe_open(probe, why);

    if (!takes || result < 0)
        return result;
    fill(probe->maps[ENDED_MAP_LEAVING]);
    ended_wait_until_complete(probe);
    taken++;
    return result;
}
