/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/source/proc/futex_place.h"

#include <errno.h>

#include "lib/source/proc/maps.h"

struct search {
    uint64_t address;
    struct futex_place place;
    bool found;
};

static bool see_mapping(void *context, const struct mapping *mapping)
{
    struct search *search = context;

    if (search->address >= mapping->end)
        return true;
    if (search->address < mapping->start)
        return false;
    search->found = true;
    if (mapping->shared && mapping->inode)
        search->place = (struct futex_place){
            .shared = true,
            .device = mapping->device,
            .inode = mapping->inode,
            .offset = mapping->offset + (search->address - mapping->start),
        };
    return false;
}

int futex_place_find(const struct task_reader *reader, uint64_t address, struct futex_place *place)
{
    struct search search = {.address = address};
    int result = read_error(maps_each(reader, see_mapping, &search));

    if (result < 0)
        return result;
    *place = search.place;
    return search.found ? 0 : -ENOENT;
}

bool futex_place_is_same(const struct futex_place *a, const struct futex_place *b)
{
    return a->shared && b->shared && a->device == b->device && a->inode == b->inode &&
           a->offset == b->offset;
}
