import { connect } from 'node:net'
import { type Measurement, percentile } from './measurement.ts'

/** What a process sends: each connection takes the next request as soon as its answer has come. */
export interface LoadPlan {
  readonly port: number
  readonly connections: number
  /** Whole HTTP requests, as text. */
  readonly requests: readonly string[]
  /** No request begins after that time, even if some are left. */
  readonly seconds: number
}

export interface Load extends Measurement {
  readonly sent: number
  readonly worstMs: number
  /** Processor time of this process for one request: it is taken from the server, which shares the machine. */
  readonly clientMicroseconds: number
}

const OK = Buffer.from('HTTP/1.1 200 ')
const HEAD_END = Buffer.from('\r\n\r\n')
const LENGTH = Buffer.from('content-length: ')
const BUFFER_BYTES = 16_384

/** A plain keep-alive client: as little work as possible beside the server that is being measured. */
async function sendAll({ port, connections, requests, seconds }: LoadPlan): Promise<Load> {
  const latencies: number[] = []
  let taken = 0
  const cpu = process.cpuUsage()
  const started = performance.now()
  const deadline = started + seconds * 1000
  const take = () => (performance.now() < deadline ? requests[taken++] : undefined)
  await Promise.all(Array.from({ length: connections }, () => sendOnOne(port, take, latencies)))
  const took = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const sorted = latencies.toSorted((a, b) => a - b)
  return {
    sent: sorted.length,
    perSecond: sorted.length / took,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    worstMs: sorted.at(-1) ?? 0,
    clientMicroseconds: (user + system) / sorted.length,
  }
}

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

function isWhole(answer: Buffer): boolean {
  const headEnd = answer.indexOf(HEAD_END)
  if (headEnd < 0) return false
  const at = answer.indexOf(LENGTH)
  if (at < 0) return true
  const length = Number.parseInt(answer.toString('latin1', at + LENGTH.length, at + LENGTH.length + 10), 10)
  return answer.length >= headEnd + HEAD_END.length + length
}

// Run as a separate process, so that client and server don't share an event loop.
if (process.send) {
  process.once('message', (plan: LoadPlan) => {
    sendAll(plan).then(
      (load) => process.send?.({ load }, () => process.exit(0)),
      (error: unknown) => process.send?.({ error: String(error) }, () => process.exit(1)),
    )
  })
}
