import { Worker } from 'node:worker_threads'

const HUNG_MS = 20_000
const BEAT_MS = 1_000

// Plain JavaScript in a string: a worker of its own file would need a build where TypeScript is not run as it is.
const WATCH = `
  const { statfsSync, writeSync } = require('node:fs')
  const { shared, directory, hungMs, spaceNeeded } = require('node:worker_threads').workerData
  const beat = new Int32Array(shared)
  let last = -1
  let since = Date.now()
  setInterval(() => {
    const now = Atomics.load(beat, 0)
    if (now !== last) {
      last = now
      since = Date.now()
      return
    }
    const { bavail, bsize } = statfsSync(directory)
    if (Date.now() - since < hungMs || bavail * bsize >= spaceNeeded) return
    writeSync(2, 'The disk is full and the embedded database hangs. This process ends; nothing that was confirmed is lost. Make space and start it again.\\n')
    process.kill(process.pid, 'SIGKILL')
  }, 1000)
`

/** Ends a process that hangs on a full disk: nothing inside its own thread can, and a supervisor starts it again. */
export function watchForHang(directory: string, spaceNeeded: number): { stop(): Promise<void> } {
  const shared = new SharedArrayBuffer(4)
  const beat = new Int32Array(shared)
  const timer = setInterval(() => Atomics.add(beat, 0, 1), BEAT_MS).unref()
  const worker = new Worker(WATCH, { eval: true, workerData: { shared, directory, hungMs: HUNG_MS, spaceNeeded } })
  worker.unref()
  return {
    async stop() {
      clearInterval(timer)
      await worker.terminate()
    },
  }
}
