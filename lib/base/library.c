/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lib/base/library.h"

#include <dlfcn.h>
#include <string.h>

static void *refuse(void *library, struct buf *why)
{
    const char *reason = dlerror();

    if (why)
        buf_puts(why, reason ? reason : "");
    library_close(library);
    return NULL;
}

void *library_open(const char *name, const struct library_symbol *symbols, size_t count,
                   struct buf *why)
{
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);

    if (!library)
        return refuse(library, why);
    for (size_t i = 0; i < count; i++) {
        void *address = dlsym(library, symbols[i].name);

        if (!address)
            return refuse(library, why);
        /* ISO C does not allow converting a data pointer to a function pointer, POSIX does. */
        memcpy(symbols[i].pointer, &address, sizeof(address));
    }
    return library;
}

void library_close(void *library)
{
    if (library)
        dlclose(library);
}
