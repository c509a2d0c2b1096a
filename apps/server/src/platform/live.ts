import { randomUUID } from 'node:crypto'
import { LiveChange, type LiveTopic } from '@cashbox/contract'
import * as z from 'zod/mini'
import { type Database, sql } from './database/database.ts'

const CHANNEL = 'cashbox_live'
/** Changes within this time travel together: a busy second is a few messages. */
const GATHER_MS = 50
/** PostgreSQL takes less than 8000 bytes at a time. */
const AGENTS_A_MESSAGE = 100

/** For so long a change is also sent to new listeners. */
const REMEMBERED_MS = 60_000

type Listener = (topics: readonly LiveTopic[]) => void

/** Notifies open apps that something changed. Nothing depends on it: an app that misses it asks later. */
export interface Live {
  publish(agentId: string, ...topics: LiveTopic[]): void
  /** Sends what changed a moment ago, too: an app asks first and listens then, and nothing may fall in between. */
  subscribe(agentId: string, listener: Listener): () => void
  close(): Promise<void>
}

const Message = z.object({ from: z.string(), changes: z.array(z.tuple([z.string(), LiveChange.shape.topics])) })

export async function createLive(db: Database, onError: (error: unknown) => void): Promise<Live> {
  const self = randomUUID()
  const listeners = new Map<string, Set<Listener>>()
  const recent = createMemory()
  const notify = (agentId: string, topics: readonly LiveTopic[]) => {
    recent.note(agentId, topics)
    for (const listener of listeners.get(agentId) ?? []) listener(topics)
  }
  const others = sender(db, self, onError)
  const listening = await db.listen(CHANNEL, (text) => {
    const message = readMessage(text)
    if (!message || message.from === self) return
    for (const [agentId, topics] of message.changes) notify(agentId, topics)
  })
  return {
    publish(agentId, ...topics) {
      notify(agentId, topics)
      others.add(agentId, topics)
    },
    subscribe(agentId, listener) {
      const of = listeners.get(agentId) ?? new Set()
      listeners.set(agentId, of.add(listener))
      const missed = recent.topicsOf(agentId)
      if (missed.length > 0) listener(missed)
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

/** What has changed lately, by agent, the longest ago first. */
function createMemory() {
  const changes = new Map<string, { readonly topics: ReadonlySet<LiveTopic>; readonly at: number }>()
  const isPast = (at: number) => Date.now() - at >= REMEMBERED_MS
  const topicsOf = (agentId: string): readonly LiveTopic[] => {
    const change = changes.get(agentId)
    return change && !isPast(change.at) ? [...change.topics] : []
  }
  return {
    note(agentId: string, topics: readonly LiveTopic[]) {
      const all = new Set([...topicsOf(agentId), ...topics])
      changes.delete(agentId)
      changes.set(agentId, { topics: all, at: Date.now() })
      for (const [oldest, { at }] of changes) {
        if (!isPast(at)) break
        changes.delete(oldest)
      }
    },
    topicsOf,
  }
}

function readMessage(text: string) {
  try {
    return Message.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** Gathers changes for a moment and sends them to the other processes, outside of any transaction. */
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
        db.execute(sql`select pg_notify(${CHANNEL}, ${text})`).catch((error: unknown) => onError(error)),
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
