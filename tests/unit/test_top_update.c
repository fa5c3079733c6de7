/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * update(), key by key: what was pressed, and what is different afterwards.
 *
 * A difference is told in words, so that a case says all that a key does and nothing that it must
 * not do goes unseen. The host is that of tests/tui/scene.c.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "lib/source/source.h"
#include "tests/tui/scene.h"
#include "tests/unit/run.h"
#include "tests/unit/stage.h"
#include "top/update/keys.h"
#include "top/update/update.h"

static void tell_window(const struct window *window, struct buf *out)
{
    const size_t index = model_window_number(&model, window) - 1;
    struct window before;

    window_init(&before, index);
    if (index)
        buf_printf(out, " window %zu", index + 1);
    if (strcmp(window->name, before.name) != 0)
        buf_printf(out, " called %s", window->name);
    for (size_t i = 0; i < WINDOW_COUNT; i++)
        if (model.windows[i].tasks_hidden)
            buf_printf(out, " hidden %zu", i + 1);
    if (window->sort != before.sort)
        buf_printf(out, " sort %s", field_at(window->sort)->header);
    if (window->ascending)
        buf_puts(out, " ascending");
    if (window->command_lines)
        buf_puts(out, " lines");
    if (window->idle_hidden)
        buf_puts(out, " busy");
    if (window->cumulative)
        buf_puts(out, " cumulative");
    if (window->mark_sort)
        buf_puts(out, " mark-sort");
    if (!window->mark_running)
        buf_puts(out, " no-mark-running");
    if (window->mark_reverse)
        buf_puts(out, " mark-reverse");
}

static bool have_same_fields(const struct window *a, const struct window *b)
{
    for (size_t i = 0; i < FIELD_COUNT; i++)
        if (a->slots[i].id != b->slots[i].id || a->slots[i].shown != b->slots[i].shown)
            return false;
    return true;
}

static void tell_looks(const struct window *window, struct buf *out)
{
    struct window before;

    window_init(&before, model_window_number(&model, window) - 1);
    if (window->palette.on)
        buf_puts(out, " colours");
    for (int part = 0; part < PART_COUNT; part++)
        if (window->palette.colours[part] != before.palette.colours[part])
            buf_printf(out, " part %d %d", part, window->palette.colours[part]);
    if (window->bold_off)
        buf_puts(out, " no-bold");
    if (window->numbers_left)
        buf_puts(out, " numbers-left");
    if (window->text_right)
        buf_puts(out, " text-right");
    if (!have_same_fields(window, &before)) {
        buf_puts(out, " fields");
        for (size_t i = 0; i < window->field_count; i++)
            buf_printf(out, " %s", field_at(window->fields[i])->header);
    }
}

static void tell_screen(struct buf *out)
{
    if (model.screen == SCREEN_HELP)
        buf_printf(out, " help %zu", model.help_first);
    if (model.screen == SCREEN_FIELDS)
        buf_printf(out, " at %zu%s", model.fields.at, model.fields.moving ? " moving" : "");
    if (model.screen == SCREEN_COLOURS)
        buf_printf(out, " choosing %d", (int)model.colours.part);
}

static void tell_summary(const struct window *window, struct buf *out)
{
    struct window before;

    window_init(&before, 0);
    if (!window->show_load)
        buf_puts(out, " no-load");
    if (window->show_scan)
        buf_puts(out, " scan-line");
    if (window->cpus != before.cpus)
        buf_printf(out, " cpus %d", (int)window->cpus);
    if (window->memory != before.memory)
        buf_printf(out, " memory %d", (int)window->memory);
    if (window->cpu_choice.mode != before.cpu_choice.mode)
        buf_printf(out, " cpu-mode %d", (int)window->cpu_choice.mode);
    if (window->cpu_choice.node)
        buf_printf(out, " node %d", window->cpu_choice.node);
    if (window->cpu_choice.combined > 1)
        buf_printf(out, " combined %u", window->cpu_choice.combined);
    if (window->cpu_choice.cores)
        buf_puts(out, " cores");
    if (window->cpu_choice.kind != CORE_UNKNOWN)
        buf_printf(out, " kind %d", (int)window->cpu_choice.kind);
    if (window->adjoining != 1)
        buf_printf(out, " adjoining %u", window->adjoining);
}

static void tell_limits(const struct window *window, struct buf *out)
{
    if (window->max_tasks)
        buf_printf(out, " max %zu", window->max_tasks);
    if (window->users.by != FILTER_NOBODY)
        buf_printf(out, " users %s%u%s", window->users.negate ? "!" : "", window->users.uid,
                   window->users.by == FILTER_ANY ? " any" : "");
    if (window->first_row)
        buf_printf(out, " row %zu", window->first_row);
    if (window->first_column)
        buf_printf(out, " column %zu", window->first_column);
    if (window->text_offset)
        buf_printf(out, " text %zu", window->text_offset);
    if (window->show_coordinates)
        buf_puts(out, " coordinates");
}

static void tell_choice(const struct window *window, struct buf *out)
{
    for (size_t i = 0; i < window->filters.count; i++) {
        buf_puts(out, window->filters.list[i].ignore_case ? " filter-any " : " filter ");
        filter_put(&window->filters.list[i], out);
    }
    if (window->search.text[0])
        buf_printf(out, " search %s%s", window->search.text,
                   window->search.failed ? " failed" : "");
    if (window->forest)
        buf_puts(out, " forest");
    if (window->pools)
        buf_puts(out, " pools");
    for (size_t i = 0; i < window->open_pool_count; i++)
        buf_printf(out, " open %d %s", (int)window->open_pools[i].tgid, window->open_pools[i].name);
    for (size_t i = 0; i < window->collapsed_count; i++)
        buf_printf(out, " collapsed %d", (int)window->collapsed[i]);
    if (window->focus)
        buf_printf(out, " focus %d", (int)window->focus);
}

static void tell_effects(const struct effects *effects, struct buf *out)
{
    static const char *const acts[] = {
        [ACT_SIGNAL] = "SIGNAL",
        [ACT_RENICE] = "RENICE",
        [ACT_RENICE_AUTOGROUP] = "AUTOGROUP",
        [ACT_INSPECT] = "INSPECT",
        [ACT_INSPECT_STOP] = "STOP",
    };

    if (effects->quit)
        buf_puts(out, " QUIT");
    if (effects->scan)
        buf_puts(out, " SCAN");
    if (effects->redraw)
        buf_puts(out, " REDRAW");
    if (effects->act == ACT_SAVE)
        buf_puts(out, " SAVE");
    else if (effects->act != ACT_NONE)
        buf_printf(out, " %s %d %s %d", acts[effects->act], (int)effects->pid, effects->name,
                   effects->value);
}

