/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Asks a compiler where the kernel's headers of its architecture are; see meson.build. */
#include <asm/types.h>
