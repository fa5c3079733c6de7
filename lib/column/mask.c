/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Capabilities, and signals pending, blocked, ignored and caught, as masks or by name. */
#include <inttypes.h>
#include <string.h>

#include "lib/base/array.h"
#include "lib/column/family.h"
#include "lib/text/names.h"
#include "lib/text/signals.h"

/* --- capabilities: capabilities(7) --- */

/* By bit, as in linux/capability.h; newer ones are shown by number. */
static const char *const capability_names[] = {
    "chown",
    "dac_override",
    "dac_read_search",
    "fowner",
    "fsetid",
    "kill",
    "setgid",
    "setuid",
    "setpcap",
    "linux_immutable",
    "net_bind_service",
    "net_broadcast",
    "net_admin",
    "net_raw",
    "ipc_lock",
    "ipc_owner",
    "sys_module",
    "sys_rawio",
    "sys_chroot",
    "sys_ptrace",
    "sys_pacct",
    "sys_admin",
    "sys_boot",
    "sys_nice",
    "sys_resource",
    "sys_time",
    "sys_tty_config",
    "mknod",
    "lease",
    "audit_write",
    "audit_control",
    "setfcap",
    "mac_override",
    "mac_admin",
    "syslog",
    "wake_alarm",
    "block_suspend",
    "audit_read",
    "perfmon",
    "bpf",
    "checkpoint_restore",
};

#define NAME_COUNT ARRAY_COUNT(capability_names)
#define FULL_MASK  ((UINT64_C(1) << NAME_COUNT) - 1)

static void put_pcap(struct buf *out, const struct value *mask, const struct cell *cell)
{
    buf_printf(out, "%016" PRIx64, mask->as.u);
}

static void put_capabilities(struct buf *out, uint64_t mask)
{
    const size_t start = out->len;

    for (unsigned bit = 0; mask; bit++, mask >>= 1) {
        if (!(mask & 1))
            continue;
        if (out->len > start)
            buf_putc(out, ',');
        if (bit < NAME_COUNT)
            buf_puts(out, capability_names[bit]);
        else
            buf_put_u64(out, bit);
    }
}

static struct value value_pcaps(const struct task *task, const struct column_context *context)
{
    uint64_t mask = task->status ? task->status->cap_permitted : 0;
    const char *copy;
    struct buf names = {0};

    if (mask == 0)
        return value_none();
    if (mask == FULL_MASK)
        return value_string("full");
    put_capabilities(&names, mask);
    copy = name_cache_buf(context->names, &names);
    buf_fini(&names);
    return value_string(copy);
}

/* --- signals: bit 0 is signal 1 --- */

#define WIDE_DIGITS 16

/* "HUP,INT"; if there is too little room the last cell is '+', which is always reserved. */
static void put_names(struct buf *out, uint64_t mask, size_t room)
{
    const size_t start = out->len;

    if (mask == 0)
        buf_putc(out, '-');
    for (int number = 1; mask; number++, mask >>= 1) {
        const char *name = signal_name(number);
        size_t len;

        if (!(mask & 1))
            continue;
        name = name ? name : "?";
        len = strlen(name);
        if (len + 1 >= room) {
            buf_putc(out, '+');
            return;
        }
        if (out->len > start) {
            buf_putc(out, ',');
            room--;
        }
        buf_puts(out, name);
        room -= len;
    }
}

/* In a narrow column only the lower half, with a '<' if there is more. */
static void put_mask(struct buf *out, const struct value *mask, const struct cell *cell)
{
    if (cell->context->signal_names)
        put_names(out, mask->as.u, cell->room);
    else if (cell->width >= WIDE_DIGITS)
        buf_printf(out, "%016" PRIx64, mask->as.u);
    else
        buf_printf(out, "%s%08" PRIx32, mask->as.u > UINT32_MAX ? "<" : "", (uint32_t)mask->as.u);
}

static struct value known(uint64_t mask, bool is_known)
{
    return is_known ? value_uint(mask) : value_none();
}

/*
 * The value of a mask of a task's status, its text, and the key of that. In the text one whose line
 * is missing is 0, as stock ps has it.
 */