/* All that is different from the start, and what was asked for by the last key. */
static void tell(const struct effects *effects, struct buf *out)
{
    buf_clear(out);
    tell_window(model.window, out);
    tell_looks(model.window, out);
    tell_summary(model.window, out);
    tell_limits(model.window, out);
    if (model.alternate)
        buf_puts(out, " alternate");
    tell_choice(model.window, out);
    if (model.threads)
        buf_puts(out, " threads");
    if (model.solaris)
        buf_puts(out, " solaris");
    if (model.paused)
        buf_puts(out, " paused");
    if (model.delay_ns != UINT64_C(3000000000))
        buf_printf(out, " delay %.3f", (double)model.delay_ns / 1e9);
    if (model.summary_unit != UNIT_OF_MIB)
        buf_printf(out, " summary-unit %d", (int)model.summary_unit);
    if (model.task_unit != UNIT_OF_KIB)
        buf_printf(out, " task-unit %d", (int)model.task_unit);
    if (model.screen == SCREEN_INSPECT_CHOICE)
        buf_printf(out, " choice %d %zu", (int)model.inspection.pid, model.inspection.entry);
    if (model.screen == SCREEN_INSPECT_VIEW)
        buf_printf(out, " view %d %zu line %zu cell %zu", (int)model.inspection.pid,
                   model.inspection.entry, model.inspection.first_line,
                   model.inspection.first_cell);
    if (model.task_time != TIME_HUNDREDTHS)
        buf_printf(out, " task-time %d", (int)model.task_time);
    if (model.zeros_hidden)
        buf_puts(out, " no-zeros");
    if (model.extra_width)
        buf_printf(out, " wider %d", model.extra_width);
    tell_screen(out);
    if (model.prompt.kind != PROMPT_NONE)
        buf_printf(out, " prompt %d of %d", (int)model.prompt.kind, (int)model.prompt.pid);
    if (model.bottom.kind != BOTTOM_NONE)
        buf_printf(out, " bottom %d of %d in %zu", (int)model.bottom.kind, (int)model.bottom.tid,
                   model.bottom.elements.count);
    if (model.bottom.selected)
        buf_printf(out, " selected %zu", model.bottom.selected);
    if (model.message[0])
        buf_puts(out, " says");
    if (!model_is_satisfied(&model))
        buf_puts(out, " wants");
    tell_effects(effects, out);
    ck_assert(!model.failed);
}

/*
 * "wants": the reading in hand lacks what is to be shown, so a scan is due. "says": a message is
 * shown. The task on top is 300, the database.
 */
