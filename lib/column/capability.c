/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Capabilities (capabilities(7)), as a mask and by name. */
#include <inttypes.h>

#include "lib/base/unused.h"
#include "lib/column/family.h"

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

#define NAME_COUNT (sizeof(capability_names) / sizeof(capability_names[0]))
#define FULL_MASK  ((UINT64_C(1) << NAME_COUNT) - 1)

static void put_pcap(struct buf *out, const struct value *mask, const struct cell *cell UNUSED)
{
    buf_printf(out, "%016" PRIx64, mask->as.u);
}

/* Stock ps prints 0 for a mask whose line is missing. */
static void format_pcap(struct buf *out, const struct task *task, const struct cell *cell)
{
    const struct task_status *status = task->status;
    const struct value mask = value_uint(status ? line_or_zero(status->cap_permitted) : 0);

    if (status)
        put_pcap(out, &mask, cell);
    else
        buf_putc(out, '-');
}

static void put_names(struct buf *out, uint64_t mask)
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

    if (mask == 0 || mask == LINE_MISSING)
        return value_none();
    if (mask == FULL_MASK)
        return value_string("full");
    put_names(&names, mask);
    copy = name_cache_buf(context->names, &names);
    buf_fini(&names);
    return value_string(copy);
}

static const struct column rows[] = {
    {"pcap", "PCAP", 16, ALIGN_RIGHT,
     FIGURE(.help = "permitted capabilities as a mask", .row_class = ROW_THREAD,
            .need = NEED_STATUS, .unit = UNIT_BITS, .member = MEMBER(task_status, cap_permitted),
            .as = NONE_IF_MISSING, .put = put_pcap, .format = format_pcap)},
    {"pcaps", "PCAPS", 16, ALIGN_RIGHT,
     FIGURE(.help = "permitted capabilities by name", .row_class = ROW_THREAD, .need = NEED_STATUS,
            .value = value_pcaps)},
};

const struct column_family column_capability = COLUMN_FAMILY(rows);
