/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/query/forest.h"

#include <errno.h>
#include <stdlib.h>

#include "lib/base/sorted.h"

/*
 * Each row is a node with its first child, last child and next sibling, by index. Parents are found
 * in a sorted list of ids. The traversal goes down to first children and on to next siblings, and
 * up by the parent index, so depth takes no stack.
 */

#define NONE UINT32_MAX

struct node {
    uint32_t parent;
    uint32_t first_child;
    uint32_t last_child;
    uint32_t next_sibling;
    bool placed;
};

/* The row of an id. */
struct place_of_id {
    pid_t id;
    uint32_t row;
};

struct building {
    struct task *const *rows;
    uint32_t count;
    struct node *nodes;
    struct place_of_id *ids; /* of rows that can have children, sorted */
    uint32_t id_count;
};

/*
 * Threads other than leaders are children of their process; a process, or a leader in its place, is
 * a child of its parent.
 */
static bool is_follower(const struct task *task)
{
    return task->kind == TASK_THREAD && task->tid != task->tgid;
}

static int compare_ids(const void *left, const void *right)
{
    const struct place_of_id *a = left;
    const struct place_of_id *b = right;

    if (a->id != b->id)
        return a->id < b->id ? -1 : 1;
    return (a->row > b->row) - (a->row < b->row);
}

static uint64_t id_of(const void *place)
{
    return (uint64_t)((const struct place_of_id *)place)->id;
}

/* The first row for the group `id`, or NONE. */
static uint32_t find_row(const struct building *building, pid_t id)
{
    size_t place =
        lower_bound(building->ids, building->id_count, sizeof(*building->ids), (uint64_t)id, id_of);

    if (place < building->id_count && building->ids[place].id == id)
        return building->ids[place].row;
    return NONE;
}

static void list_ids(struct building *building)
{
    for (uint32_t row = 0; row < building->count; row++) {
        const struct task *task = building->rows[row];

        if (!is_follower(task))
            building->ids[building->id_count++] = (struct place_of_id){task->tgid, row};
    }
    qsort(building->ids, building->id_count, sizeof(building->ids[0]), compare_ids);
}

/* In a list of processes and threads a leader's own row is a child of its process. */
static uint32_t find_parent(const struct building *building, uint32_t row)
{
    const struct task *task = building->rows[row];
    uint32_t own = find_row(building, task->tgid);

    if (own != row && own != NONE)
        return own;
    return is_follower(task) || task->process->ppid == task->tgid
               ? NONE
               : find_row(building, task->process->ppid);
}

static void link_nodes(struct building *building)
{
    for (uint32_t row = 0; row < building->count; row++)
        building->nodes[row] = (struct node){NONE, NONE, NONE, NONE, false};
    for (uint32_t row = 0; row < building->count; row++) {
        uint32_t parent = find_parent(building, row);
        struct node *node;

        building->nodes[row].parent = parent;
        if (parent == NONE)
            continue;
        node = &building->nodes[parent];
        if (node->last_child == NONE)
            node->first_child = row;
        else
            building->nodes[node->last_child].next_sibling = row;
        node->last_child = row;
    }
}

/*
 * `row`, or the first of its next siblings that is not placed yet. In a cycle of parents the root
 * is its own descendant and placed already, as are rows that lead into the cycle and came first.
 */
static uint32_t not_placed(const struct building *building, uint32_t row)
{
    while (row != NONE && building->nodes[row].placed)
        row = building->nodes[row].next_sibling;
    return row;
}

/* The next row after `row`, below `root`, or NONE; updates *depth. */
static uint32_t step(const struct building *building, uint32_t root, uint32_t row, uint32_t *depth)
{
    uint32_t next = not_placed(building, building->nodes[row].first_child);

    if (next != NONE) {
        ++*depth;
        return next;
    }
    while (row != root) {
        next = not_placed(building, building->nodes[row].next_sibling);
        if (next != NONE)
            return next;
        row = building->nodes[row].parent;
        --*depth;
    }
    return NONE;
}

static uint32_t place_tree(struct building *building, uint32_t root, struct forest_row *out,
                           uint32_t placed)
{
    uint32_t depth = 0;
    uint32_t row = root;

    while (row != NONE) {
        building->nodes[row].placed = true;
        out[placed++] = (struct forest_row){
            .task = building->rows[row],
            .depth = depth,
            .last = row == root || not_placed(building, building->nodes[row].next_sibling) == NONE,
        };
        row = step(building, root, row, &depth);
    }
    return placed;
}

static void place_all(struct building *building, struct forest_row *out)
{
    uint32_t placed = 0;

    for (uint32_t row = 0; row < building->count; row++) {
        if (building->nodes[row].parent == NONE)
            placed = place_tree(building, row, out, placed);
    }
    /* The remaining rows belong to cycles of parents, or lead into one. */
    for (uint32_t row = 0; placed < building->count; row++) {
        if (!building->nodes[row].placed)
            placed = place_tree(building, row, out, placed);
    }
}

int forest_build(struct task *const *rows, size_t count, struct forest_row *out)
{
    struct building building = {.rows = rows, .count = (uint32_t)count};
    int result = -ENOMEM;

    if (count == 0)
        return 0;
    if (count >= NONE)
        return -ENOMEM;
    building.nodes = calloc(count, sizeof(*building.nodes));
    building.ids = calloc(count, sizeof(*building.ids));
    if (building.nodes && building.ids) {
        list_ids(&building);
        link_nodes(&building);
        place_all(&building, out);
        result = 0;
    }
    free(building.nodes);
    free(building.ids);
    return result;
}
