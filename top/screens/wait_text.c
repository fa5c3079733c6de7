/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The detail pane's text about a wait. Owners that were read from a program's memory are marked as
 * such: the program may have written anything there.
 */
#include "top/screens/detail_pane.h"

#include <inttypes.h>
#include <string.h>

#include "lib/task/wait_report.h"
#include "lib/text/escape.h"
#include "lib/text/i18n.h"
#include "lib/wait/call.h"
#include "lib/wait/wait.h"

/* A line that begins with a label; it becomes an element of the pane. */
struct line {
    struct writing *writing;
    struct buf text;
};

static struct line begin(struct writing *writing, const char *label)
{
    struct line line = {.writing = writing};

    buf_printf(&line.text, "%s: ", label);
    return line;
}

static void end(struct line *line)
{
    if (line->text.failed)
        line->writing->failed = true;
    else
        detail_add_element(line->writing, buf_text(&line->text), buf_len(&line->text));
    buf_fini(&line->text);
}

static void write_call(struct writing *writing, const struct wait_link *link)
{
    struct line line = begin(writing, _("call"));

    if (link->call.place == PLACE_CALL && link->call.bits)
        call_put(&link->call, &line.text);
    else if (link->call.place == PLACE_USER)
        buf_puts(&line.text, _("none (running in user space)"));
    else
        buf_puts(&line.text, _("none, or permission denied"));
    end(&line);
}

static const char *kind_of_wait(const struct wait_link *link)
{
    const char *name = wait_name(wait_of_task(link->state, link->flags, link->sleeps_for));

    return name ? name : _("unknown");
}

/* What the futex probably is. */
static const char *describe(enum futex_kind kind)
{
    switch (kind) {
    case FUTEX_MUTEX:
        return _("a lock");
    case FUTEX_RWLOCK:
        return _("a read-write lock");
    case FUTEX_ROBUST:
        return _("a robust lock");
    case FUTEX_OWNED:
        return _("a lock that inherits priority");
    case FUTEX_THREAD_END:
        return _("the end of a thread");
    case FUTEX_QUEUE:
        return _("a condition");
    default:
        return _("a lock, a condition, a queue or the like");
    }
}

static const char *describe_lock(enum kernel_lock lock)
{
    switch (lock) {
    case KERNEL_MUTEX:
        return _(", a mutex of the kernel");
    case KERNEL_SEMAPHORE:
        return _(", a semaphore of the kernel");
    case KERNEL_RWSEM:
        return _(", a read-write semaphore of the kernel");
    case IPC_SEMAPHORE:
        return _(", a semaphore");
    case FILE_LOCK:
        return _(", a lock of the file");
    default:
        return "";
    }
}

static void write_wait(struct writing *writing, const struct wait_link *link)
{
    struct line line = begin(writing, _("waits for"));
    struct call_futex futex;

    buf_puts(&line.text, link->kind == FUTEX_NONE ? kind_of_wait(link) : "futex");
    buf_puts(&line.text, describe_lock(link->lock));
    if (link->kind != FUTEX_NONE && call_futex(call_name(&link->call), &link->call, &futex))
        buf_printf(&line.text, " 0x%" PRIx64 ", %s: %s", futex.address,
                   futex.is_private ? _("private") : _("shared"), describe(link->kind));
    end(&line);
}

static void write_file(struct writing *writing, const struct task *task)
{
    struct line line;

    if (!task->details || !*task->details->wait_file)
        return;
    line = begin(writing, _("file"));
    buf_puts(&line.text, task->details->wait_file);
    end(&line);
}

/* "3 in this process: exec-* 2, main 1" */
static void write_waiters(struct writing *writing, const struct wait_report *report)
{
    char quoted[QUOTED_SIZE];
    struct line line;

    if (!report->waiters_known)
        return;
    line = begin(writing, _("other waiters"));
    if (report->waiters_more)
        buf_puts(&line.text, _("at least "));
    buf_printf(&line.text,
               report->waiters_of_all ? _("%u in all processes") : _("%u in this process"),
               (unsigned)report->waiters);
    for (uint32_t i = 0; i < report->pool_count; i++)
        buf_printf(&line.text, "%s%s %u", i ? ", " : ": ",
                   escape_quote(report->pools[i].name, quoted), (unsigned)report->pools[i].count);
    if (report->other_pools)
        buf_printf(&line.text, _(", %u more"), (unsigned)report->other_pools);
    end(&line);
}

/* "301 (writer-1), S, disk" */
static void put_task(struct buf *out, const struct wait_link *link)
{
    char quoted[QUOTED_SIZE];

    buf_printf(out, "%d (%s), %c, %s", (int)link->tid, escape_quote(link->name, quoted),
               link->state ? link->state : '?', kind_of_wait(link));
}

