/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "top/model/inspect.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "lib/base/array.h"
#include "lib/base/span.h"
#include "lib/text/escape.h"
#include "lib/text/i18n.h"

#define TAB_CELLS 8

/* clang-format off */
static const struct inspect_entry demo_entries[] = {
    {INSPECT_DEMO, N_("Open Files"), "lsof -P -p %d 2>&1"},
    {INSPECT_DEMO, N_("NUMA Info"), "/proc/%d/numa_maps"},
    {INSPECT_DEMO, N_("Log"), "tail -n 100 /var/log/syslog"},
};
/* clang-format on */

#define DEMO_ENTRIES ARRAY_COUNT(demo_entries)

const struct inspect_entry *inspect_entry_at(const struct inspect_entries *entries, size_t index)
{
    return entries->count ? &entries->list[index] : &demo_entries[index];
}

size_t inspect_entry_count(const struct inspect_entries *entries)
{
    return entries->count ? entries->count : DEMO_ENTRIES;
}

const char *inspect_entry_name(const struct inspect_entry *entry)
{
    return entry->kind == INSPECT_DEMO ? _(entry->name) : entry->name;
}

void inspect_put_source(const struct inspect_entry *entry, pid_t pid, struct buf *out)
{
    for (const char *at = entry->format; *at; at++) {
        if (at[0] == '%' && at[1] == 'd') {
            buf_put_i64(out, pid);
            at++;
        } else {
            at += at[0] == '%' && at[1] == '%';
            buf_putc(out, *at);
        }
    }
}

void inspection_clear(struct inspection *inspection)
{
    buf_clear(&inspection->text);
    inspection->line_count = 0;
    inspection->first_line = inspection->first_cell = 0;
    inspection->running = inspection->cut = false;
    inspection->show_source = false;
    inspection->wanted[0] = '\0';
}

void inspection_fini(struct inspection *inspection)
{
    buf_fini(&inspection->text);
    free(inspection->lines);
    inspection->lines = NULL;
    inspection->line_count = inspection->line_capacity = 0;
}

static bool add_line(struct inspection *inspection, size_t offset)
{
    const size_t count = inspection->line_count + 1;

    if (ARRAY_RESERVE(&inspection->lines, &inspection->line_capacity, count) < 0)
        return false;
    inspection->lines[inspection->line_count++] = offset;
    return true;
}

bool inspect_text_add(struct inspection *inspection, const char *bytes, size_t len)
{
    struct buf *text = &inspection->text;
    struct span rest = {bytes, len}, line;

    while (!inspection->cut && span_take_part(&rest, '\n', &line)) {
        const size_t piece = (size_t)(rest.text - line.text); /* with its newline, if any */
        bool begins = !text->len || text->data[text->len - 1] == '\n';

        inspection->cut = text->len + piece > INSPECT_BYTES_MAX ||
                          (begins && inspection->line_count == INSPECT_LINES_MAX);
        if (inspection->cut)
            break;
        if (begins && !add_line(inspection, text->len))
            return false;
        buf_put(text, line.text, piece);
    }
    return !text->failed;
}

static size_t line_end(const struct inspection *inspection, size_t index)
{
    size_t end =
        index + 1 < inspection->line_count ? inspection->lines[index + 1] : inspection->text.len;

    while (end > inspection->lines[index] && inspection->text.data[end - 1] == '\n')
        end--;
    return end;
}

size_t inspect_text_find(const struct inspection *inspection, const char *text, size_t from)
{
    const size_t len = strlen(text);

    for (; from < inspection->line_count; from++) {
        size_t start = inspection->lines[from];

        if (memmem(inspection->text.data + start, line_end(inspection, from) - start, text, len))
            break;
    }
    return from;
}

/* Appends one character; returns its bytes and adds its cells to *cells. */
static size_t put_character(struct buf *out, const char *text, size_t len, size_t *cells)
{
    unsigned char byte = (unsigned char)*text;
    size_t spaces = TAB_CELLS - *cells % TAB_CELLS;
    mbstate_t state;
    wchar_t wide;
    size_t bytes;
    int width;

    if (byte == '\t') {
        buf_fill(out, ' ', spaces);
        *cells += spaces;
        return 1;
    }
    if (byte < ' ' || byte == 0x7f) {
        buf_printf(out, "^%c", byte ^ 0x40);
        *cells += 2;
        return 1;
    }
    memset(&state, 0, sizeof(state));
    bytes = mbrtowc(&wide, text, len, &state);
    width = bytes > 0 && bytes <= len ? wcwidth(wide) : -1;
    if (width < 0 || character_is_invisible((uint32_t)wide)) {
        buf_printf(out, "<%02X>", byte);
        *cells += 4;
        return 1;
    }
    buf_put(out, text, bytes);
    *cells += (size_t)width;
    return bytes;
}

void inspect_text_put_line(const struct inspection *inspection, size_t index, size_t cells,
                           struct buf *out)
{
    size_t at = inspection->lines[index], end = line_end(inspection, index);
    size_t used = 0;
    struct buf text = {0};

    while (at < end && used < cells)
        at += put_character(&text, inspection->text.data + at, end - at, &used);
    /*
     * All characters are printable now, but escape_put() also limits the accents on one character.
     */
    escape_put(out, buf_text(&text), buf_len(&text), ESCAPE_UNLIMITED);
    out->failed |= text.failed;
    buf_fini(&text);
}
