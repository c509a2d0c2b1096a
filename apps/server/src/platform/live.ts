import { randomUUID } from 'node:crypto'
import { LiveChange, type LiveTopic } from '@cashbox/contract'
import * as z from 'zod/mini'
import type { Database } from './db/database.ts'
import { sql } from './db/sql.ts'

const CHANNEL = 'cashbox_live'
/** Changes within this time travel together: a busy second is a few messages. */
const GATHER_MS = 50
/** PostgreSQL takes less than 8000 bytes at a time. */
const AGENTS_A_MESSAGE = 100

type Listener = (topics: readonly LiveTopic[]) => void

/** Tells open apps that something is worth asking for again. Nothing depends on it: an app that misses it asks later. */
export interface Live {
  publish(agentId: string, ...topics: LiveTopic[]): void
  subscribe(agentId: string, listener: Listener): () => void
  close(): Promise<void>
}

const Message = z.object({ from: z.string(), changes: z.array(z.tuple([z.string(), LiveChange.shape.topics])) })

export async function createLive(db: Database, onError: (error: unknown) => void): Promise<Live> {
  const self = randomUUID()
  const listeners = new Map<string, Set<Listener>>()
  const tell = (agentId: string, topics: readonly LiveTopic[]) => {
    for (const listener of listeners.get(agentId) ?? []) listener(topics)
  }
  const others = sender(db, self, onError)
  const listening = await db.listen(CHANNEL, (text) => {
    const message = readMessage(text)
    if (!message || message.from === self) return
    for (const [agentId, topics] of message.changes) tell(agentId, topics)
  })
  return {
    publish(agentId, ...topics) {
      tell(agentId, topics)
      others.add(agentId, topics)
    },
    subscribe(agentId, listener) {
      const of = listeners.get(agentId) ?? new Set()
      listeners.set(agentId, of.add(listener))
      return () => {
        of.delete(listener)
        if (of.size === 0 && listeners.get(agentId) === of) listeners.delete(agentId)
      }
    },
    async close() {
      await others.close()
      await listening.stop()
    },
  }
}

function readMessage(text: string) {
  try {
    return Message.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** Gathers changes for a moment and sends them to the other processes, outside of anybody's transaction. */
function sender(db: Database, from: string, onError: (error: unknown) => void) {
  let gathered = new Map<string, Set<LiveTopic>>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<unknown> = Promise.resolve()
  const send = () => {
    clearTimeout(timer)
    timer = undefined
    const changes = [...gathered].map(([agentId, topics]) => [agentId, [...topics]])
    gathered = new Map()
    for (let start = 0; start < changes.length; start += AGENTS_A_MESSAGE) {
      const text = JSON.stringify({ from, changes: changes.slice(start, start + AGENTS_A_MESSAGE) })
      sending = Promise.allSettled([
        sending,
        db.query(sql`select pg_notify(${CHANNEL}, ${text})`).catch((error: unknown) => onError(error)),
      ])
    }
    return sending
  }
  return {
    add(agentId: string, topics: readonly LiveTopic[]) {
      const known = gathered.get(agentId) ?? new Set()
      for (const topic of topics) known.add(topic)
      gathered.set(agentId, known)
      timer ??= setTimeout(() => void send(), GATHER_MS)
    },
    close: async () => void (await send()),
  }
}
