import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Load, LoadPlan } from './load-client.ts'
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

/** Sends from a process of its own. */
export const send = (plan: LoadPlan) =>
  new Promise<Load>((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'load-client.ts'))
    child.once('message', (message: { load?: Load; error?: string }) => {
      if (message.load) resolve(message.load)
      else reject(new Error(message.error))
    })
    child.once('error', reject)
    child.send(plan)
  })
