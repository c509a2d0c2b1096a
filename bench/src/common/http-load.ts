import { fork } from 'node:child_process'
import { connect } from 'node:net'
import { asAgent, confirmation, times } from './database.ts'
import { type Measurement, measurementOf } from './measurement.ts'

/** Confirmations over HTTP: each client sends the next one as soon as its answer has come. */
interface Load {
  readonly port: number
  readonly clients: number
  /** So many agents confirm in turn. */
  readonly agents: number
  /** The deposits that may be confirmed: from this one on, as many as fit into the time. */
  readonly start: number
  readonly count: number
  readonly seconds: number
}

/** From a separate process, so that client and server don't share an event loop. */
export const sendConfirmations = (load: Load) =>
  new Promise<Measurement>((resolve, reject) => {
    const child = fork(import.meta.filename)
    child.once('message', (message: { measured?: Measurement; error?: string }) => {
      if (message.measured) resolve(message.measured)
      else reject(new Error(message.error))
    })
    child.once('error', reject)
    child.send(load)
  })

/** A plain keep-alive client: as little work as possible beside the server that is being measured. */
async function sendAll({ port, clients, agents, start, count, seconds }: Load): Promise<Measurement> {
  const requests = times(count, (index) => writeRequest(start + index, (start + index) % agents))
  const latencies: number[] = []
  let sent = 0
  const cpu = process.cpuUsage()
  const started = performance.now()
  const deadline = started + seconds * 1000
  const take = () => (performance.now() < deadline ? requests[sent++] : undefined)
  await Promise.all(times(clients, () => sendOnOne(port, take, latencies)))
  const { user, system } = process.cpuUsage(cpu)
  return {
    ...measurementOf(latencies, (performance.now() - started) / 1000),
    clientMs: (user + system) / 1000 / latencies.length,
  }
}

/** A whole HTTP request, as text. */
function writeRequest(number: number, agent: number): string {
  const { headers, body = '' } = asAgent(agent, confirmation(number), { 'idempotency-key': `bench-${number}` })
  const all = { host: '127.0.0.1', ...headers, 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST /api/payments/confirm HTTP/1.1\r\n${lines.join('')}\r\n${body}`
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
  process.once('message', (load: Load) => {
    sendAll(load).then(
      (measured) => process.send?.({ measured }, () => process.exit(0)),
      (error: unknown) => process.send?.({ error: String(error) }, () => process.exit(1)),
    )
  })
}