static const struct {
    const char *keys, *told;
} cases[] = {
    {"q", " QUIT"},
    {"<Space>", " SCAN"},
    {"<Enter>", " SCAN"},
    {"@", " says"},
    {"@ x", " mark-sort"}, /* a message goes with the next key */

    {"h", " help 0"},
    {"?", " help 0"},
    {"? x", ""},
    {"? q", ""},
    {"? <C-l>", " help 0 REDRAW"},
    {"? <Down> <Down> <Up>", " help 1"},
    {"? <Up>", " help 0"},
    {"? <PgUp>", " help 0"},

    {"M", " sort %MEM wants"},
    {"N", " sort PID"},
    {"T", " sort TIME+"},
    {"P", ""},
    {"N P", ""},
    {"R", " ascending"},
    {"R R", ""},
    {"R N", " sort PID"}, /* a new field starts from high to low */
    {"<", " sort S"},
    {">", " sort %MEM wants"},
    {"> > >", " sort COMMAND"}, /* the names are there anyway */
    {"> > > >", " sort COMMAND"},
    {"> > > c", " sort COMMAND lines wants"},
    {"N <", " sort PID"},
    {"R <", " sort S ascending"},

    {"H", " threads says wants"},
    {"H H", " says"},
    {"c", " lines"},
    {"c c", ""},
    {"i", " busy"},
    {"<Down> i", " busy row 1"},
    {"S", " cumulative says"},
    {"I", " solaris says"},
    {"x", " mark-sort"},
    {"y", " no-mark-running"},
    {"b", " mark-reverse"},
    {"B", " no-bold"},
    {"W", " SAVE"},
    {"z", " colours"},
    {"z z", ""},
    {"J", " numbers-left"},
    {"j", " text-right"},
    {"0", " no-zeros"},
    {"<C-e>", " task-time 1"},
    {"<C-e> <C-e> <C-e> <C-e> <C-e> <C-e>", " task-time 6"},
    {"<C-e> <C-e> <C-e> <C-e> <C-e> <C-e> <C-e>", ""},
    {"X", " prompt 19 of 300"},
    {"X 5 <Enter>", " wider 5"},
    {"X - 1 <Enter>", " wider -1"},
    {"X - 2 <Enter>", " wider -1"},
    {"X 5 1 2 <Enter>", " says"},
    {"X <Enter>", ""},

    {"f", " at 0"},
    {"f q", ""},
    {"f <Esc>", ""},
    {"f <C-l>", " at 0 REDRAW"},
    {"f @", " at 0"},
    {"f <Down> <Down> <Up>", " at 1"},
    {"f <Up>", " at 0"},
    {"f <End>", " at 80"},
    {"f <End> <Down>", " at 80"},
    {"f <PgDn>", " at 20"},
    {"f <PgDn> <PgDn> <PgDn> <PgDn> <PgDn>", " at 80"},
    {"f <PgDn> <PgUp>", " at 0"},
    {"f <End> <Home>", " at 0"},
    {"f <Down> s q", " sort USER wants"},
    {"f <Space> q", " fields USER PR NI VIRT RES SHR S %CPU %MEM TIME+ COMMAND"},
    {"f d d q", ""},
    {"f <Right> <Down> <Down> <Left> q",
     " fields USER PR PID NI VIRT RES SHR S %CPU %MEM TIME+ COMMAND"},
    {"f <Right> <Down> <Enter> <Down> q",
     " fields USER PID PR NI VIRT RES SHR S %CPU %MEM TIME+ COMMAND"},
    {"f <Right> <Down>",
     " fields USER PID PR NI VIRT RES SHR S %CPU %MEM TIME+ COMMAND at 1 moving"},
    {"f <Right> <Down> <Up> <Left>", " at 0"},
    {"f <Right> <End> <Left> <Home> <Right> <End> q",
     " fields PR NI VIRT RES SHR S %CPU %MEM TIME+ COMMAND PID USER"},
    {"f <Right> a", " window 2 at 0"},
    {"f w", " window 4 at 0 wants"},
    {"f a d w q", ""}, /* each window has its own fields */
    {"<Right> f <Space> <Down> <Space> q",
     " fields PR NI VIRT RES SHR S %CPU %MEM TIME+ COMMAND column 1"},

    {"Z", " colours choosing 3"},
    {"Z q", ""},
    {"Z <Esc>", ""},
    {"Z <Enter>", " colours"},
    {"Z 4 <Enter>", " colours part 3 4"},
    {"Z 4 z B b q", ""},
    {"Z 4 z B b <Enter>", " mark-reverse part 3 4 no-bold"},
    {"Z S 0 M 7 H @ X 2 <Enter>", " colours part 0 0 part 1 7 part 2 -1 part 4 2"},
    {"Z <Up> <Up>", " colours part 3 3 choosing 3"},
    {"Z <Down> <Down>", " colours part 3 -1 choosing 3"},
    {"Z <Down> <Down> <Down>", " colours part 3 255 choosing 3"},
    {"Z <Down> <Down> <Down> <Up>", " colours part 3 -1 choosing 3"},
    {"Z 4 a q w", " colours part 3 4"},
    {"Z 4 w q a", " colours part 3 4"},
    {"Z 8 <Enter>", " colours"},
    {"Z <C-l>", " colours choosing 3 REDRAW"},
    {"l", " no-load"},
    {"~", " scan-line"},
    {"~ ~", ""},
    {"p", " paused"},
    {"p p", ""},
    {"p <Space>", " paused SCAN"},
    {"t", " cpus 1"},
    {"t t t", " cpus 3"},
    {"t t t t", ""},
    {"m", " memory 1"},
    {"m m m", " memory 3"},
    {"m m m m", ""},
    {"1", " cpu-mode 1"},
    {"1 1", ""},
    {"2", " cpu-mode 2"},
    {"2 2", ""},
    {"2 1", " cpu-mode 1"},
    {"3", " prompt 9 of 0"},
    {"3 1 <Enter>", " cpu-mode 3 node 1"},
    {"3 1 <Enter> 2", " cpu-mode 2 node 1"},
    {"3 <Enter>", ""},
    {"3 2 <Enter>", " says"},
    {"3 x <Enter>", " says"},
    {"3 - 1 <Enter>", " says"},
    {"4", " cpu-mode 1 adjoining 2"},
    {"4 4", " cpu-mode 1"}, /* there is no room for three */
    {"4 1", ""},
    {"2 4", " cpu-mode 2 adjoining 2"},
    {"!", " says"},
    {"2 !", " cpu-mode 2 says"},
    {"1 !", " cpu-mode 1 combined 2"},
    {"1 ! !", " cpu-mode 1 combined 4"},
    {"1 ! ! !", " cpu-mode 1"},
    {"1 ! =", " cpu-mode 1"},
    {"^", " says"},
    {"1 ^", " cpu-mode 1 cores"},
    {"1 ^ ^", " cpu-mode 1"},
    {"5", " says"},
    {"1 5", " cpu-mode 1 says"}, /* all cores are of a kind here */
    {"E", " summary-unit 2"},
    {"E E E E E", " summary-unit 0"},
    {"E E E E E E", ""},
    {"e", " task-unit 1"},
    {"e e e e", " task-unit 4"},
    {"e e e e e", ""},

    {"u", " prompt 3 of 300"},
    {"u 0 <Enter>", " users 0 wants"},
    {"u ! 0 <Enter>", " users !0 wants"},
    {"u r o o t <Enter>", " users 0 wants"},
    {"u n o - o n e <Enter>", " says"},
    {"u 0 <Enter> u <Enter>", ""},
    {"u 0 <Enter> u n o - o n e <Enter>", " users 0 says wants"},
    {"U 0 <Enter>", " users 0 any wants"},
    {"U <Esc>", ""},
    {"n", " prompt 2 of 300"},
    {"# 5 <Enter>", " max 5"},
    {"n 5 <Enter> n 0 <Enter>", ""},
    {"n 5 <Enter> n <Enter>", " max 5"},
    {"n - 1 <Enter>", " says"},
    {"n x <Enter>", " says"},
    {"=", ""},
    {"n 5 <Enter> i u 0 <Enter> <Right> =", ""},

    {"A", " alternate wants"}, /* Mem and Usr are sorted by what Def does not need */
    {"A A", ""},
    {"a", " window 2"},
    {"a a a w", " window 3 wants"},
    {"a a a a", ""},
    {"w", " window 4 wants"},
    {"A w", " window 4 alternate wants"},
    {"g", " prompt 10 of 0"},
    {"g 2", " window 2"}, /* without Enter */
    {"g <Enter>", ""},
    {"g <Esc>", ""},
    {"g 0", " says"},
    {"g 5", " says"},
    {"g x", " says"},
    {"G", " says"},
    {"A G", " alternate prompt 11 of 0 wants"},
    {"A G M y <Enter>", " called My alternate wants"},
    {"A G M i n e <Enter>", " alternate says wants"},
    {"A G <Enter>", " alternate wants"},
    {"-", " says"},
    {"_", " says"},
    {"+", " says"},
    {"A -", " hidden 1 alternate wants"},
    {"A - -", " alternate wants"},
    {"A - _", " hidden 2 hidden 3 hidden 4 alternate"},
    {"A - =", " alternate wants"},
    {"A _ =", " hidden 2 hidden 3 hidden 4 alternate"},
    {"A _ +", " alternate wants"},
    {"A i a i + w A", ""},
    {"A i a i = w A", " busy"},
    {"A a <Right> w", " alternate wants"},    /* each window scrolls by itself */
    {"a M a w", " window 2 sort %MEM wants"}, /* and is sorted by itself */
    {"A - <Down> <PgDn> k <Esc>", " hidden 1 alternate wants"},
    {"o", " prompt 12 of 300"},
    {"o <Enter>", ""},
    {"o 'COMMAND=CC <Enter>", " filter-any COMMAND=CC"},
    {"o '!PID>300 <Enter>", " filter-any !PID>300"},
    {"O 'USER<root <Enter>", " filter USER<root wants"},
    {"O 'PPID=1 <Enter>", " filter PPID=1"}, /* it is not shown, so it rests */
    {"O 'S=R <Enter> o 'S=R <Enter>", " filter S=R filter-any S=R"},
    {"O 'S=R <Enter> O 'S=R <Enter>", " filter S=R says"},
    {"o 'S <Enter>", " says"},
    {"o 'S= <Enter>", " says"},
    {"o '=R <Enter>", " says"},
    {"o 'pid=1 <Enter>", " says"},
    {"O 'S=R <Enter> =", ""},
    {"<C-o>", " prompt 14 of 300"},
    {"<C-o> <Enter>", ""},

    {"L", " prompt 15 of 300"},
    {"L 'compile <Enter>", " search compile says wants"}, /* not all that is shown was read */
    {"L 'compile <Enter> =", ""},
    {"&", " says"},
    {"/", " prompt 16 of 300"},
    {"/ 'co <Esc>", ""},
    {"C", " coordinates"},
    {"C C", ""},

    {"Y", " prompt 17 of 300"},
    {"Y <Enter>", " choice 300 0"},
    {"Y 4 1 2 <Enter>", " choice 412 0"},
    {"Y 7 <Enter>", " says"},
    {"Y x <Enter>", " says"},
    {"Y <Enter> <Right>", " choice 300 1"},
    {"Y <Enter> <Left>", " choice 300 2"},
    {"Y <Enter> <Right> <Right> <Right>", " choice 300 0"},
    {"Y <Enter> <End> <Home>", " choice 300 0"},
    {"Y <Enter> q", ""},
    {"Y <Enter> <Esc>", ""},
    {"Y <Enter> x", " choice 300 0"},
    {"Y <Enter> <C-l>", " choice 300 0 REDRAW"},
    {"Y <Enter> <Right> <Enter>", " view 300 1 line 0 cell 0"}, /* a demonstration */
    {"Y <Enter> <Enter> <Down>", " view 300 0 line 0 cell 0"},  /* all of it is to be seen */
    {"Y <Enter> <Enter> <Right> <Right> <Left>", " view 300 0 line 0 cell 8"},
    {"Y <Enter> <Enter> L 'Limits <Enter>", " view 300 0 line 8 cell 0"},
    {"Y <Enter> <Enter> / 'proc <Enter>", " view 300 0 line 8 cell 0"},
    {"Y <Enter> <Enter> / 'proc <Enter> n", " view 300 0 line 9 cell 0"},
    {"Y <Enter> <Enter> / 'proc <Enter> n &", " view 300 0 line 9 cell 0 says"},
    {"Y <Enter> <Enter> / 'proc <Enter> g", " view 300 0 line 0 cell 0"},
    {"Y <Enter> <Enter> / 'proc <Enter> <Up>", " view 300 0 line 7 cell 0"},
    {"Y <Enter> <Enter> / 'proc <Enter> <Esc>", ""},
    {"Y <Enter> <Enter> <Enter>", " choice 300 0"},
    {"Y <Enter> <Enter> q", ""},
    {"Y <Enter> <Enter> =", " view 300 0 line 0 cell 0"},

    {"<C-k>", " bottom 3 of 300 in 2"},
    {"<C-k> <C-k>", ""},
    {"<C-k> =", ""},
    {"<Down> <C-k>", " row 1 bottom 3 of 412 in 4"},
    {"<C-k> <Down>", " row 1 bottom 3 of 300 in 2"},
    {"<C-k> <Down> <C-n>", " row 1 bottom 4 of 412 in 2"},
    {"<C-g>", " bottom 2 of 300 in 1"},
    {"<C-u>", " bottom 5 of 300 in 2"},
    {"<C-a>", " bottom 1 of 300 in 0"},
    {"<C-p>", " bottom 7 of 300 in 0"},
    {"<C-l>", " bottom 6 of 0 in 0 REDRAW"},
    {"<C-l> <C-l>", " REDRAW"},
    {"@ # x <Enter> <C-l>", " bottom 6 of 0 in 2 REDRAW"},
    {"<Tab>", ""},
    {"<S-Tab>", ""},
    {"<C-n> <Tab>", " bottom 4 of 300 in 2 selected 1"},
    {"<C-n> <Tab> <Tab>", " bottom 4 of 300 in 2 selected 2"},
    {"<C-n> <Tab> <Tab> <Tab>", " bottom 4 of 300 in 2"},
    {"<C-n> <S-Tab>", " bottom 4 of 300 in 2 selected 2"},
    {"<C-n> <S-Tab> <S-Tab> <S-Tab>", " bottom 4 of 300 in 2"},

    {"%", " pools threads says wants"},
    {"% %", " threads says wants"},
    {"% H", " pools says"},
    {"% v", " pools threads wants"}, /* the first is no pool */
    {"% V", " forest threads says wants"},
    {"V %", " pools threads says wants"},

    {"V", " forest says"},
    {"V V", " says"},
    {"V P", ""},
    {"V R", " ascending"},
    {"V <", " sort S"},
    {"V f s q", " sort PID"},
    {"v", " says"},
    {"F", " says"},
    {"V v", " forest collapsed 1"},
    {"V v v", " forest"},
    {"V <Down> v", " row 1 forest"}, /* it has no children */
    {"V F", " forest focus 1"},
    {"V F F", " forest"},
    {"V <Down> F", " forest focus 300"},
    {"V <Down> F F", " row 1 forest"},
    {"V <Down> F v =", " forest"},

    {"d", " prompt 1 of 300"},
    {"d 0 . 5 <Enter>", " delay 0.500"},
    {"s 1 , 2 5 <Enter>", " delay 1.250"},
    {"s 0 <Enter>", " delay 0.000"},
    {"d <Enter>", ""},
    {"d - 1 <Enter>", " says"},
    {"d x <Enter>", " says"},

    {"k", " prompt 5 of 300"},
    {"k <Enter>", " prompt 6 of 300"},
    {"k 4 1 2 <Enter>", " prompt 6 of 412"},
    {"k 0 <Enter>", " prompt 6 of 999"}, /* top itself */
    {"k - 1 <Enter>", " prompt 6 of 300"},
    {"k x <Enter>", " says"},
    {"k 9 9 9 9 9 9 9 9 9 9 9 <Enter>", " says"},
    {"k <Enter> <Enter>", " SIGNAL 300 database 15"},
    {"k <Enter> 9 <Enter>", " SIGNAL 300 database 9"},
    {"k <Enter> h u p <Enter>", " SIGNAL 300 database 1"},
    {"k 4 1 2 <Enter> S I G I N T <Enter>", " SIGNAL 412 compile 2"},
    {"k <Enter> n o n e <Enter>", " says"},
    {"k <Enter> 0 <Enter>", " says"},
    {"k <Enter> <Esc>", ""},
    {"<Down> k <Enter> <Enter>", " row 1 SIGNAL 412 compile 15"},
    {"r", " prompt 7 of 300"},
    {"r <Enter>", " prompt 8 of 300"},
    {"r 4 1 2 <Enter> - 5 <Enter>", " RENICE 412 compile -5"},
    {"r <Enter> 1 9 <Enter>", " RENICE 300 database 19"},
    {"r <Enter> 2 0 <Enter>", " says"},
    {"r <Enter> - 2 1 <Enter>", " says"},
    {"r <Enter> x <Enter>", " says"},
    {"r <Enter> <Enter>", ""},

    {"<C-r>", " prompt 20 of 300"},
    {"<C-r> <Enter>", " prompt 21 of 300"},
    {"<C-r> 4 1 2 <Enter> - 5 <Enter>", " AUTOGROUP 412 compile -5"},
    {"<C-r> <Enter> 2 0 <Enter>", " says"},
    {"<C-r> <Enter> <Enter>", ""},
    {"u 9 9 9 9 3 0 0 2 <Enter> k 1 <Enter> <Enter>", " users 99993002 wants SIGNAL 1 init 15"},
    {"k 7 7 7 <Enter> <Enter>", " SIGNAL 777  15"}, /* one that is not known may be there */

    {"<Down>", " row 1"},
    {"<Up>", ""},
    {"<PgDn>", ""},
    {"<PgUp>", ""},
    {"<Home>", ""},
    {"<End>", ""},
    {"<Right>", " column 1"},
    {"<Left>", ""},
    {"<Right> <Right> <Left>", " column 1"},
};

