/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <ncurses.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "lib/base/unused.h"
#include "top/base/keys.h"
#include "top/term/internal.h"
#include "top/term/term.h"

static const struct {
    wint_t curses;
    int press;
} special_keys[] = {
    {KEY_UP, PRESS_UP},         {KEY_DOWN, PRESS_DOWN},     {KEY_LEFT, PRESS_LEFT},
    {KEY_RIGHT, PRESS_RIGHT},   {KEY_PPAGE, PRESS_PAGE_UP}, {KEY_NPAGE, PRESS_PAGE_DOWN},
    {KEY_HOME, PRESS_HOME},     {KEY_END, PRESS_END},       {KEY_IC, PRESS_INSERT},
    {KEY_DC, PRESS_DELETE},     {KEY_ENTER, PRESS_ENTER},   {KEY_BACKSPACE, PRESS_BACKSPACE},
    {KEY_BTAB, PRESS_BACK_TAB}, {KEY_MOUSE, PRESS_MOUSE},
};

/* For keyboards without these keys: Alt with h, j, k or l; those of the second row also with Ctrl.
 */
static const struct {
    const char *sequence;
    int curses;
} alternative_keys[] = {
    {"\033h", KEY_LEFT},    {"\033j", KEY_DOWN},   {"\033k", KEY_UP},     {"\033l", KEY_RIGHT},
    {"\033\010", KEY_HOME}, {"\033\n", KEY_NPAGE}, {"\033\v", KEY_PPAGE}, {"\033\f", KEY_END},
};

#define BUTTONS(event) \
    (BUTTON1_##event | BUTTON2_##event | BUTTON3_##event | BUTTON4_##event | BUTTON5_##event)

void keys_set_up(void)
{
    keypad(stdscr, TRUE);
    for (size_t i = 0; i < sizeof(alternative_keys) / sizeof(alternative_keys[0]); i++)
        define_key(alternative_keys[i].sequence, alternative_keys[i].curses);
    nodelay(stdscr, TRUE);
    /*
     * Only presses and releases: waiting for a double click would delay all keys. The mask has all
     * buttons and movements, because get_wch(3x) does not return after an event outside the mask:
     * it waits for the next key, even with nodelay().
     */
    mousemask(BUTTONS(PRESSED) | BUTTONS(RELEASED) | REPORT_MOUSE_POSITION, NULL);
    mouseinterval(0);
}

static int translate(wint_t key)
{
    for (size_t i = 0; i < sizeof(special_keys) / sizeof(special_keys[0]); i++)
        if (special_keys[i].curses == key)
            return special_keys[i].press;
    return TERM_NO_KEY;
}

bool term_has_ended(const struct term *term UNUSED, short revents)
{
    int bytes = 0;

    if (revents & (POLLHUP | POLLERR | POLLNVAL))
        return true;
    return revents & POLLIN && (ioctl(STDIN_FILENO, FIONREAD, &bytes) < 0 || bytes == 0);
}

int term_key(struct term *term)
{
    wint_t key;
    int kind = get_wch(&key);

    if (kind == ERR)
        return TERM_NO_KEY;
    if (kind == KEY_CODE_YES) {
        int press = translate(key);

        /* Skips a key without a meaning here: another one may be waiting. */
        return press == TERM_NO_KEY ? term_key(term) : press;
    }
    if (key == '\r')
        return PRESS_ENTER;
    return key == '\b' ? PRESS_BACKSPACE : (int)key;
}

bool term_mouse(struct term *term UNUSED, struct mouse *mouse)
{
    const mmask_t wanted = BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED;
    MEVENT event;

    /* A press may have its release behind it, which comes first. */
    do {
        if (getmouse(&event) != OK)
            return false;
    } while (!(event.bstate & wanted));
    if (event.x < 0 || event.y < 0)
        return false;
    mouse->row = (size_t)event.y;
    mouse->col = (size_t)event.x;
    if (event.bstate & BUTTON4_PRESSED)
        mouse->action = MOUSE_WHEEL_UP;
    else if (event.bstate & BUTTON5_PRESSED)
        mouse->action = MOUSE_WHEEL_DOWN;
    else
        mouse->action = MOUSE_CLICK;
    return true;
}
