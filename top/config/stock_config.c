/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The form of stock top's configuration files:
 *
 *   top's Config File (Linux processes with windows)
 *   Id:k, Mode_altscr=0, Mode_irixps=1, Delay_time=3.0, Curwin=0
 *   Def  fieldscur= 75 81 ... numbers, on several lines (id j: a byte for each field)
 *        winflags=193844, sortindx=18, maxtasks=0, ...
 *        summclr=1, msgsclr=1, headclr=3, taskclr=1
 *   the same for each of four windows, then
 *   Fixed_widest=0, Summ_mscale=1, Task_mscale=0, Zero_suppress=0, Tics_scaled=0
 *   and optionally filters and entries to inspect.
 *
 * A line of pairs may have any pairs of its section, since their lines differ between versions.
 */
#include "top/config/config.h"

#include <string.h>

#include "lib/base/array.h"
#include "lib/base/span.h"
#include "lib/text/i18n.h"
#include "top/config/internal.h"

#define STOCK_EYECATCHER "Config File (Linux processes with windows)"

/* A field is written as 2 * (its id + this), plus 1 if it is shown. */
#define STOCK_FIELD_BASE 37

/* Numbers below this are reserved for future fields. */
#define STOCK_FIELD_LIMIT 100

#define FIELDS_PER_LINE 20

struct reader {
    struct config *config;
    enum stock_section section;
    size_t window_count; /* begun so far */
    bool as_bytes;       /* id j: fields are bytes */
    bool in_fields;      /* more numbers of fields may follow */
    bool placed[FIELD_COUNT];
    size_t slot_count;
    size_t filter_window;
    struct buf *why;
};

static struct window_settings *current_window(const struct reader *reader)
{
    return &reader->config->windows[reader->window_count - 1];
}

static bool place_field(struct reader *reader, int64_t number, bool shown)
{
    struct window_settings *window = current_window(reader);

    if (number < 0 || number >= STOCK_FIELD_LIMIT) {
        buf_printf(reader->why, _("there is no field %d"), (int)number);
        return false;
    }
    if (number >= FIELD_STOCK_COUNT)
        return true;
    if (reader->placed[number]) {
        buf_printf(reader->why, _("field %d occurs twice"), (int)number);
        return false;
    }
    reader->placed[number] = true;
    window->slots[reader->slot_count++] = (struct field_slot){(enum field_id)number, shown};
    return true;
}

/* Appends fields that are newer than the file. */
static void end_fields(struct reader *reader)
{
    struct window_settings *window;

    if (!reader->in_fields)
        return;
    window = current_window(reader);
    for (unsigned id = 0; id < FIELD_COUNT; id++)
        if (!reader->placed[id])
            window->slots[reader->slot_count++] = (struct field_slot){(enum field_id)id, false};
    window_settings_update(window);
    reader->in_fields = false;
}

static bool read_field_bytes(struct reader *reader, const char *text)
{
    for (; *text && *text != ' '; text++) {
        unsigned char byte = (unsigned char)*text;

        if (!place_field(reader, (byte & 0x7f) - STOCK_FIELD_BASE, byte & 0x80))
            return false;
    }
    return true;
}