START_TEST(keys_do)
{
    struct effects effects = press_keys(cases[_i].keys);
    struct buf told = {0};

    tell(&effects, &told);
    ck_assert_msg(strcmp(buf_text(&told), cases[_i].told) == 0, "%s:%s, not%s", cases[_i].keys,
                  buf_text(&told), cases[_i].told);
    buf_fini(&told);
}
END_TEST

/* All that is shown has been read of every task. */
static const struct {
    const char *keys, *told;
} searches[] = {
    {"L 'compile <Enter>", " row 1 search compile"},
    {"L 'COMPILE <Enter>", " search COMPILE failed says"},
    {"L 'a <Enter>", " search a"},
    {"L 'a <Enter> &", " row 2 search a"},
    {"L 'a <Enter> & L <Enter>", " row 2"},
    {"L '32000 <Enter>", " row 12 search 32000"},
    {"L '32000 <Enter> &", " row 12 search 32000 failed says"},
    {"L '32000 <Enter> <Up>", " row 11 search 32000"},
    {"L '32000 <Enter> <Home>", " search 32000"},
    {"L '32000 <Enter> =", ""},
    {"/ 'CO", " search CO failed"},
    {"/ 'co", " row 1 search co"},
    {"/ 'coz <BS>", " row 1 search co"},
    {"/ 'zco", " row 8 search zco failed"},
    {"/ 'zco <Home> <Del>", " row 1 search co"},
    {"/ 'Co <Home> <Del> c", " row 1 search co"},
    {"/ 'co <BS> <BS>", ""},
    {"/ 'co <Esc>", ""},
    {"/ 'k <Down>", " row 3 search k"},
    {"/ 'k <Down> <Up>", " row 2 search k"},
    {"/ 'k <Enter>", " row 2 search k"},
    {"/ 'k <Enter> &", " row 3 search k"},
    {"<Down> <Down> <Down> / 'compile", " row 1 search compile"},
};

