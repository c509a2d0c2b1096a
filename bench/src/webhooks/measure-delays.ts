import { setTimeout as wait } from 'node:timers/promises'
import { percentile, round } from '../measurement.ts'
import type { WebhookNetwork } from './network.ts'
import type { PromptReceiver } from './prompt-receiver.ts'

const ARRIVE_WITHIN_MS = 60_000

export interface Delays {
  readonly events: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Of one or several rounds. */
export function summarize(delaysMs: readonly number[]): Delays {
  const sorted = delaysMs.toSorted((a, b) => a - b)
  return { events: sorted.length, p50Ms: round(percentile(sorted, 0.5), 1), p99Ms: round(percentile(sorted, 0.99), 1) }
}

interface Flow {
  readonly partners: readonly string[]
  /** Of all these partners together. */
  readonly perSecond: number
  readonly seconds: number
}

/** Writes events at random moments, and answers how many milliseconds after its commit each was received. */
export async function measureDelays(
  network: WebhookNetwork,
  { arrivals }: PromptReceiver,
  { partners, perSecond, seconds }: Flow,
): Promise<number[]> {
  const committed = new Map<string, number>()
  const writing: Promise<void>[] = []
  const write = async (partner: string) => {
    const [id = ''] = await network.addEvents([partner])
    committed.set(id, performance.now())
  }
  const end = performance.now() + seconds * 1000
  for (let next = performance.now(); next < end; next += (-Math.log(1 - Math.random()) * 1000) / perSecond) {
    await wait(Math.max(0, next - performance.now()))
    writing.push(write(partners[Math.floor(Math.random() * partners.length)] ?? ''))
  }
  await Promise.all(writing)
  const ids = [...committed.keys()]
  const deadline = performance.now() + ARRIVE_WITHIN_MS
  while (ids.some((id) => !arrivals.has(id))) {
    if (performance.now() > deadline) throw new Error(`events did not arrive:\n${network.workerOutput().slice(-2000)}`)
    await wait(50)
  }
  return ids.map((id) => Math.max(0, (arrivals.get(id) ?? 0) - (committed.get(id) ?? 0)))
}
