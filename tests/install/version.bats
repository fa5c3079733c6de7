#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# What --version says of a release, of a checkout, and of a release in somebody else's repository.

: "${DOTPROC_SOURCE_ROOT:?is to be the top directory of the source}"

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    mkdir -p tree/lib
    cp "$DOTPROC_SOURCE_ROOT/lib/make-version" tree/lib
    # Answers depend on nothing of the person's settings.
    export HOME=$BATS_TEST_TMPDIR GIT_CONFIG_NOSYSTEM=1
    unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
}

need_git() {
    command -v git >/dev/null || skip "there is no git"
}

# commit DIRECTORY: makes a repository of it, with all that is in it.
commit() {
    git -C "$1" init -q
    git -C "$1" add .
    git -C "$1" -c user.name=a -c user.email=a@example.invalid commit -q --message=all
}

version() {
    tree/lib/make-version 1.2.3
}

@test "a tree without git is a release" {
    [ "$(version)" = 1.2.3 ]
}

@test "a checkout says which commit, and whether it was changed" {
    need_git
    commit tree
    hash=$(git -C tree rev-parse --short=12 HEAD)
    [ "$(version)" = "1.2.3+git.$hash" ]
    echo '# changed' >>tree/lib/make-version
    [ "$(version)" = "1.2.3+git.$hash-dirty" ]
}

@test "a checkout of a version's tag is that version, and no other" {
    need_git
    commit tree
    git -C tree tag v1.2.3
    [ "$(version)" = 1.2.3 ]
    git -C tree tag --delete v1.2.3
    git -C tree tag v1.2.2
    [ "$(version)" = 1.2.3+git.v1.2.2 ]
}

@test "a release in somebody else's repository is a release" {
    need_git
    commit .
    [ "$(version)" = 1.2.3 ]
}