START_TEST(rows_are_found)
{
    const struct event reading = {.kind = EVENT_READING, .as.reading = &scene};
    struct effects effects;
    struct buf told = {0};

    scene.wish.need = ~(need_t)0;
    update(&model, &reading);
    effects = press_keys(searches[_i].keys);
    prompt_close(&model.prompt);
    tell(&effects, &told);
    ck_assert_msg(strcmp(buf_text(&told), searches[_i].told) == 0, "%s:%s, not%s",
                  searches[_i].keys, buf_text(&told), searches[_i].told);
    buf_fini(&told);
}
END_TEST

/* The header of the first screen is in row 6, its fields end in columns 5, 14, 18 ... */
static const struct {
    const char *keys;
    struct mouse mouse;
    const char *told;
} clicks[] = {
    {"", {MOUSE_CLICK, 6, 0}, " sort PID"},
    {"", {MOUSE_CLICK, 6, 5}, " sort PID"}, /* the blank behind a field is its */
    {"", {MOUSE_CLICK, 6, 6}, " sort USER wants"},
    {"", {MOUSE_CLICK, 6, 79}, " sort COMMAND"},
    {"", {MOUSE_CLICK, 6, 50}, " ascending"}, /* %CPU it is sorted by already */
    {"R", {MOUSE_CLICK, 6, 50}, ""},
    {"<Right>", {MOUSE_CLICK, 6, 0}, " sort USER column 1 wants"},
    {"V", {MOUSE_CLICK, 6, 50}, ""},
    {"", {MOUSE_CLICK, 7, 0}, ""},
    {"", {MOUSE_CLICK, 0, 0}, ""},
    {"", {MOUSE_CLICK, 5, 0}, ""},
    {"", {MOUSE_CLICK, 99, 99}, ""},
    {"l", {MOUSE_CLICK, 5, 0}, " sort PID no-load"},
    {"@", {MOUSE_CLICK, 6, 0}, " sort PID"},
    {"n", {MOUSE_CLICK, 6, 0}, " prompt 2 of 300"},
    {"h", {MOUSE_CLICK, 6, 0}, " help 0"},
    {"A", {MOUSE_CLICK, 12, 1}, " window 2 alternate wants"},
    {"", {MOUSE_WHEEL_DOWN, 10, 10}, ""}, /* all is to be seen */
    {"n 3 <Enter>", {MOUSE_WHEEL_DOWN, 10, 10}, " max 3 row 3"},
    {"n 3 <Enter> <Down> <Down>", {MOUSE_WHEEL_UP, 10, 10}, " max 3"},
    {"h", {MOUSE_WHEEL_DOWN, 0, 0}, " help 3"},
    {"h <Down>", {MOUSE_WHEEL_UP, 0, 0}, " help 0"},
    {"Y <Enter>", {MOUSE_WHEEL_DOWN, 0, 0}, " choice 300 0"},
    {"Y <Enter> <Enter> L 'Limits <Enter>", {MOUSE_WHEEL_UP, 0, 0}, " view 300 0 line 5 cell 0"},
    {"Y <Enter> <Enter>", {MOUSE_WHEEL_DOWN, 0, 0}, " view 300 0 line 0 cell 0"},
};

