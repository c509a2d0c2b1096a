import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { LoadPlan } from './load-client.ts'
import type { Measurement } from './measurement.ts'
import { AGENTS, AMOUNT, tokenOf, transactionId } from './prepare.ts'

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

const confirmation = (number: number, hot: boolean) =>
  request(
    'POST',
    '/payments/confirm',
    hot ? 0 : number % AGENTS,
    [`idempotency-key: bench-${number}`],
    JSON.stringify({
      type: 'deposit',
      transaction_id: transactionId(number),
      amount: AMOUNT,
      geo_lat: '41.2995',
      geo_lon: '69.2401',
    }),
  )

interface Run {
  readonly port: number
  readonly clients: number
  readonly start: number
  readonly count: number
  readonly hot: boolean
}

/** Confirmations over HTTP, each client waiting for its answer before the next. */
export function runHttp({ port, clients, start, count, hot }: Run): Promise<Measurement> {
  const each = Math.floor(count / clients)
  const connections = Array.from({ length: clients }, (_, client) =>
    Array.from({ length: each }, (__, index) => confirmation(start + client * each + index, hot)),
  )
  return inOwnProcess({ port, connections })
}

/** The same GET again and again on one connection. */
export const runGet = (port: number, path: string, agent: number, count: number): Promise<Measurement> =>
  inOwnProcess({
    port,
    connections: [Array.from({ length: count }, () => `${request('GET', path, agent, [], '')}\r\n`)],
  })

const inOwnProcess = (plan: LoadPlan) =>
  new Promise<Measurement>((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'load-client.ts'))
    child.once('message', (message: { measurement?: Measurement; error?: string }) => {
      if (message.measurement) resolve(message.measurement)
      else reject(new Error(message.error))
    })
    child.once('error', reject)
    child.send(plan)
  })