#define MASK(name_, put_, known_, mask_)                                                          \
    static struct value value_##name_(const struct task *task,                                    \
                                      const struct column_context *context)                       \
    {                                                                                             \
        const struct task_status *status = task->status;                                          \
                                                                                                  \
        return status ? known(mask_, status->known_) : value_none();                              \
    }                                                                                             \
    static struct value key_##name_(const struct task *task, const struct cell *cell)             \
    {                                                                                             \
        const struct task_status *status = task->status;                                          \
                                                                                                  \
        return status ? value_uint(status->known_ ? (mask_) : 0) : key_of_nothing();              \
    }                                                                                             \
    static void format_##name_(struct buf *out, const struct task *task, const struct cell *cell) \
    {                                                                                             \
        const struct value mask = key_##name_(task, cell);                                        \
                                                                                                  \
        if (mask.kind == VALUE_UINT)                                                              \
            put_(out, &mask, cell);                                                               \
        else                                                                                      \
            buf_putc(out, '-');                                                                   \
    }

MASK(pcap, put_pcap, has_capabilities, status->cap_permitted)
MASK(blocked, put_mask, has_signals, status->sig_blocked)
MASK(caught, put_mask, has_signals, status->sig_caught)
MASK(ignored, put_mask, has_signals, status->sig_ignored)
MASK(tsig, put_mask, has_signals, status->sig_pending)

/* For a process the signals sent to the group, for a thread those sent to it alone. */
MASK(pending, put_mask, has_signals,
     task->kind == TASK_PROCESS ? status->sig_group : status->sig_pending)

SHARED_FIGURE(blocked, .json = "blocked", .help = "signals blocked", .row_class = ROW_THREAD,
              .need = NEED_STATUS, .unit = UNIT_BITS, .value = value_blocked, .put = put_mask,
              .format = format_blocked, .key = key_blocked);
SHARED_FIGURE(caught, .json = "caught", .help = "signals caught", .row_class = ROW_THREAD,
              .need = NEED_STATUS, .unit = UNIT_BITS, .value = value_caught, .put = put_mask,
              .format = format_caught, .key = key_caught);
SHARED_FIGURE(ignored, .json = "ignored", .help = "signals ignored", .row_class = ROW_THREAD,
              .need = NEED_STATUS, .unit = UNIT_BITS, .value = value_ignored, .put = put_mask,
              .format = format_ignored, .key = key_ignored);
SHARED_FIGURE(pending, .json = "pending", .help = "signals pending", .need = NEED_STATUS,
              .unit = UNIT_BITS, .value = value_pending, .put = put_mask, .format = format_pending,
              .key = key_pending);

static const struct column rows[] = {
    {"blocked", "BLOCKED", 9, ALIGN_SIGNAL, &blocked},
    {"caught", "CAUGHT", 9, ALIGN_SIGNAL, &caught},
    {"ignored", "IGNORED", 9, ALIGN_SIGNAL, &ignored},
    {"pcap", "PCAP", 16, ALIGN_RIGHT,
     FIGURE(.help = "permitted capabilities as a mask", .row_class = ROW_THREAD,
            .need = NEED_STATUS, .unit = UNIT_BITS, .value = value_pcap, .put = put_pcap,
            .format = format_pcap, .key = key_pcap)},
    {"pcaps", "PCAPS", 16, ALIGN_RIGHT,
     FIGURE(.help = "permitted capabilities by name", .row_class = ROW_THREAD, .need = NEED_STATUS,
            .value = value_pcaps)},
    {"pending", "PENDING", 9, ALIGN_SIGNAL, &pending},
    {"sig", "PENDING", 9, ALIGN_SIGNAL, &pending},
    {"sig_block", "BLOCKED", 9, ALIGN_SIGNAL, &blocked},
    {"sig_catch", "CATCHED", 9, ALIGN_SIGNAL, &caught},
    {"sig_ignore", "IGNORED", 9, ALIGN_SIGNAL, &ignored},
    {"sig_pend", "SIGNAL", 9, ALIGN_SIGNAL, &pending},
    {"sigcatch", "CAUGHT", 9, ALIGN_SIGNAL, &caught},
    {"sigignore", "IGNORED", 9, ALIGN_SIGNAL, &ignored},
    {"sigmask", "BLOCKED", 9, ALIGN_SIGNAL, &blocked},
    {"tsig", "PENDING", 9, ALIGN_SIGNAL,
     FIGURE(.help = "signals pending for the thread", .need = NEED_STATUS, .unit = UNIT_BITS,
            .value = value_tsig, .put = put_mask, .format = format_tsig, .key = key_tsig)},
};

const struct column_family column_mask = COLUMN_FAMILY(rows);
