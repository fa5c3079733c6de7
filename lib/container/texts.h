/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef DOTPROC_CONTAINER_TEXTS_H
#define DOTPROC_CONTAINER_TEXTS_H

/* What runtimes' files contain about a container: untrusted texts. */

enum container_text {
    CONTAINER_TEXT_NAME,
    CONTAINER_TEXT_POD,
    CONTAINER_TEXT_NAMESPACE, /* of the pod */
    CONTAINER_TEXT_IMAGE,
    CONTAINER_TEXTS
};

#endif
