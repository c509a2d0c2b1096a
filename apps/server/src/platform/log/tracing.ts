import { randomBytes } from 'node:crypto'
import type { TracingConfig } from '../config.ts'
import type { Log } from './log.ts'
import { version } from './version.ts'

type Attributes = Readonly<Record<string, string | number>>

export type Tracer = ReturnType<typeof createTracer>

interface SpanEnd {
  /** In place of the name that it began with. */
  readonly name?: string
  readonly attributes: Attributes
  readonly isError: boolean
}

const FLUSH_EVERY_MS = 2_000
const AT_ONCE = 500
/** More are dropped: tracing must never cost the program its memory. */
const MOST_WAITING = 5_000
const TIMEOUT_MS = 5_000
const KINDS = { internal: 1, server: 2 } as const
const [UNSET, ERROR] = [0, 2]

/** W3C Trace Context, version 00. Zeros are no IDs. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/

const nowNano = () => BigInt(Math.round((performance.timeOrigin + performance.now()) * 1000)) * 1000n

/** Sends spans as OTLP over HTTP in JSON, which every collector takes. What can't be sent is dropped. */
export function createTracer({ endpoint, headers }: TracingConfig, log: Log) {
  let waiting: object[] = []
  let sending: Promise<void> = Promise.resolve()
  const flush = () => {
    while (waiting.length > 0) {
      const spans = waiting.slice(0, AT_ONCE)
      waiting = waiting.slice(AT_ONCE)
      sending = sending.then(() => post(spans))
    }
    return sending
  }
  async function post(spans: readonly object[]) {
    const resource = { attributes: asAttributes({ 'service.name': 'cashbox', 'service.version': version }) }
    const body = JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'cashbox' }, spans }] }] })
    try {
      const response = await fetch(`${endpoint}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await response.body?.cancel()
      if (!response.ok) log.warn({ status: response.status, dropped: spans.length }, 'spans were not taken')
    } catch (error) {
      log.warn({ err: error, dropped: spans.length }, 'could not send spans')
    }
  }
  const timer = setInterval(() => void flush(), FLUSH_EVERY_MS)
  timer.unref()
  return {
    /** Begins a span below the caller's, if `traceparent` names one. The answer ends it. */
    begin(name: string, kind: keyof typeof KINDS, traceparent = '') {
      const [, traceId = randomBytes(16).toString('hex'), parentSpanId] = TRACEPARENT.exec(traceparent) ?? []
      const startedAt = nowNano()
      return (end: SpanEnd) => {
        if (waiting.length >= MOST_WAITING) return
        waiting.push({
          traceId,
          spanId: randomBytes(8).toString('hex'),
          ...(parentSpanId === undefined ? {} : { parentSpanId }),
          name: end.name ?? name,
          kind: KINDS[kind],
          startTimeUnixNano: startedAt.toString(),
          endTimeUnixNano: nowNano().toString(),
          attributes: asAttributes(end.attributes),
          status: { code: end.isError ? ERROR : UNSET },
        })
      }
    },
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

const asAttributes = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
