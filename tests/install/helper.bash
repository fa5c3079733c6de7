# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# A build of the tree by an ordinary user, to be installed below that user's home: `load helper`.
#
#   DOTPROC_SOURCE_ROOT   the top directory of the source
#   DOTPROC_MESON         meson
#   DOTPROC_WITH_BPF      whether there is a dotproc-bpf: true or false
#   DOTPROC_WITH_NLS      likewise translations

: "${DOTPROC_SOURCE_ROOT:?is to be the top directory of the source}"
: "${DOTPROC_MESON:?is to be meson}"

load ../common/environment
load ../common/expect
unset DESTDIR XDG_DATA_HOME XDG_DATA_DIRS

USER_ID=65534

# as_user COMMAND...: where we are root, somebody else.
as_user() {
    if [ "$(id -u)" -eq 0 ]; then
        HOME=$place/home setpriv --reuid $USER_ID --regid $USER_ID --clear-groups "$@"
    else
        HOME=$place/home "$@"
    fi
}

# Where a whole copy of the source and a home are, which everybody can enter: `place`.
make_place() {
    place=$(mktemp -d)
    export place
    chmod 755 "$place"
    mkdir "$place/source" "$place/home"
    (cd "$DOTPROC_SOURCE_ROOT" && find . \( -name .git -o -path './build*' \) -prune -o \
        -type f -print0 | tar --create --null --files-from=-) |
        tar --extract --no-same-owner --directory="$place/source"
    chmod -R a+rX "$place/source"
    if [ "$(id -u)" -eq 0 ]; then
        chown $USER_ID:$USER_ID "$place/home"
    fi
    # What only root can reach is of no use to others.
    PATH=${DOTPROC_MESON%/*}:/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin
    export PATH
}

# quietly COMMAND...: what it says is of interest only when it fails.
quietly() {
    local said
    said=$("$@" 2>&1) || {
        printf '%s\n' "$said"
        return 1
    }
}

# build [MESON-OPTION...]: by the user, below the home; the first time anew.
build() {
    local build=$place/home/build
    if [ -d "$build" ]; then
        quietly as_user "$DOTPROC_MESON" configure "$build" "$@"
    else
        quietly as_user "$DOTPROC_MESON" setup "$build" "$place/source" \
            --prefix="$place/home/.local" -Dtests=disabled \
            -Dbpf="$($DOTPROC_WITH_BPF && echo enabled || echo disabled)" "$@"
    fi && quietly as_user ninja -C "$build"
}

install_all() {
    quietly as_user "$DOTPROC_MESON" install -C "$place/home/build" --no-rebuild
}

uninstall_all() {
    quietly as_user ninja -C "$place/home/build" uninstall
}

# files DIRECTORY: all that is in it, also empty directories, one a line.
files() {
    (cd "$1" && find . \( -type f -o -type l -o -type d -empty \) | sed 's|^\./||' | LC_ALL=C sort)
}

# expected_files PS TOP: what a prefix has in it once they are installed under these names.
expected_files() {
    local name
    {
        for name in "$1" "$2"; do
            echo "bin/$name"
            echo "share/man/man1/$name.1"
        done
        echo share/dotproc/ps.schema.json
        echo share/dotproc/ps.cgroups.schema.json
        echo share/dotproc/top.schema.json
        echo share/man/man7/dotproc.7
        if $DOTPROC_WITH_BPF; then
            echo sbin/dotproc-bpf
            echo share/man/man8/dotproc-bpf.8
            echo lib/systemd/system/dotproc-bpf.service
            echo lib/systemd/system/run-dotproc-bpf.mount
        fi
        for name in "$1" "$2" $($DOTPROC_WITH_BPF && echo dotproc-bpf); do
            echo "share/bash-completion/completions/$name"
            echo "share/fish/vendor_completions.d/$name.fish"
            echo "share/zsh/site-functions/_$name"
        done
        ! $DOTPROC_WITH_NLS || sed '/^#/d; s|.*|share/locale/&/LC_MESSAGES/dotproc.mo|' \
            "$DOTPROC_SOURCE_ROOT/po/LINGUAS"
    } | LC_ALL=C sort
}
