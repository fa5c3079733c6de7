/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Memory, and input and output. procps prints 0 for figures of smaps_rollup and io, both of tasks
 * without memory and if the kernel does not show them.
 *
 * The text and data sizes are from a time when a program was one text and one data segment; ps
 * derives them from the code's addresses and the virtual size.
 */
#include <inttypes.h>

#include "lib/base/units.h"
#include "lib/column/family.h"

/* --- sizes, faults, addresses, and the OOM killer's scores --- */

/* The program's own code; 0 for a task without memory, or if the reader may not see it. */
static uint64_t text_bytes(const struct task *task)
{
    const struct task_addresses *at = task->addresses;

    return at && task->process->stat_vsize_bytes > 0 && at->end_code > at->start_code
               ? at->end_code - at->start_code
               : 0;
}

static struct value value_m_size(const struct task *task, const struct column_context *context)
{
    return value_uint(task->process->stat_vsize_bytes / BYTES_PER_KIB);
}

static struct value value_text_size(const struct task *task, const struct column_context *context)
{
    return value_uint(text_bytes(task) / BYTES_PER_KIB);
}

static struct value value_data_size(const struct task *task, const struct column_context *context)
{
    uint64_t all = task->process->stat_vsize_bytes;
    uint64_t text = text_bytes(task);

    return value_uint(all > text ? (all - text) / BYTES_PER_KIB : 0);
}

static struct value value_size(const struct task *task, const struct column_context *context)
{
    const struct task_status *status = task->status;

    if (!status || status->vm_data_kib == LINE_MISSING || status->vm_stack_kib == LINE_MISSING)
        return value_none();
    return value_uint(status->vm_data_kib + status->vm_stack_kib);
}

/* As stock ps adds them up: what is missing counts as 0. */
static void format_size(struct buf *out, const struct task *task, const struct cell *cell)
{
    const struct task_status *status = task->status;

    if (!status)
        buf_putc(out, '-');
    else
        buf_put_u64(out, line_or_zero(status->vm_data_kib) + line_or_zero(status->vm_stack_kib));
}

static struct value value_lim(const struct task *task, const struct column_context *context)
{
    return task->process->rss_limit != UINT64_MAX
               ? value_uint(task->process->rss_limit / BYTES_PER_KIB)
               : value_none();
}

static struct value value_pmem(const struct task *task, const struct column_context *context)
{
    const double share =
        share_percent((double)task->process->rss_kib, (double)context->system->mem_total_kib);

    return real_is_known(share) ? value_real(share) : value_none();
}

static struct value value_minflt(const struct task *task, const struct column_context *context)
{
    return value_uint(task->minflt + (context->cumulative ? task->process->cminflt : 0));
}

static struct value value_majflt(const struct task *task, const struct column_context *context)
{
    return value_uint(task->majflt + (context->cumulative ? task->process->cmajflt : 0));
}

/* In bytes, always whole pages. */
static void put_m_size(struct buf *out, const struct value *value, const struct cell *cell)
{
    buf_put_u64(out, value->as.u * BYTES_PER_KIB);
}

static void put_pmem(struct buf *out, const struct value *value, const struct cell *cell)
{
    buf_put_fixed(out, value_parts(value, 10), 1);
}

/* Rounded down by integer arithmetic, and at most four cells. */
static void format_pmem(struct buf *out, const struct task *task, const struct cell *cell)
{
    uint64_t total_kib = cell->context->system->mem_total_kib;
    uint64_t tenths;

    if (total_kib == 0) {
        buf_putc(out, '-');
        return;
    }
    tenths = task->process->rss_kib * 1000 / total_kib;
    buf_put_fixed(out, tenths > 999 ? 999 : tenths, 1);
}

static struct value key_pmem(const struct task *task, const struct cell *cell)
{
    return value_uint(task->process->rss_kib);
}

static void put_address(struct buf *out, const struct value *value, const struct cell *cell)
{
    buf_printf(out, "%016" PRIx64, value->as.u);
}

/* Needed for figures derived from addresses. */
#define ADDRESSES (NEED_STAT | NEED_ADDRESSES)

/* A size in KiB, in pages. */
static void put_pages(struct buf *out, const struct value *value, const struct cell *cell)
{
    const uint32_t page_kib = cell->context->system->page_kib;

    if (value->kind == VALUE_UINT && page_kib)
        buf_put_u64(out, value->as.u / page_kib);
    else
        buf_putc(out, '-');
}

SHARED_FIGURE(memory_share, .help = "resident memory in per cent of the host's",
              .row_class = ROW_PROCESS, .need = NEED_MEM, .unit = UNIT_PERCENT, .sum = SUM_MOST,
              .least = 4, .value = value_pmem, .put = put_pmem, .format = format_pmem,
              .key = key_pmem);
