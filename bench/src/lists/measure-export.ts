import { execFileSync } from 'node:child_process'
import { median } from '../measurement.ts'
import type { ConsoleClient } from './console-client.ts'

const LOOK_EVERY_MS = 100

export interface Exported {
  readonly bytes: number
  readonly seconds: number
  readonly peakMb: number
  /** How much larger the server was in the last third than in the second one. */
  readonly growthMb: number
}

const megabytesOf = (pid: number) =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024

/** Takes a whole file, and watches meanwhile how large the server's process is. */
export async function measureExport(client: ConsoleClient, pid: number, path: string): Promise<Exported> {
  const sizes: number[] = []
  const watch = setInterval(() => sizes.push(megabytesOf(pid)), LOOK_EVERY_MS)
  const started = performance.now()
  let bytes = 0
  try {
    const answer = await client.get(path)
    if (!answer.ok || !answer.body) throw new Error(`${path}: ${answer.status}`)
    for await (const chunk of answer.body) bytes += (chunk as Uint8Array).length
  } finally {
    clearInterval(watch)
  }
  const third = Math.floor(sizes.length / 3)
  return {
    bytes,
    seconds: (performance.now() - started) / 1000,
    peakMb: Math.max(...sizes),
    growthMb: median(sizes.slice(-third)) - median(sizes.slice(third, 2 * third)),
  }
}
