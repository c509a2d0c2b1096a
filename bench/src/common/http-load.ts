import { fork } from 'node:child_process'
import { connect } from 'node:net'
import { asAgent, confirmation, times } from './database.ts'
import { type Measurement, measurementOf } from './measurement.ts'

/** What a process sends: each connection takes the next request as soon as its answer has come. */
interface LoadPlan {
  readonly port: number
  readonly connections: number
  /** Whole HTTP requests, as text. */
  readonly requests: readonly string[]
  /** No request begins after that time, even if some are left. */
  readonly seconds: number
}

export interface Load extends Measurement {
  readonly worstMs: number
}

function writeRequest(path: string, { method, headers, body = '' }: ReturnType<typeof asAgent>): string {
  const all = { host: '127.0.0.1', ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} /api${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

interface Run {
  readonly port: number
  readonly clients: number
  /** The transactions that may be confirmed: from this one on, as many as fit into the time. */
  readonly start: number
  readonly count: number
  readonly seconds: number
  readonly agentOf: (number: number) => number
}

/** Confirmations over HTTP, each client waiting for its answer before the next. */
export const runHttp = ({ port, clients, start, count, seconds, agentOf }: Run): Promise<Load> =>
  send({
    port,
    connections: clients,
    seconds,
    requests: times(count, (index) => {
      const number = start + index
      const key = { 'idempotency-key': `bench-${number}` }
      return writeRequest('/payments/confirm', asAgent(agentOf(number), confirmation(number), key))
    }),
  })

/** The same GET again and again on one connection. */
export const runGet = (port: number, path: string, agent: number, count: number): Promise<Load> =>
  send({
    port,
    connections: 1,
    seconds: Number.MAX_SAFE_INTEGER,
    requests: times(count, () => writeRequest(path, asAgent(agent))),
  })

/** From a separate process, so that client and server don't share an event loop. */
const send = (plan: LoadPlan) =>
  new Promise<Load>((resolve, reject) => {
    const child = fork(import.meta.filename)
    child.once('message', (message: { load?: Load; error?: string }) => {
      if (message.load) resolve(message.load)
      else reject(new Error(message.error))
    })
    child.once('error', reject)
    child.send(plan)
  })

/** A plain keep-alive client: as little work as possible beside the server that is being measured. */
async function sendAll({ port, connections, requests, seconds }: LoadPlan): Promise<Load> {
  const latencies: number[] = []
  let taken = 0
  const cpu = process.cpuUsage()
  const started = performance.now()
  const deadline = started + seconds * 1000
  const take = () => (performance.now() < deadline ? requests[taken++] : undefined)
  await Promise.all(times(connections, () => sendOnOne(port, take, latencies)))
  const { user, system } = process.cpuUsage(cpu)
  return {
    ...measurementOf(latencies, (performance.now() - started) / 1000),
    worstMs: latencies.reduce((worst, latency) => Math.max(worst, latency), 0),
    clientMs: (user + system) / 1000 / latencies.length,
  }
}

const OK = Buffer.from('HTTP/1.1 200 ')
const BUFFER_BYTES = 16_384

const sendOnOne = (port: number, take: () => string | undefined, latencies: number[]) =>
  new Promise<void>((resolve, reject) => {
    const buffer = Buffer.allocUnsafe(BUFFER_BYTES)
    let filled = 0
    let sentAt = 0
    const next = () => {
      const request = take()
      if (request === undefined) {
        socket.end()
        resolve()
        return
      }
      filled = 0
      sentAt = performance.now()
      socket.write(request, 'latin1')
    }
    const read = (count: number, chunk: Uint8Array) => {
      buffer.set(chunk.subarray(0, count), filled)
      filled += count
      const answer = buffer.subarray(0, filled)
      if (!isWhole(answer)) return true
      if (!answer.subarray(0, OK.length).equals(OK)) {
        reject(new Error(`the server answered ${answer.toString()}`))
        socket.destroy()
        return false
      }
      latencies.push(performance.now() - sentAt)
      next()
      return true
    }
    // One buffer for all that is read: a stream would make one for each answer.
    const socket = connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      onread: { buffer: Buffer.allocUnsafe(BUFFER_BYTES), callback: read },
    })
    socket.once('connect', next)
    socket.once('error', reject)
  })

const HEAD_END = Buffer.from('\r\n\r\n')
const LENGTH = Buffer.from('content-length: ')

function isWhole(answer: Buffer): boolean {
  const headEnd = answer.indexOf(HEAD_END)
  if (headEnd < 0) return false
  const at = answer.indexOf(LENGTH)
  if (at < 0) return true
  const length = Number.parseInt(answer.toString('latin1', at + LENGTH.length, at + LENGTH.length + 10), 10)
  return answer.length >= headEnd + HEAD_END.length + length
}

// In the process that sends.
if (process.send && process.argv[1] === import.meta.filename) {
  process.once('message', (plan: LoadPlan) => {
    sendAll(plan).then(
      (load) => process.send?.({ load }, () => process.exit(0)),
      (error: unknown) => process.send?.({ error: String(error) }, () => process.exit(1)),
    )
  })
}
