/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Memory: sizes, page faults, the fixed points of the address space, and who has to give it back
 * first.
 *
 * The text and data sizes date from a time when a program was one text and one data segment; what
 * ps gives for them since is taken from the code's addresses and the virtual size.
 */
#include <inttypes.h>

#include "lib/column/family.h"

static uint64_t virtual_bytes(const struct task *task)
{
    return task->process->stat_vsize_bytes;
}

/* The code of the program itself; 0 for a task without memory, or one that may not be looked at. */
static uint64_t text_bytes(const struct task *task)
{
    const struct task_addresses *at = task->addresses;

    return at && virtual_bytes(task) > 0 && at->end_code > at->start_code
               ? at->end_code - at->start_code
               : 0;
}

static struct value value_vsz(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(task->process->vsize_kib);
}

static struct value value_rss(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(task->process->rss_kib);
}

static struct value value_sz(const struct task *task, const struct column_context *context)
{
    uint32_t page_kib = context->moment->page_kib;

    return page_kib ? value_uint(task->process->vsize_kib / page_kib) : value_none();
}

static struct value value_m_size(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(virtual_bytes(task) / 1024);
}

static struct value value_text_size(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(text_bytes(task) / 1024);
}

static struct value value_data_size(const struct task *task, const struct column_context *context)
{
    uint64_t all = virtual_bytes(task);
    uint64_t text = text_bytes(task);

    (void)context;
    return value_uint(all > text ? (all - text) / 1024 : 0);
}

static struct value value_size(const struct task *task, const struct column_context *context)
{
    (void)context;
    return task->status ? value_uint(task->status->vm_data_kib + task->status->vm_stack_kib)
                        : value_none();
}

static struct value value_lim(const struct task *task, const struct column_context *context)
{
    (void)context;
    return task->process->rss_limit != UINT64_MAX ? value_uint(task->process->rss_limit / 1024)
                                                  : value_none();
}

/* No limit is the largest. */
static struct value sort_lim(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(task->process->rss_limit);
}

static struct value value_pmem(const struct task *task, const struct column_context *context)
{
    uint64_t total_kib = context->moment->mem_total_kib;

    return total_kib ? value_real(100.0 * (double)task->process->rss_kib / (double)total_kib)
                     : value_none();
}

static struct value value_minflt(const struct task *task, const struct column_context *context)
{
    return value_uint(task->minflt + (context->cumulative ? task->process->cminflt : 0));
}

static struct value value_majflt(const struct task *task, const struct column_context *context)
{
    return value_uint(task->majflt + (context->cumulative ? task->process->cmajflt : 0));
}

static struct value value_stackp(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(addresses_of(task).start_stack);
}

static struct value value_esp(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(addresses_of(task).esp);
}

static struct value value_eip(const struct task *task, const struct column_context *context)
{
    (void)context;
    return value_uint(addresses_of(task).eip);
}

/* Always whole pages. */
static void put_m_size(struct buf *out, const struct value *value, const struct cell *cell)
{
    (void)cell;
    buf_put_u64(out, value->as.u * 1024);
}

static void put_lim(struct buf *out, const struct value *value, const struct cell *cell)
{
    (void)cell;
    if (value->kind == VALUE_NONE)
        buf_puts(out, "xx");
    else
        buf_put_u64(out, value->as.u);
}

static void put_tenths(struct buf *out, uint64_t tenths)
{
    buf_put_u64(out, tenths / 10);
    buf_putc(out, '.');
    buf_put_u64(out, tenths % 10);
}

static void put_pmem(struct buf *out, const struct value *value, const struct cell *cell)
{
    (void)cell;
    if (value->kind == VALUE_NONE)
        buf_putc(out, '-');
    else
        put_tenths(out, value_parts(value, 10));
}

/* Rounded down without a fraction's last bit, and never more than four cells. */
static void format_pmem(struct buf *out, const struct task *task, const struct cell *cell)
{
    uint64_t total_kib = cell->context->moment->mem_total_kib;
    uint64_t tenths;

    if (total_kib == 0) {
        buf_putc(out, '-');
        return;
    }
    tenths = task->process->rss_kib * 1000 / total_kib;
    put_tenths(out, tenths > 999 ? 999 : tenths);
}

static struct value key_pmem(const struct task *task, const struct cell *cell)
{
    (void)cell;
    return value_uint(task->process->rss_kib);
}

static struct value value_oom(const struct task *task, const struct column_context *context)
{
    (void)context;
    return task->details ? value_int(task->details->oom_score) : value_none();
}

static struct value value_oomadj(const struct task *task, const struct column_context *context)
{
    (void)context;
    return task->details ? value_int(task->details->oom_adj) : value_none();
}

static void put_address(struct buf *out, const struct value *value, const struct cell *cell)
{
    (void)cell;
    buf_printf(out, "%016" PRIx64, value->as.u);
}

#define SIZE(code_, header_, width_, need_, value_, help_)                                      \
    {                                                                                           \
        .code = code_, .header = header_, .help = help_, .width = width_, .align = ALIGN_RIGHT, \
        .row_class = ROW_PROCESS, .unit = UNIT_KIB, .sum = SUM_PROCESS, .need = need_,          \
        .value = value_                                                                         \
    }
#define SHARE(code_, help_)                                                                       \
    {                                                                                             \
        .code = code_, .header = "%MEM", .help = help_, .width = 4, .least = 4,                   \
        .align = ALIGN_RIGHT, .row_class = ROW_PROCESS, .unit = UNIT_PERCENT, .sum = SUM_PROCESS, \
        .need = NEED_MEM, .value = value_pmem, .put = put_pmem, .format = format_pmem,            \
        .key = key_pmem                                                                           \
    }
