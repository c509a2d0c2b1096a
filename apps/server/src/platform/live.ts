import { randomUUID } from 'node:crypto'
import { LiveChange, type LiveTopic } from '@cashbox/contract'
import type { Database } from '@cashbox/postgres/database'
import * as z from 'zod/mini'
import { createTally } from './jobs/tally.ts'
import { parseJson } from './parse-json.ts'

const CHANNEL = 'live'
/** Changes within this time are sent as one message. */
const GATHER_MS = 50
/** PostgreSQL limits a notification to 8000 bytes. */
const AGENTS_PER_MESSAGE = 100
/** Changes of this age are also sent to new listeners. */
const REMEMBERED_MS = 60_000

type Change = readonly [agentId: string, topics: readonly LiveTopic[]]
type Listener = (topics: readonly LiveTopic[]) => void

export type Live = Awaited<ReturnType<typeof createLive>>

const Message = z.object({ from: z.string(), changes: z.array(z.tuple([z.string(), LiveChange.shape.topics])) })

/** Notifies open apps that something changed. Nothing depends on it: an app that misses it polls later. */
export async function createLive(db: Database, onError: (error: unknown) => void) {
  const self = randomUUID()
  const listeners = new Map<string, Set<Listener>>()
  const recent = createRecentChanges()
  const notify = (agentId: string, topics: readonly LiveTopic[]) => {
    recent.note(agentId, topics)
    for (const listener of listeners.get(agentId) ?? []) listener(topics)
  }
  /** For the other processes, outside of any transaction. */
  const others = createTally<Change>({
    waitMs: GATHER_MS,
    keyOf: ([agentId]) => agentId,
    merge: ([agentId, one], [, other]) => [agentId, [...new Set([...one, ...other])]],
    onError,
    async write(changes) {
      for (let start = 0; start < changes.length; start += AGENTS_PER_MESSAGE) {
        const part = changes.slice(start, start + AGENTS_PER_MESSAGE)
        await db.notify(CHANNEL, JSON.stringify({ from: self, changes: part }))
      }
    },
  })
  const listening = await db.listen(CHANNEL, (text) => {
    const message = parseJson(Message, text)
    if (!message || message.from === self) return
    for (const [agentId, topics] of message.changes) notify(agentId, topics)
  })
  return {
    publish(agentId: string, ...topics: LiveTopic[]) {
      notify(agentId, topics)
      others.add([agentId, topics])
    },
    /** Also sends recent changes: an app reads first and then listens, and must not miss a change in between. */
    subscribe(agentId: string, listener: Listener) {
      const own = listeners.get(agentId) ?? new Set()
      listeners.set(agentId, own.add(listener))
      const missed = recent.topicsOf(agentId)
      if (missed.length > 0) listener(missed)
      return () => {
        own.delete(listener)
        if (own.size === 0 && listeners.get(agentId) === own) listeners.delete(agentId)
      }
    },
    async close() {
      await others.close()
      await listening.stop()
    },
  }
}

/** Recent changes by agent, oldest first. */
function createRecentChanges() {
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
