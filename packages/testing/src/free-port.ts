import { freePort as findPort } from '@cashbox/postgres/postgres-process'

// Below the ports that the system gives away: one of those may be another program's by the time it is used.
const FIRST = 20_000
const BLOCK = 40
const BLOCKS = 300

let taken = 0

/** A port on which nothing listens, from the ports of this process. */
export async function freePort(): Promise<number> {
  const first = FIRST + (process.pid % BLOCKS) * BLOCK
  for (let tries = 0; tries < BLOCK; tries += 1) {
    const port = first + (taken++ % BLOCK)
    const found = await findPort(port).catch(() => null)
    if (found !== null) return found
  }
  return findPort()
}
