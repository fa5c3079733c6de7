// SPDX-License-Identifier: GPL-2.0-or-later
//
// Asks a package of npm, and prints what it gives as JSON:
//
//   node ask.mjs QUESTION PID...
//
// It is started in the folder whose node_modules has them; the ids are those of the tasks to ask
// about, that of the tasks' parent first.

import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const require = createRequire(process.cwd() + '/');
// A module of the older kind is the default of the newer, and may have one of its own.
const load = async (name) => {
    const { default: found } = await import(pathToFileURL(require.resolve(name)));
    return found.default ?? found;
};

// How long what has been started or killed may take to be seen as such.
const PATIENCE_MS = 300000;

// The state of a task and its parent, or null when there is none (any more).
function statOf(pid) {
    try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return { state: fields[0], parent: Number(fields[1]) };
    } catch {
        return null;
    }
}

function childrenOf(pid) {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
        .filter((name) => statOf(name)?.parent === pid).map(Number);
}

function descendantsOf(pid) {
    return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}

async function until(condition) {
    const end = Date.now() + PATIENCE_MS;
    while (!condition()) {
        if (Date.now() > end) {
            throw new Error('waited in vain');
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
}

// How many of a family of three generations a killer leaves.
async function killed(kill) {
    const shell = 'sleep 1000 & sh -c "sleep 1000 & wait" & wait';
    const top = spawn('sh', ['-c', shell], { stdio: 'ignore' });
    await until(() => descendantsOf(top.pid).length === 3);
    const family = [top.pid, ...descendantsOf(top.pid)];
    const gone = (pid) => ['Z', 'X', undefined].includes(statOf(pid)?.state);
    await promisify(kill)(top.pid, 'SIGKILL');
    // What is sent a signal ends soon; what is not, never: then the numbers differ.
    await until(() => gone(top.pid));
    await until(() => family.every(gone)).catch(() => {});
    return { family: family.length, left: family.filter((pid) => !gone(pid)).length };
}

const questions = {
    'ps-list': async () => (await load('ps-list'))(),
    'ps-list own': async () => (await load('ps-list'))({ all: false }),
    pidusage: async (pids) => require('pidusage')(pids, { usePs: true }),
    'pidusage gone': async () =>
        require('pidusage')([4194303], { usePs: true }).catch((error) => error.message),
    pidtree: async (pids) => (await load('pidtree'))(pids[0], { root: true, advanced: true }),
    'pidtree all': async () => (await load('pidtree'))(-1, { advanced: true }),
    'ps-tree': async (pids) => promisify(require('ps-tree'))(pids[0]),
    'find-process pid': async (pids) => (await load('find-process'))('pid', pids[0]),
    'find-process name': async () => (await load('find-process'))('name', /zoo|sleep/),
    'find-process gone': async () => (await load('find-process'))('pid', 4194303),
    'tree-kill': async () => killed(require('tree-kill')),
    'ps-node': async () => {
        const { lookup } = require('ps-node');
        return promisify(lookup)({ command: '.*', psargs: 'alx' });
    },
    'ps-node pid': async (pids) => promisify(require('ps-node').lookup)({ pid: pids }),
    'systeminformation processes': async () => require('systeminformation').processes(),
    'systeminformation services': async () => require('systeminformation').services('zoo, sh'),
    'systeminformation load': async () => require('systeminformation').processLoad('zoo, sh'),
};

const [question, ...pids] = process.argv.slice(2);
const answer = await questions[question](pids.map(Number));
process.stdout.write(JSON.stringify(answer));
process.exit(0);
