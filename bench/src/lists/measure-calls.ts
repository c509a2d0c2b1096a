import { median } from '../measurement.ts'
import type { Call } from './calls.ts'
import type { ConsoleClient } from './console-client.ts'

const TURNS = 7

export interface Timed {
  readonly medianMs: number
  readonly worstMs: number
  /** How many times as long as the look-up of one row by its key, made turn by turn. */
  readonly ratio: number
  readonly rows: number | null
}

/** One call to warm up, and then several, each beside a look-up of one thing by its key. */
export async function timeCall(client: ConsoleClient, { path }: Call, lookUp: string): Promise<Timed> {
  const { rows } = await client.time(path)
  const times: number[] = []
  const lookUps: number[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    times.push((await client.time(path)).ms)
    lookUps.push((await client.time(lookUp)).ms)
  }
  return { medianMs: median(times), worstMs: Math.max(...times), ratio: median(times) / median(lookUps), rows }
}