START_TEST(the_mouse_scrolls_and_sorts)
{
    const struct event event = {.kind = EVENT_MOUSE, .as.mouse = clicks[_i].mouse};
    struct effects effects;
    struct buf told = {0};

    press_keys(clicks[_i].keys);
    effects = update(&model, &event);
    tell(&effects, &told);
    ck_assert_msg(strcmp(buf_text(&told), clicks[_i].told) == 0, "%d:%s, not%s", _i,
                  buf_text(&told), clicks[_i].told);
    buf_fini(&told);
}
END_TEST

/* With five tasks to a page, of thirteen. */
static const struct {
    const char *keys;
    size_t row;
} scrolls[] = {
    {"<Down>", 1},
    {"<Down> <Down> <Up>", 1},
    {"<Up>", 0},
    {"<PgDn>", 4},        /* the last row of the page becomes the first */
    {"<PgDn> <PgDn>", 8}, /* the last page is full */
    {"<PgDn> <PgDn> <PgDn>", 8},
    {"<PgDn> <PgDn> <PgUp>", 4},
    {"<Down> <PgUp>", 0},
    {"<End>", 8},
    {"<End> <Down>", 9}, /* to where the last task is the first on the screen */
    {"<End> <Down> <End>", 8},
    {"<End> <Down> <Down> <Down> <Down> <Down> <Down>", 12},
    {"<End> <Up>", 7},
    {"<End> <Home>", 0},
    {"<End> i", 0},
    {"<End> u 0 <Enter>", 0},
    {"<End> =", 0},
    {"n 3 <Enter> <PgDn>", 2},
    {"n 3 <Enter> <End>", 10},
};

START_TEST(rows_scroll)
{
    const struct event size = {.kind = EVENT_SIZE, .as.size = {12, 80}};

    update(&model, &size);
    press_keys(scrolls[_i].keys);
    ck_assert_msg(model.window->first_row == scrolls[_i].row, "%s: row %zu", scrolls[_i].keys,
                  model.window->first_row);
}
END_TEST

START_TEST(a_larger_screen_shows_what_was_scrolled_out)
{
    const struct event small = {.kind = EVENT_SIZE, .as.size = {12, 80}};
    const struct event large = {.kind = EVENT_SIZE, .as.size = {50, 80}};

    update(&model, &small);
    press_keys("<End>");
    update(&model, &large);
    ck_assert_uint_eq(model.window->first_row, 0);
}
END_TEST

/* Ten tasks to a page: without their children they would fill no page from there on. */
START_TEST(who_hides_children_stays_the_first)
{
    const struct event size = {.kind = EVENT_SIZE, .as.size = {17, 80}};

    update(&model, &size);
    press_keys("V <Down> <Down> v");
    ck_assert_uint_eq(model.window->collapsed_count, 1);
    ck_assert_uint_eq(model.window->first_row, 2);
    press_keys("v");
    ck_assert_uint_eq(model.window->collapsed_count, 0);
    ck_assert_uint_eq(model.window->first_row, 2);
}
END_TEST

/* Of twelve fields, the last one of which takes eight cells at least. */
START_TEST(home_and_end_scroll_fields_too)
{
    const struct event size = {.kind = EVENT_SIZE, .as.size = {12, 40}};

    update(&model, &size);
    press_keys("<Right> <Right> <End>");
    ck_assert_uint_eq(model.window->first_column, 6); /* SHR S %CPU %MEM TIME+ COMMAND */
    press_keys("<Home>");
    ck_assert_uint_eq(model.window->first_column, 0);
    for (int i = 0; i < 13; i++)
        press_key("<Right>");
    ck_assert_uint_gt(model.window->text_offset, 0);
    press_keys("<End>");
    ck_assert_uint_eq(model.window->first_column, 6);
    ck_assert_uint_eq(model.window->text_offset, 0);
}
END_TEST

START_TEST(fields_scroll_to_the_last_and_then_through_its_text)
{
    for (int i = 0; i < 11; i++)
        press_key("<Right>");
    ck_assert_uint_eq(model.window->first_column, 11);
    ck_assert_uint_eq(model.window->text_offset, 0);
    press_keys("<Right> <Right>");
    ck_assert_uint_eq(model.window->first_column, 11);
    ck_assert_uint_eq(model.window->text_offset, 16);
    press_keys("<Left> <Left> <Left>");
    ck_assert_uint_eq(model.window->first_column, 10);
    ck_assert_uint_eq(model.window->text_offset, 0);
    for (int i = 0; i < 1000; i++)
        press_key("<Right>");
    ck_assert_uint_le(model.window->text_offset, 512);
}
END_TEST

/* The signal that ends a task does not go to another one that a refresh brought to the top. */
START_TEST(a_prompt_keeps_the_task_that_it_named)
{
    const struct event again = {.kind = EVENT_READING, .as.reading = &scene};
    struct effects effects;

    press_key("k");
    model.window->sort = FIELD_PID;
    update(&model, &again);
    ck_assert_int_eq(model.window->order[0]->tid, 32000);
    effects = press_keys("<Enter> <Enter>");
    ck_assert_int_eq(effects.pid, 300);
}
END_TEST