static bool read_field_numbers(struct reader *reader, char *text)
{
    char *rest, *word;

    for (word = strtok_r(text, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) {
        int64_t number;

        if (!number_parse(word, &number) || number < 2 * STOCK_FIELD_BASE || number > INT16_MAX)
            return config_lines_refuse(reader->why, _("not a field:"), word);
        if (!place_field(reader, number / 2 - STOCK_FIELD_BASE, number % 2))
            return false;
    }
    return true;
}

/* "Def", a tab or blanks, "fieldscur=" and the fields. */
static bool begin_window(struct reader *reader, char *line)
{
    static const char mark[] = "fieldscur=";
    size_t name_len = strcspn(line, " \t");
    char *fields = line + name_len + strspn(line + name_len, " \t");
    struct window_settings *window;

    if (strncmp(fields, mark, strlen(mark)) != 0 || reader->window_count == WINDOW_COUNT)
        return config_lines_refuse(reader->why, _("not a window:"), line);
    end_fields(reader);
    window = &reader->config->windows[reader->window_count++];
    line[name_len] = '\0';
    if (!setting_take_name(window, line))
        return config_lines_refuse(reader->why, _("not a name of a window:"), line);
    memset(reader->placed, 0, sizeof(reader->placed));
    reader->slot_count = 0;
    reader->in_fields = true;
    fields += strlen(mark);
    if (reader->as_bytes)
        return read_field_bytes(reader, fields);
    return read_field_numbers(reader, fields);
}

static bool read_pairs(struct reader *reader, char *line)
{
    const struct stock_place place = {
        .section = reader->section,
        .config = reader->config,
        .window = reader->window_count ? current_window(reader) : NULL,
    };
    char *rest, *word;

    for (word = strtok_r(line, ", \t", &rest); word; word = strtok_r(NULL, ", \t", &rest)) {
        char *sign = strchr(word, '=');

        if (!sign)
            return config_lines_refuse(reader->why, _("not a setting:"), word);
        *sign = '\0';
        if (!stock_pair_take(&place, word, sign + 1, reader->why))
            return false;
    }
    return true;
}

/* "Id:k, ..." */
static bool read_modes(struct reader *reader, char *line)
{
    char id[2] = {0};

    if (strncmp(line, "Id:", 3) == 0)
        id[0] = line[3];
    if (id[0] < 'j' || id[0] > 'n' || line[4] != ',')
        return config_lines_refuse(
            reader->why, _("only the versions j to n of stock top's files are known, not"), id);
    reader->as_bytes = id[0] == 'j';
    return read_pairs(reader, line + 4);
}

static bool read_window_line(struct reader *reader, char *line)
{
    char *text = line + strspn(line, " \t");

    if (text == line && strncmp(line, "Fixed_widest=", strlen("Fixed_widest=")) == 0) {
        if (reader->window_count < WINDOW_COUNT)
            return config_lines_refuse(reader->why, _("a window is missing before"), line);
        end_fields(reader);
        reader->section = STOCK_REST;
        return read_pairs(reader, line);
    }
    if (text == line)
        return begin_window(reader, line);
    if (!reader->window_count)
        return config_lines_refuse(reader->why, _("not a window:"), line);
    if (reader->in_fields && *text >= '0' && *text <= '9')
        return read_field_numbers(reader, text);
    end_fields(reader);
    return read_pairs(reader, text);
}

/* "type=111,\tfilter=PID>5": the type is the key, o or O. */
static bool read_filter(struct reader *reader, const char *text)
{
    const char *filter_text = strstr(text, "filter=");
    bool any_case = strncmp(text, "type=111,", 9) == 0;
    struct filters *filters = &reader->config->windows[reader->filter_window].filters;
    struct filter filter;

    if (!filter_text || (!any_case && strncmp(text, "type=79,", 8) != 0))
        return config_lines_refuse(reader->why, _("not a filter:"), text);
    return filter_parse(filter_text + strlen("filter="), any_case, &filter, reader->why) &&
           filters_add(filters, &filter, reader->why);
}

/* A file has the newest first. */
static void order_filters(struct config *config)
{
    for (size_t i = 0; i < WINDOW_COUNT; i++) {
        struct filters *filters = &config->windows[i].filters;

        for (size_t at = 0; at < filters->count / 2; at++) {
            struct filter *other = &filters->list[filters->count - 1 - at];
            struct filter filter = filters->list[at];

            filters->list[at] = *other;
            *other = filter;
        }
    }
}

static bool read_rest(struct reader *reader, const char *line)
{
    static const char window[] = "window #";
    const char *text = line + strspn(line, " \t");

    if (strncmp(line, "pipe\t", 5) == 0 || strncmp(line, "file\t", 5) == 0)
        return config_add_entry(reader->config, line, reader->why);
    if (strncmp(line, window, strlen(window)) == 0) {
        reader->filter_window = (size_t)(line[strlen(window)] - '0');
        return reader->filter_window < WINDOW_COUNT ||
               config_lines_refuse(reader->why, _("not a window:"), line);
    }
    if (strncmp(text, "type=", 5) == 0)
        return read_filter(reader, text);
    return true; /* a comment, or a line around the filters */
}

static bool take_line(void *argument, char *line)
{
    struct reader *reader = argument;

    switch (reader->section) {
    case STOCK_TITLE:
        if (!strstr(line, STOCK_EYECATCHER))
            return config_lines_refuse(reader->why, _("not a configuration of top:"), line);
        reader->section = STOCK_MODES;
        return true;
    case STOCK_MODES:
        if (!read_modes(reader, line))
            return false;
        reader->section = STOCK_WINDOWS;
        return true;
    case STOCK_WINDOWS:
        return !*line || read_window_line(reader, line);
    case STOCK_REST:
        break;
    }
    return read_rest(reader, line);
}

bool stock_config_parse(struct config *config, const char *text, size_t len,
                        struct config_error *error)
{
    struct reader reader = {.config = config, .why = &error->why};
    bool good;

    config_init(config);
    config_show_as_stock(config);
    good = config_lines_read(text, len, error, take_line, &reader);
    if (good && reader.section != STOCK_REST) {
        buf_puts(&error->why, _("the file is not complete"));
        good = false;
    }
    if (good)
        order_filters(config);
    else
        config_reset(config);
    return good;
}

/* Stock top reads three bytes up to a blank. */
static void put_name(const struct window_settings *window, size_t index, struct buf *out)
{
    static const char *const names[WINDOW_COUNT] = {"Def", "Job", "Mem", "Usr"};
    const char *name = window->name;

    if (!*name || strlen(name) > WINDOW_NAME_MAX || strpbrk(name, " \t"))
        name = names[index];
    buf_puts(out, name);
}

static void put_field(size_t place, int id, bool shown, struct buf *out)
{
    if (place && place % FIELDS_PER_LINE == 0)
        buf_puts(out, "\n\t\t  ");
    buf_printf(out, "%4d ", 2 * (id + STOCK_FIELD_BASE) + shown);
}

/*
 * All fields for which 4.0.2 reserves a number. Each version accepts its own fields in any order,
 * but no newer field before the last of them.
 */
static void put_fields(const struct window_settings *window, struct buf *out)
{
    static const unsigned ends[] = {0, STOCK_FIELDS_OLDEST, FIELD_STOCK_COUNT};
    size_t place = 0;

    buf_puts(out, "\tfieldscur=");
    for (size_t part = 1; part < ARRAY_COUNT(ends); part++)
        for (size_t i = 0; i < FIELD_COUNT; i++) {
            const struct field_slot *slot = &window->slots[i];

            if (slot->id >= ends[part - 1] && slot->id < ends[part])
                put_field(place++, (int)slot->id, slot->shown, out);
        }
    for (; place < STOCK_FIELD_LIMIT; place++)
        put_field(place, (int)place, false, out);
    buf_puts(out, "\n\t");
}

static void put_filters(const struct config *config, struct buf *out)
{
    buf_puts(out, "\nbegin: saved other filter data -------------------\n");
    for (size_t i = 0; i < WINDOW_COUNT; i++) {
        const struct filters *filters = &config->windows[i].filters;

        if (filters->count)
            buf_printf(out, "window #%zu, osel_tot=%zu\n", i, filters->count);
        for (size_t at = filters->count; at-- > 0;) { /* the newest first */
            buf_printf(out, "\ttype=%d,\tfilter=", filters->list[at].ignore_case ? 'o' : 'O');
            filter_put(&filters->list[at], out);
            buf_putc(out, '\n');
        }
    }
    buf_puts(out, "end  : saved other filter data -------------------\n");
}

void stock_config_put(const struct config *config, struct buf *out)
{
    bool filtered = false;

    buf_printf(out, "top's %s\nId:k, ", STOCK_EYECATCHER);
    stock_pairs_put(config, STOCK_MODES, NULL, out);
    buf_putc(out, '\n');
    for (size_t i = 0; i < WINDOW_COUNT; i++) {
        put_name(&config->windows[i], i, out);
        put_fields(&config->windows[i], out);
        stock_pairs_put(config, STOCK_WINDOWS, &config->windows[i], out);
        buf_putc(out, '\n');
        filtered |= config->windows[i].filters.count > 0;
    }
    stock_pairs_put(config, STOCK_REST, NULL, out);
    buf_putc(out, '\n');
    if (filtered)
        put_filters(config, out);
    for (size_t i = 0; i < config->entry_count; i++)
        buf_printf(out, "%s%s\t%s\t%s\n", i ? "" : "\n",
                   config->entries[i].kind == INSPECT_PIPE ? "pipe" : "file",
                   config->entries[i].name, config->entries[i].format);
}

struct limits_reader {
    struct stock_limits *limits;
    struct config_error *error;
};

static bool take_limit(void *argument, char *line)
{
    const struct limits_reader *reader = argument;
    struct stock_limits *limits = reader->limits;

    if (reader->error->line == 1) {
        limits->secure = strchr(line, 's') != NULL;
        return true;
    }
    line[strcspn(line, " \t#")] = '\0';
    limits->has_delay = seconds_parse(line, &limits->delay_ns);
    return !*line || limits->has_delay ||
           config_lines_refuse(&reader->error->why, _("not a delay:"), line);
}

bool stock_limits_parse(struct stock_limits *limits, const char *text, size_t len,
                        struct config_error *error)
{
    struct limits_reader reader = {limits, error};
    struct span rest = {text, len}, line;

    *limits = (struct stock_limits){.secure = false};
    for (int lines = 0; lines < 2; lines++)
        span_take_part(&rest, '\n', &line);
    return config_lines_read(text, (size_t)(rest.text - text), error, take_limit, &reader);
}