SHARED_FIGURE(data_size, .json = "drs", .help = "virtual memory without the code, in KiB",
              .row_class = ROW_PROCESS, .need = ADDRESSES, .unit = UNIT_KIB, .sum = SUM_PROCESS,
              .value = value_data_size);
SHARED_FIGURE(text_size, .json = "trs", .help = "code of the program in KiB",
              .row_class = ROW_PROCESS, .need = ADDRESSES, .unit = UNIT_KIB, .sum = SUM_PROCESS,
              .value = value_text_size);
SHARED_FIGURE(major_faults, .json = "majflt", .of_ended = true,
              .help = "page faults that had to read from a disk", .need = NEED_STAT,
              .sum = SUM_TASK, .value = value_majflt);
SHARED_FIGURE(minor_faults, .json = "minflt", .of_ended = true,
              .help = "page faults that needed no disk", .need = NEED_STAT, .sum = SUM_TASK,
              .value = value_minflt);
SHARED_FIGURE(resident, .json = "rss", .help = "resident memory in KiB", .row_class = ROW_PROCESS,
              .need = NEED_MEM, .unit = UNIT_KIB, .sum = SUM_MOST,
              .member = MEMBER(process, rss_kib));
SHARED_FIGURE(stack_bottom, .json = "stackp", .help = "bottom of the stack",
              .row_class = ROW_PROCESS, .need = ADDRESSES, .unit = UNIT_BITS,
              .member = MEMBER(task_addresses, start_stack), .put = put_address);
SHARED_FIGURE(virtual_size, .help = "virtual memory in KiB", .row_class = ROW_PROCESS,
              .need = NEED_MEM, .unit = UNIT_KIB, .sum = SUM_PROCESS,
              .member = MEMBER(process, vsize_kib));

/* --- private memory of a process, and its part of shared memory --- */

static const struct task_smaps *smaps_of(const struct task *task)
{
    return task->details ? task->details->smaps : NULL;
}

static struct value value_uss(const struct task *task, const struct column_context *context)
{
    const struct task_smaps *smaps = smaps_of(task);

    if (!smaps || smaps->private_clean_kib == LINE_MISSING ||
        smaps->private_dirty_kib == LINE_MISSING)
        return value_none();
    return value_uint(smaps->private_clean_kib + smaps->private_dirty_kib);
}

/* What is missing counts as 0, as stock ps adds them up. */
static void format_uss(struct buf *out, const struct task *task, const struct cell *cell)
{
    const struct task_smaps *smaps = smaps_of(task);

    buf_put_u64(out, smaps ? line_or_zero(smaps->private_clean_kib) +
                                 line_or_zero(smaps->private_dirty_kib)
                           : 0);
}

#define SMAPS(...)                                                                             \
    FIGURE(.row_class = ROW_PROCESS, .need = NEED_SMAPS, .unit = UNIT_KIB, .sum = SUM_PROCESS, \
           .none = "0", .help = __VA_ARGS__)

/* --- input and output, and open files --- */

#define IO(name, text)                                                \
    FIGURE(.row_class = ROW_THREAD, .need = NEED_IO, .sum = SUM_TASK, \
           .member = MEMBER(task_io, name), .as = NONE_IF_MISSING, .none = "0", .help = text)