static const struct {
    const char *keys;
    const char *text;
    size_t cursor;
} edits[] = {
    {"a b c", "abc", 3},
    {"a b c <Left> <Left> x", "axbc", 2},
    {"a b c <BS>", "ab", 2},
    {"<BS>", "", 0},
    {"a b c <Home> <BS>", "abc", 0},
    {"a b c <Home> <Del>", "bc", 0},
    {"a b c <Del>", "abc", 3},
    {"a b c <C-a> x", "xabc", 1},
    {"a b c <C-a> <C-e> x", "abcx", 4},
    {"a b c <Home> <End> x", "abcx", 4},
    {"a b c <Home> <Left> x", "xabc", 1},
    {"a <Right> x", "ax", 2},
    {"a b c <Home> <Ins> x y", "xyc", 2},
    {"a <Home> <Ins> x y", "xy", 2},
    {"a b <Home> <Ins> x <Ins> y", "xyb", 2},
    {"a b c <C-u> d", "d", 1},
    {"a <Up> <Down> <PgUp> b", "ab", 2},
    {"a <Space> b", "a b", 3},
};

START_TEST(answers_are_edited)
{
    char text[PROMPT_BYTES];

    press_key("u");
    press_keys(edits[_i].keys);
    prompt_text(&model.prompt, text);
    ck_assert_str_eq(text, edits[_i].text);
    ck_assert_uint_eq(model.prompt.cursor, edits[_i].cursor);
    prompt_text_before_cursor(&model.prompt, text);
    ck_assert_uint_eq(strlen(text), edits[_i].cursor);
}
END_TEST

/* Three answers before this one: 1, 22, and 22 again. */
static const struct {
    const char *keys, *text;
} recalls[] = {
    {"", ""},
    {"<Up>", "22"},
    {"<Up> <Up>", "1"},
    {"<Up> <Up> <Up>", "1"},
    {"<Up> <Up> <Down>", "22"},
    {"<Up> <Down>", ""},
    {"<Down>", ""},
    {"<Up> x", "22x"},
    {"x <Up> <Down>", ""},
    {"<Up> <Esc> n", ""},
    {"<Up> <Up> <Esc> n <Up>", "22"},
};

START_TEST(answers_are_recalled)
{
    char text[PROMPT_BYTES];

    press_keys("n 1 <Enter> n <Enter> n 2 2 <Enter> n <Up> <Enter> n");
    press_keys(recalls[_i].keys);
    prompt_text(&model.prompt, text);
    ck_assert_msg(strcmp(text, recalls[_i].text) == 0, "%s: '%s'", recalls[_i].keys, text);
    ck_assert_uint_eq(model.prompt.cursor, model.prompt.len);
}
END_TEST

START_TEST(as_many_answers_are_kept_as_there_is_room_for)
{
    char keys[32], text[PROMPT_BYTES];

    for (int i = 0; i < HISTORY_COUNT + 3; i++) {
        snprintf(keys, sizeof keys, "n '%d <Enter>", i);
        press_keys(keys);
    }
    press_key("n");
    for (int i = 0; i < HISTORY_COUNT + 3; i++)
        press_key("<Up>");
    prompt_text(&model.prompt, text);
    ck_assert_str_eq(text, "3");
}
END_TEST

START_TEST(answers_have_a_limit)
{
    press_key("u");
    for (int i = 0; i < 3 * PROMPT_MAX; i++)
        press_key("x");
    ck_assert_uint_eq(model.prompt.len, PROMPT_MAX);
    press_key("<Home>");
    press_key("y");
    ck_assert_uint_eq(model.prompt.len, PROMPT_MAX);
    ck_assert(model.prompt.text[0] == L'x');
}
END_TEST

START_TEST(secure_mode_refuses_what_acts_outside)
{
    int refused = 0;

    model.secure = true;
    for (size_t i = 0; binding_at(i); i++) {
        const struct binding *binding = binding_at(i);
        const struct event event = {.kind = EVENT_KEY, .as.key = binding->key};

        if (!binding->outside)
            continue;
        update(&model, &event);
        ck_assert_msg(model.prompt.kind == PROMPT_NONE, "%c", binding->key);
        ck_assert_str_ne(model.message, "");
        refused++;
    }
    ck_assert_int_eq(refused, 5); /* d s k r ^R */
}
END_TEST

START_TEST(messages_last_for_a_whole_interval)
{
    const struct event again = {.kind = EVENT_READING, .as.reading = &scene};
    const struct event message = {.kind = EVENT_MESSAGE, .as.message = "100%s done"};

    update(&model, &message);
    ck_assert_str_eq(model.message, "100%s done");
    update(&model, &again);
    ck_assert_str_eq(model.message, "100%s done");
    update(&model, &again);
    ck_assert_str_eq(model.message, "");
}
END_TEST

START_TEST(a_reading_is_arranged)
{
    ck_assert_uint_eq(model.counts.total, 13);
    ck_assert_uint_eq(model.counts.running, 1);
    ck_assert_uint_eq(model.counts.sleeping, 9);
    ck_assert_uint_eq(model.counts.stopped, 2);
    ck_assert_uint_eq(model.counts.zombie, 1);
    ck_assert_uint_eq(model.window->order_count, 13);
    ck_assert_int_eq(model.window->order[0]->tid, 300);
    ck_assert_int_eq(model.window->order[1]->tid, 412);
    /* Those that used nothing keep the order of the snapshot. */
    ck_assert_int_eq(model.window->order[12]->tid, 32000);
    ck_assert_int_eq(model.window->order[5]->tid, 1);
}
END_TEST

/* Only what is to be shown may be asked for: it is what a scan costs. */
START_TEST(asks_for_no_more_than_it_needs)
{
    const need_t least = NEED_STAT | NEED_COMM; /* one file */

    ck_assert_uint_eq(model_wish(&model).need, least);
    ck_assert_uint_eq(model_wish(&model).rows, ROWS_PROCESSES);
    press_keys("c x l m t");
    ck_assert_uint_eq(model_wish(&model).need, least);
    press_keys("H");
    ck_assert_uint_eq(model_wish(&model).rows, ROWS_THREADS);
    press_keys("M");
    ck_assert_uint_eq(model_wish(&model).need, least | NEED_MEM);
    press_keys("P u 0 <Enter>");
    ck_assert_uint_eq(model_wish(&model).need, least | NEED_OWNER);
    press_keys("U 0 <Enter>");
    ck_assert_uint_eq(model_wish(&model).need, least | NEED_STATUS);
    press_keys("=");
    ck_assert_uint_eq(model_wish(&model).need, least);
}
END_TEST

