import { Client, type PoolClient } from 'pg'

/** A statement without an answer for this long is looked into. */
const LOOK_AFTER_MS = 2_000
const LOOK_EVERY_MS = 500
/** An answer that was on its way when we looked has come by then. */
const ON_ITS_WAY_MS = 300
const PROBE_MS = 2_000

interface Asked {
  readonly client: PoolClient
  readonly at: number
  isLookedInto: boolean
}

export type AnswerWatch = ReturnType<typeof watchAnswers>

/**
 * After a failover the old connections may stay silent while new ones work. A new connection tells which it is: the
 * statement is still being worked on, or the database has long answered, or knows nothing of it.
 */
export function watchAnswers(url: string, onSilence: () => void) {
  const asked = new Set<Asked>()
  const timer = setInterval(() => {
    const before = performance.now() - LOOK_AFTER_MS
    for (const one of asked) if (one.at < before && !one.isLookedInto) void lookInto(one)
  }, LOOK_EVERY_MS)
  timer.unref()

  async function lookInto(one: Asked) {
    one.isLookedInto = true
    const isActive = await askWhetherActive(url, (one.client as unknown as { processID: number }).processID)
    if (isActive === false) {
      await new Promise((resolve) => setTimeout(resolve, ON_ITS_WAY_MS))
      if (asked.has(one)) onSilence()
    }
    one.isLookedInto = false
  }

  return {
    async whileAsking<T>(client: PoolClient, ask: () => Promise<T>): Promise<T> {
      const one = { client, at: performance.now(), isLookedInto: false }
      asked.add(one)
      try {
        return await ask()
      } finally {
        asked.delete(one)
      }
    },
    stop: () => clearInterval(timer),
  }
}

/** Null while the database can't be asked: then the old connections are no worse than new ones. */
async function askWhetherActive(url: string, pid: number): Promise<boolean | null> {
  const probe = new Client({ connectionString: url, connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS })
  probe.on('error', () => {})
  try {
    await probe.connect()
    const { rows } = await probe.query<{ state: string | null }>('select state from pg_stat_activity where pid = $1', [
      pid,
    ])
    return rows[0]?.state === 'active'
  } catch {
    return null
  } finally {
    probe.end().catch(() => {})
  }
}
