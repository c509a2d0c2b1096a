import { runGet } from './http-load.ts'

const CALLS = 1_000

/** The first and the last second of the month. */
export function thisMonth() {
  const now = new Date()
  return {
    from: Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) / 1000,
    to: Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) / 1000 - 1,
  }
}

/** The median time of a call, after some to warm up. */
export const timer = (port: number) => async (path: string, agent: number) => {
  await runGet(port, path, agent, 100)
  return (await runGet(port, path, agent, CALLS)).p50Ms
}
