import { connect } from 'node:net'
import { type Measurement, percentile } from './measurement.ts'

/** What one connection sends, one after the other, each when the answer to the one before has come. */
export interface LoadPlan {
  readonly port: number
  /** Whole HTTP requests, as text, by connection. */
  readonly connections: readonly (readonly string[])[]
}

const OK = 'HTTP/1.1 200 '
const LENGTH = /content-length: (\d+)/i

/** A plain keep-alive client: as little work as possible beside the server that is being measured. */
async function sendAll({ port, connections }: LoadPlan): Promise<Measurement> {
  const latencies: number[] = []
  const started = performance.now()
  await Promise.all(connections.map((requests) => sendOnOne(port, requests, latencies)))
  const seconds = (performance.now() - started) / 1000
  const sorted = latencies.toSorted((a, b) => a - b)
  return { perSecond: sorted.length / seconds, p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99) }
}

const sendOnOne = (port: number, requests: readonly string[], latencies: number[]) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    let index = 0
    let sentAt = 0
    let answer = ''
    const next = () => {
      if (index === requests.length) {
        socket.end()
        resolve()
        return
      }
      answer = ''
      sentAt = performance.now()
      socket.write(requests[index++] ?? '')
    }
    socket.setEncoding('latin1')
    socket.once('connect', next)
    socket.once('error', reject)
    socket.on('data', (chunk: string) => {
      answer += chunk
      const headEnd = answer.indexOf('\r\n\r\n')
      if (headEnd < 0 || answer.length < headEnd + 4 + Number(LENGTH.exec(answer)?.[1] ?? 0)) return
      if (!answer.startsWith(OK)) {
        reject(new Error(`the server answered ${answer.slice(0, 2000)}`))
        socket.destroy()
        return
      }
      latencies.push(performance.now() - sentAt)
      next()
    })
  })

// Run as a process of its own, so that client and server don't share an event loop.
if (process.send) {
  process.once('message', (plan: LoadPlan) => {
    sendAll(plan).then(
      (measurement) => process.send?.({ measurement }, () => process.exit(0)),
      (error: unknown) => process.send?.({ error: String(error) }, () => process.exit(1)),
    )
  })
}