#define FAULTS(code_, header_, value_, help_)                                              \
    {                                                                                      \
        .code = code_, .header = header_, .help = help_, .width = 6, .align = ALIGN_RIGHT, \
        .sum = SUM_TASK, .need = NEED_STAT | NEED_USAGE, .value = value_                   \
    }
#define ADDRESS(code_, header_, row_class_, value_, help_)                                  \
    {                                                                                       \
        .code = code_, .header = header_, .help = help_, .width = 16, .align = ALIGN_RIGHT, \
        .row_class = row_class_, .unit = UNIT_BITS, .need = ADDRESSES, .value = value_,     \
        .put = put_address                                                                  \
    }

#define OOM(code_, header_, width_, need_, value_, help_)                                       \
    {                                                                                           \
        .code = code_, .header = header_, .help = help_, .width = width_, .align = ALIGN_RIGHT, \
        .row_class = ROW_THREAD, .need = need_, .value = value_                                 \
    }

/* The figures that come from the code's addresses. */
#define ADDRESSES (NEED_STAT | NEED_ADDRESSES)

static const struct column rows[] = {
    SHARE("%mem", "resident memory in per cent of the host's"),
    SIZE("drs", "DRS", 5, ADDRESSES, value_data_size, "virtual memory without the code, in KiB"),
    SIZE("dsiz", "DSIZ", 4, ADDRESSES, value_data_size, "virtual memory without the code, in KiB"),
    ADDRESS("eip", "EIP", ROW_THREAD, value_eip, "instruction pointer"),
    ADDRESS("esp", "ESP", ROW_THREAD, value_esp, "stack pointer"),
    {.code = "lim",
     .header = "LIM",
     .help = "soft limit on resident memory, in KiB",
     .width = 5,
     .align = ALIGN_RIGHT,
     .unit = UNIT_KIB,
     .need = NEED_STAT,
     .value = value_lim,
     .sort_value = sort_lim,
     .put = put_lim},
    SIZE("m_drs", "DRS", 5, ADDRESSES, value_data_size, "virtual memory without the code, in KiB"),
    {.code = "m_size",
     .header = "SIZE",
     .help = "virtual memory in bytes",
     .width = 5,
     .align = ALIGN_RIGHT,
     .row_class = ROW_PROCESS,
     .unit = UNIT_KIB,
     .sum = SUM_PROCESS,
     .need = NEED_STAT,
     .value = value_m_size,
     .put = put_m_size},
    SIZE("m_trs", "TRS", 5, ADDRESSES, value_text_size, "code of the program in KiB"),
    FAULTS("maj_flt", "MAJFL", value_majflt, "page faults that had to read from a disk"),
    FAULTS("majflt", "MAJFLT", value_majflt, "page faults that had to read from a disk"),
    FAULTS("min_flt", "MINFL", value_minflt, "page faults that needed no disk"),
    FAULTS("minflt", "MINFLT", value_minflt, "page faults that needed no disk"),
    OOM("oom", "OOM", 4, NEED_OOM_SCORE, value_oom,
        "how likely it is to be killed when memory runs out, 0 to 1000"),
    OOM("oomadj", "OOMADJ", 5, NEED_OOM_ADJ, value_oomadj, "what is added to that, -1000 to 1000"),
    FAULTS("pagein", "PAGEIN", value_majflt, "page faults that had to read from a disk"),
    SHARE("pmem", "resident memory in per cent of the host's"),
    SIZE("rss", "RSS", 5, NEED_MEM, value_rss, "resident memory in KiB"),
    SIZE("rssize", "RSS", 5, NEED_MEM, value_rss, "resident memory in KiB"),
    SIZE("rsz", "RSZ", 5, NEED_MEM, value_rss, "resident memory in KiB"),
    {.code = "sgi_rss",
     .header = "RSS",
     .help = "resident memory in KiB",
     .width = 4,
     .align = ALIGN_LEFT,
     .row_class = ROW_PROCESS,
     .unit = UNIT_KIB,
     .sum = SUM_PROCESS,
     .need = NEED_MEM,
     .value = value_rss},
    SIZE("size", "SIZE", 5, NEED_STATUS, value_size, "data and stack in KiB"),
    ADDRESS("stackp", "STACKP", ROW_PROCESS, value_stackp, "bottom of the stack"),
    ADDRESS("start_stack", "STACKP", ROW_PROCESS, value_stackp, "bottom of the stack"),
    {.code = "sz",
     .header = "SZ",
     .help = "virtual memory in pages",
     .width = 5,
     .align = ALIGN_RIGHT,
     .row_class = ROW_PROCESS,
     .sum = SUM_PROCESS,
     .need = NEED_MEM,
     .value = value_sz},
    SIZE("trs", "TRS", 4, ADDRESSES, value_text_size, "code of the program in KiB"),
    SIZE("trss", "TRSS", 4, ADDRESSES, value_text_size, "code of the program in KiB"),
    SIZE("tsiz", "TSIZ", 4, ADDRESSES, value_text_size, "code of the program in KiB"),
    SIZE("vsize", "VSZ", 6, NEED_MEM, value_vsz, "virtual memory in KiB"),
    SIZE("vsz", "VSZ", 6, NEED_MEM, value_vsz, "virtual memory in KiB"),
};

const struct column_family column_mem = COLUMN_FAMILY(rows);
