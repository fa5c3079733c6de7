/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/text/i18n.h"

#include <errno.h>
#include <libintl.h>
#include <locale.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "lib/base/array.h"
#include "lib/base/resources.h"

/* The categories that the programs use, each with its variable. */
static const struct {
    int category;
    const char *variable;
} categories[] = {
    {LC_CTYPE, "LC_CTYPE"},     {LC_NUMERIC, "LC_NUMERIC"},   {LC_TIME, "LC_TIME"},
    {LC_COLLATE, "LC_COLLATE"}, {LC_MESSAGES, "LC_MESSAGES"},
};

const char *locale_wanted(const char *variable)
{
    const char *const names[] = {"LC_ALL", variable, "LANG"};

    for (size_t i = 0; i < ARRAY_COUNT(names); i++) {
        const char *value = getenv(names[i]);

        if (value && *value)
            return value;
    }
    return "C";
}

/*
 * Tested with two categories that the programs do not use: after a failure the C library does not
 * load a category of a locale again.
 */
static bool is_there(const char *name)
{
    locale_t found = newlocale(LC_MEASUREMENT_MASK, name, (locale_t)0);

    if (found == (locale_t)0)
        found = newlocale(LC_TELEPHONE_MASK, name, (locale_t)0);
    if (found != (locale_t)0)
        freelocale(found);
    return found != (locale_t)0;
}

static bool are_there(int category)
{
    for (size_t i = 0; i < ARRAY_COUNT(categories); i++) {
        if (category != LC_ALL && category != categories[i].category)
            continue;
        if (!is_there(locale_wanted(categories[i].variable)))
            return false;
    }
    return true;
}

/* setlocale(3) does not report whether the locale is missing or memory was short. */
int locale_take(int category)
{
    int result = spare_memory_check();

    if (result == 0 && !setlocale(category, "") && are_there(category))
        result = -ENOMEM;
    return result;
}

int locale_translate(const char *domain, const char *installed)
{
    const char *named = secure_getenv("DOTPROC_LOCALEDIR");
    const char *folder = named && *named ? named : installed;

    return bindtextdomain(domain, folder) && textdomain(domain) ? 0 : -ENOMEM;
}

const char *locale_message(const char *message)
{
    /* At the first message gettext loads the catalogue; later it takes hardly any memory. */
    static _Atomic bool loaded;

    if (!loaded && spare_memory_check() < 0)
        return message;
    loaded = true;
    return gettext(message);
}