/* %CPU is of one processor; no more than the task's threads or the host can give. */
START_TEST(cpu_is_bounded)
{
    struct process process = {.nlwp = 1};
    struct task task = {.kind = TASK_PROCESS, .process = &process, .delta_cpu_ns = 500000000};
    struct branch branch = {.hidden_cpu_ns = 200000000};
    struct table_row row = {.task = &task, .face = &task};

    ck_assert_double_eq_tol(model_cpu_percent(&model, &row), 25, 1e-9);
    row.branch = &branch; /* what those below it used that it hides */
    ck_assert_double_eq_tol(model_cpu_percent(&model, &row), 35, 1e-9);
    row.branch = NULL;
    task.delta_cpu_ns = UINT64_C(2100000000);
    ck_assert_double_eq_tol(model_cpu_percent(&model, &row), 100, 1e-9);
    process.nlwp = 64;
    ck_assert_double_eq_tol(model_cpu_percent(&model, &row), 105, 1e-9);
    task.delta_cpu_ns = UINT64_C(9000000000);
    ck_assert_double_eq_tol(model_cpu_percent(&model, &row), 400, 1e-9);
    press_key("I");
    ck_assert_double_eq_tol(model_cpu_percent(&model, &row), 100, 1e-9);
    task.kind = TASK_THREAD;
    ck_assert_double_eq_tol(model_cpu_percent(&model, &row), 25, 1e-9);
    scene.interval_ns = 0;
    ck_assert_double_eq_tol(model_cpu_percent(&model, &row), 0, 1e-9);
}
END_TEST

/* -p is left by any other choice of tasks. */
START_TEST(other_choices_end_a_list_of_pids)
{
    static const char *const keys[] = {"=", "u <Enter>", "U 0 <Enter>"};

    for (int i = 0; i < COUNT_OF(keys); i++) {
        model.pids[0] = 300;
        model.pid_count = 1;
        press_keys(keys[i]);
        ck_assert_msg(model.pid_count == 0, "%s", keys[i]);
    }
    model.pid_count = 1;
    press_keys("u n o - o n e <Enter>");
    ck_assert_uint_eq(model.pid_count, 1);
}
END_TEST

START_TEST(a_width_that_was_asked_for_only_narrows)
{
    const struct event size = {.kind = EVENT_SIZE, .as.size = {24, 80}};

    model.max_cols = 60;
    update(&model, &size);
    ck_assert_uint_eq(model.cols, 60);
    model.max_cols = 100;
    update(&model, &size);
    ck_assert_uint_eq(model.cols, 80);
}
END_TEST

/* Before the first scan has ended keys may come already. */
START_TEST(keys_are_safe_without_a_reading)
{
    struct model empty;

    model_init(&empty, names, true);
    for (size_t i = 0; binding_at(i); i++) {
        const struct event event = {.kind = EVENT_KEY, .as.key = binding_at(i)->key};
        const struct event escape = {.kind = EVENT_KEY, .as.key = PRESS_ESCAPE};

        update(&empty, &event);
        update(&empty, &escape);
    }
    ck_assert_uint_eq(empty.window->order_count, 0);
    ck_assert(!empty.failed);
    model_fini(&empty);
}
END_TEST

START_TEST(no_key_is_bound_twice_and_all_are_tried)
{
    for (size_t i = 0; binding_at(i); i++) {
        const struct binding *binding = binding_at(i);
        bool tried = false;

        ck_assert_ptr_eq(binding_find(binding->key), binding);
        ck_assert_msg(!binding->label == !binding->help, "key %d", binding->key);
        for (int at = 0; at < COUNT_OF(cases) && !tried; at++) {
            char first[32];
            int key;

            sscanf(cases[at].keys, "%31s", first);
            tried = scene_key(first, &key) && key == binding->key;
        }
        ck_assert_msg(tried, "no case begins with key %d ('%c')", binding->key,
                      binding->key < 128 ? binding->key : '?');
    }
    ck_assert_ptr_null(binding_find('@'));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("top_update");
    TCase *tcase = tcase_create("update");

    tcase_add_checked_fixture(tcase, stage_setup, stage_teardown);
    tcase_add_loop_test(tcase, keys_do, 0, COUNT_OF(cases));
    tcase_add_loop_test(tcase, rows_are_found, 0, COUNT_OF(searches));
    tcase_add_loop_test(tcase, the_mouse_scrolls_and_sorts, 0, COUNT_OF(clicks));
    tcase_add_loop_test(tcase, rows_scroll, 0, COUNT_OF(scrolls));
    tcase_add_test(tcase, a_larger_screen_shows_what_was_scrolled_out);
    tcase_add_test(tcase, who_hides_children_stays_the_first);
    tcase_add_test(tcase, home_and_end_scroll_fields_too);
    tcase_add_test(tcase, fields_scroll_to_the_last_and_then_through_its_text);
    tcase_add_test(tcase, a_prompt_keeps_the_task_that_it_named);
    tcase_add_loop_test(tcase, answers_are_edited, 0, COUNT_OF(edits));
    tcase_add_loop_test(tcase, answers_are_recalled, 0, COUNT_OF(recalls));
    tcase_add_test(tcase, as_many_answers_are_kept_as_there_is_room_for);
    tcase_add_test(tcase, answers_have_a_limit);
    tcase_add_test(tcase, secure_mode_refuses_what_acts_outside);
    tcase_add_test(tcase, messages_last_for_a_whole_interval);
    tcase_add_test(tcase, a_reading_is_arranged);
    tcase_add_test(tcase, asks_for_no_more_than_it_needs);
    tcase_add_test(tcase, cpu_is_bounded);
    tcase_add_test(tcase, other_choices_end_a_list_of_pids);
    tcase_add_test(tcase, a_width_that_was_asked_for_only_narrows);
    tcase_add_test(tcase, keys_are_safe_without_a_reading);
    tcase_add_test(tcase, no_key_is_bound_twice_and_all_are_tried);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
