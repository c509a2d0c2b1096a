import { fork } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Load, LoadPlan } from './load-client.ts'
import { round } from './measurement.ts'
import { AMOUNT, tokenOf, transactionId } from './prepare.ts'

const request = (method: string, path: string, agent: number, headers: string[], body: string) =>
  [
    `${method} /api${path} HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: Bearer ${tokenOf(agent)}`,
    ...headers,
    ...(body === '' ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]),
    '',
    body,
  ].join('\r\n')

export const confirmationBody = (number: number) =>
  JSON.stringify({
    type: 'deposit',
    transaction_id: transactionId(number),
    amount: AMOUNT,
    geo_lat: '41.2995',
    geo_lon: '69.2401',
  })

const confirmation = (number: number, agent: number) =>
  request('POST', '/payments/confirm', agent, [`idempotency-key: bench-${number}`], confirmationBody(number))

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
    requests: Array.from({ length: count }, (_, index) => confirmation(start + index, agentOf(start + index))),
  })

/** The same GET again and again on one connection. */
export const runGet = (port: number, path: string, agent: number, count: number): Promise<Load> =>
  send({
    port,
    connections: 1,
    seconds: Number.MAX_SAFE_INTEGER,
    requests: Array.from({ length: count }, () => `${request('GET', path, agent, [], '')}\r\n`),
  })

const send = (plan: LoadPlan) =>
  new Promise<Load>((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'load-client.ts'))
    child.once('message', (message: { load?: Load; error?: string }) => {
      if (message.load) resolve(message.load)
      else reject(new Error(message.error))
    })
    child.once('error', reject)
    child.send(plan)
  })

const CLIENTS = 32
const REQUESTS = 40_000
const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'
const REQUEST = `POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 300\r\n\r\n${' '.repeat(300)}`

/** What the load client itself costs, on a server that answers at once: the rest of a figure is Cashbox. */
export async function benchClient(print: (line: string) => void) {
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('data', () => socket.write(ANSWER))
    socket.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const requests = Array.from({ length: REQUESTS }, () => REQUEST)
  const { perSecond, clientMicroseconds } = await send({ port, connections: CLIENTS, requests, seconds: 60 })
  server.close()
  print(
    `The load client takes ${round(clientMicroseconds)} µs of processor time for a request, ` +
      `and makes ${round(perSecond)} a second of a server that answers at once`,
  )
  return { client_us: round(clientMicroseconds, 1), client_per_second: round(perSecond) }
}