static const struct column rows[] = {
    {"%mem", "%MEM", 4, ALIGN_RIGHT, &memory_share},
    {"drs", "DRS", 5, ALIGN_RIGHT, &data_size},
    {"dsiz", "DSIZ", 4, ALIGN_RIGHT, &data_size},
    {"eip", "EIP", 16, ALIGN_RIGHT,
     FIGURE(.help = "instruction pointer", .row_class = ROW_THREAD, .need = ADDRESSES,
            .unit = UNIT_BITS, .member = MEMBER(task_addresses, eip), .put = put_address)},
    {"esp", "ESP", 16, ALIGN_RIGHT,
     FIGURE(.help = "stack pointer", .row_class = ROW_THREAD, .need = ADDRESSES, .unit = UNIT_BITS,
            .member = MEMBER(task_addresses, esp), .put = put_address)},
    {"fds", "FDS", 3, ALIGN_RIGHT,
     FIGURE(.help = "number of open file descriptors", .row_class = ROW_PROCESS, .need = NEED_FDS,
            .sum = SUM_PROCESS, .member = MEMBER(task_details, fds), .as = NONE_IF_NEGATIVE)},
    {"htprv", "HTPRV", 5, ALIGN_RIGHT,
     SMAPS("huge pages that it has to itself, in KiB",
           .member = MEMBER(task_smaps, private_hugetlb_kib), .as = NONE_IF_MISSING)},
    {"htshr", "HTSHR", 5, ALIGN_RIGHT,
     SMAPS("huge pages that it shares, in KiB", .member = MEMBER(task_smaps, shared_hugetlb_kib),
           .as = NONE_IF_MISSING)},
    {"lim", "LIM", 5, ALIGN_RIGHT,
     FIGURE(.help = "soft limit on resident memory, in KiB", .need = NEED_STAT, .unit = UNIT_KIB,
            .value = value_lim, .sort = MEMBER(process, rss_limit), .none = "xx")},
    {"m_drs", "DRS", 5, ALIGN_RIGHT, &data_size},
    {"m_size", "SIZE", 5, ALIGN_RIGHT,
     FIGURE(.json = "vsz", .help = "virtual memory in bytes", .row_class = ROW_PROCESS,
            .need = NEED_STAT | NEED_MEM, .unit = UNIT_KIB, .sum = SUM_PROCESS,
            .value = value_m_size, .put = put_m_size)},
    {"m_trs", "TRS", 5, ALIGN_RIGHT, &text_size},
    {"maj_flt", "MAJFL", 6, ALIGN_RIGHT, &major_faults},
    {"majflt", "MAJFLT", 6, ALIGN_RIGHT, &major_faults},
    {"min_flt", "MINFL", 6, ALIGN_RIGHT, &minor_faults},
    {"minflt", "MINFLT", 6, ALIGN_RIGHT, &minor_faults},
    {"oom", "OOM", 4, ALIGN_RIGHT,
     FIGURE(.help = "how likely it is to be killed when memory runs out, 0 to 1000",
            .row_class = ROW_THREAD, .need = NEED_OOM_SCORE,
            .member = MEMBER(task_details, oom_score), .as = NONE_IF_NEGATIVE, .none = "0")},
    {"oomadj", "OOMADJ", 5, ALIGN_RIGHT,
     FIGURE(.help = "what is added to that, -1000 to 1000", .row_class = ROW_THREAD,
            .need = NEED_OOM_ADJ, .member = MEMBER(task_details, oom_adj), .as = NONE_IF_UNKNOWN,
            .none = "0")},
    {"pagein", "PAGEIN", 6, ALIGN_RIGHT, &major_faults},
    {"pmem", "%MEM", 4, ALIGN_RIGHT, &memory_share},
    {"pss", "PSS", 5, ALIGN_RIGHT,
     SMAPS("resident memory, what is shared divided by the sharers, in KiB",
           .member = MEMBER(task_smaps, pss_kib), .as = NONE_IF_MISSING)},
    {"rbytes", "RBYTES", 5, ALIGN_RIGHT, IO(read_bytes, "bytes read from a disk")},
    {"rchars", "RCHARS", 5, ALIGN_RIGHT, IO(read_chars, "bytes read")},
    {"rops", "ROPS", 5, ALIGN_RIGHT, IO(read_calls, "number of read calls")},
    {"rss", "RSS", 5, ALIGN_RIGHT, &resident},
    {"rssize", "RSS", 5, ALIGN_RIGHT, &resident},
    {"rsz", "RSZ", 5, ALIGN_RIGHT, &resident},
    {"sgi_rss", "RSS", 4, ALIGN_LEFT, &resident},
    {"size", "SIZE", 5, ALIGN_RIGHT,
     FIGURE(.help = "data and stack in KiB", .row_class = ROW_PROCESS, .need = NEED_STATUS,
            .unit = UNIT_KIB, .sum = SUM_PROCESS, .value = value_size, .format = format_size)},
    {"stackp", "STACKP", 16, ALIGN_RIGHT, &stack_bottom},
    {"start_stack", "STACKP", 16, ALIGN_RIGHT, &stack_bottom},
    {"sz", "SZ", 5, ALIGN_RIGHT,
     FIGURE(.json = "vsz", .help = "virtual memory in pages", .row_class = ROW_PROCESS,
            .need = NEED_MEM, .unit = UNIT_KIB, .sum = SUM_PROCESS,
            .member = MEMBER(process, vsize_kib), .put = put_pages)},
    {"trs", "TRS", 4, ALIGN_RIGHT, &text_size},
    {"trss", "TRSS", 4, ALIGN_RIGHT, &text_size},
    {"tsiz", "TSIZ", 4, ALIGN_RIGHT, &text_size},
    {"uss", "USS", 5, ALIGN_RIGHT,
     SMAPS("resident memory that it has to itself, in KiB", .value = value_uss,
           .format = format_uss)},
    {"vsize", "VSZ", 6, ALIGN_RIGHT, &virtual_size},
    {"vsz", "VSZ", 6, ALIGN_RIGHT, &virtual_size},
    {"wbytes", "WBYTES", 5, ALIGN_RIGHT, IO(write_bytes, "bytes written to a disk")},
    {"wcbytes", "WCBYTES", 5, ALIGN_RIGHT,
     IO(cancelled_write_bytes, "bytes whose writing to a disk was cancelled")},
    {"wchars", "WCHARS", 5, ALIGN_RIGHT, IO(write_chars, "bytes written")},
    {"wops", "WOPS", 5, ALIGN_RIGHT, IO(write_calls, "number of write calls")},
};

const struct column_family column_mem = COLUMN_FAMILY(rows);
