/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Only preprocessed, to locate the kernel's headers of the architecture; see meson.build. */
#include <asm/types.h>
