// SPDX-License-Identifier: GPL-2.0-or-later
// Workers that come and go, the thread pool, processes.
const { Worker } = require('worker_threads')
const { execFile } = require('child_process')
const { pbkdf2 } = require('crypto')

const spin = 'let sum = 0; for (let i = 0; i < 1e6; i++) sum += Math.sqrt(i)'
const ends = (emitter, event) => new Promise(resolve => emitter.on(event, resolve))

async function main () {
  console.log('ready')
  for (;;) {
    await Promise.all([
      ends(new Worker(spin, { eval: true }), 'exit'),
      ends(execFile('true'), 'exit'),
      new Promise(resolve => pbkdf2('a', 'b', 20000, 32, 'sha256', resolve))
    ])
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

main()