static void put_owner(struct buf *out, const struct wait_link *link, const struct wait_link *owner)
{
    switch (link->owner) {
    case OWNER_NONE:
        buf_puts(out, _("none (conditions and queues have no owner)"));
        break;
    case OWNER_UNKNOWN:
        buf_puts(out, _("unknown"));
        break;
    case OWNER_UNREADABLE:
        buf_puts(out, _("unknown: the memory cannot be read"));
        break;
    case OWNER_NOT_RESIDENT:
        buf_puts(out, _("unknown: the page is not in memory"));
        break;
    case OWNER_NOBODY:
        buf_puts(out, _("already released"));
        break;
    case OWNER_UNNAMED:
        buf_puts(out, link->lock == KERNEL_RWSEM || link->kind == FUTEX_RWLOCK
                          ? _("unknown (several readers may hold it)")
                          : _("held; owner unknown"));
        break;
    case OWNER_ABSENT:
        buf_printf(out, _("%d (from program memory), but no such thread exists"),
                   (int)link->owner_tid);
        break;
    case OWNER_CHANGES:
        buf_puts(out, _("changing hands (busy, not stuck)"));
        break;
    case OWNER_NAMED:
        if (owner)
            put_task(out, owner);
        else
            buf_printf(out, "%d", (int)link->owner_tid);
        buf_puts(out, link->lock ? _(" (from the kernel)") : _(" (from program memory)"));
        break;
    }
}

/* The link of the owner that a link waits for; NULL: the report ends before it. */
static const struct wait_link *owner_of(const struct wait_report *report, uint32_t link)
{
    if (link + 1 < report->link_count)
        return &report->links[link + 1];
    return report->cycle < 0 ? NULL : &report->links[report->cycle];
}

static void write_owners(struct writing *writing, const struct wait_report *report)
{
    for (uint32_t i = 0; i < report->link_count; i++) {
        const struct wait_link *link = &report->links[i];
        struct line line;

        if (link->kind == FUTEX_NONE && link->lock == KERNEL_LOCK_NONE)
            return;
        line = begin(writing, _("owner"));
        if (i > 0 && link->owner == OWNER_NAMED)
            buf_puts(&line.text, _("which waits for "));
        else if (i > 0)
            buf_printf(&line.text, _("of what %d waits for: "), (int)link->tid);
        else if (link->owner == OWNER_NAMED && link->kind != FUTEX_THREAD_END)
            buf_puts(&line.text, _("held by "));
        put_owner(&line.text, link, owner_of(report, i));
        end(&line);
    }
}

/* Whether a task in the cycle waits with a timeout. */
static bool has_timeout(const struct wait_report *report)
{
    for (uint32_t i = (uint32_t)report->cycle; i < report->link_count; i++) {
        const struct task_syscall *call = &report->links[i].call;
        struct call_futex futex;

        if (call_futex(call_name(call), call, &futex) && futex.has_timeout)
            return true;
    }
    return false;
}

static void write_deadlock(struct writing *writing, const struct wait_report *report)
{
    bool of_kernel = true;
    struct line line;

    if (report->cycle < 0)
        return;
    line = begin(writing, has_timeout(report) ? _("DEADLOCK until a timeout") : _("DEADLOCK"));
    for (uint32_t i = (uint32_t)report->cycle; i < report->link_count; i++) {
        buf_printf(&line.text, "%d -> ", (int)report->links[i].tid);
        of_kernel &= report->links[i].lock != KERNEL_LOCK_NONE;
    }
    buf_printf(&line.text, "%d", (int)report->links[report->cycle].tid);
    buf_puts(&line.text, of_kernel ? _(" (from the kernel)") : _(" (from program memory)"));
    end(&line);
}

/* "libc.so.6+0x9f0c4 server+0x1a30" */
static void write_program(struct writing *writing, const struct wait_report *report)
{
    char quoted[QUOTED_SIZE];
    struct line line;

    if (report->frame_count == 0)
        return;
    line = begin(writing, _("in the program"));
    for (uint32_t i = 0; i < report->frame_count; i++) {
        const struct wait_frame *frame = &report->frames[i];

        if (i > 0)
            buf_puts(&line.text, " < ");
        if (*frame->file)
            buf_printf(&line.text, "%s+0x%" PRIx64, escape_quote(frame->file, quoted),
                       frame->offset);
        else
            buf_printf(&line.text, "0x%" PRIx64, frame->address);
    }
    end(&line);
}

static void write_kernel(struct writing *writing, const struct wait_report *report)
{
    struct line line;

    if (report->kernel_stack_len == 0)
        return;
    line = begin(writing, _("in the kernel"));
    for (uint32_t at = 0; at < report->kernel_stack_len;) {
        const char *name = report->kernel_stack + at;

        buf_printf(&line.text, "%s%s", at ? " < " : "", name);
        at += (uint32_t)strlen(name) + 1;
    }
    end(&line);
}

void wait_text_write(struct writing *writing, const struct task *task)
{
    const struct wait_report *report = writing->report;

    if (!report || report->link_count == 0)
        return;
    write_call(writing, &report->links[0]);
    write_wait(writing, &report->links[0]);
    write_file(writing, task);
    write_owners(writing, report);
    write_deadlock(writing, report);
    write_waiters(writing, report);
    write_program(writing, report);
    write_kernel(writing, report);
}
