import { LIVE_PATH, type LiveTopic, liveTopics } from '@cashbox/contract'
import { useEffect } from 'react'
import { apiBase, callHeaders } from '../call.ts'
import { emit } from '../events.ts'
import { useSession } from '../session/session.ts'
import { noteHeard, setConnected } from './queries.ts'
import { readChanges } from './read-changes.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

export function useLive(): void {
  const { token } = useSession()
  useEffect(() => {
    if (token === null) return undefined
    const stop = new AbortController()
    void follow(stop.signal)
    return () => stop.abort()
  }, [token])
}

const emitAll = (topics: readonly LiveTopic[]) => topics.forEach((topic) => emit(topic))

async function follow(stop: AbortSignal) {
  let waitMs = FIRST_WAIT_MS
  let isFirst = true
  while (!stop.aborted) {
    try {
      const stream = await connect(stop)
      // Refetch everything that may have changed while the connection was down.
      if (!isFirst) emitAll(liveTopics)
      isFirst = false
      waitMs = FIRST_WAIT_MS
      setConnected(true)
      for await (const topics of readChanges(stream.pipeThrough(heard()))) emitAll(topics)
    } catch {
      // A failed connection, a server failure or abort: reconnect below.
    }
    if (stop.aborted) return
    setConnected(false)
    await untilWorthTrying(waitMs * (0.5 + Math.random()), stop)
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
  }
}

async function connect(stop: AbortSignal) {
  const response = await fetch(`${apiBase}${LIVE_PATH}`, {
    headers: { ...callHeaders(), accept: 'text/event-stream' },
    signal: stop,
    cache: 'no-store',
  })
  if (!response.ok || !response.body) throw new Error(`no stream: ${response.status}`)
  return response.body
}

/** Passes chunks through and records the time, also of heartbeats. */
const heard = () =>
  new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, stream) {
      noteHeard()
      stream.enqueue(chunk)
    },
  })

/** Waits, or until the connection is back. */
const untilWorthTrying = (ms: number, stop: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(finish, ms)
    function finish() {
      clearTimeout(timer)
      window.removeEventListener('online', finish)
      stop.removeEventListener('abort', finish)
      resolve()
    }
    window.addEventListener('online', finish)
    stop.addEventListener('abort', finish)
  })
