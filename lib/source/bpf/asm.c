/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Only preprocessed: shows where the kernel's headers of the architecture are; see meson.build. */
#include <asm/types.h>
