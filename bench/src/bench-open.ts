import type { Client } from 'pg'
import { median, round } from './measurement.ts'
import type { Network } from './network.ts'
import { AGENTS, AMOUNT, tokenOf } from './prepare.ts'

const FEW = 10
const MANY = 10_000
const ROUNDS = 30

/** A look-up and a confirmation must cost the same, however many transactions are open in the channel. */
export async function benchOpen({ db, server }: Network, print: (line: string) => void) {
  const few = await measure(db, server.port, 'few')
  await open(db, 'many', MANY)
  await db.query('vacuum analyze player_transaction')
  const many = await measure(db, server.port, 'beside-many')
  const figures = {
    lookup_10_open_p50_ms: round(few.lookUpMs, 2),
    lookup_10000_open_p50_ms: round(many.lookUpMs, 2),
    lookup_ratio: round(many.lookUpMs / few.lookUpMs, 2),
    confirm_10_open_p50_ms: round(few.confirmMs, 2),
    confirm_10000_open_p50_ms: round(many.confirmMs, 2),
    confirm_open_ratio: round(many.confirmMs / few.confirmMs, 2),
  }
  print(`Look-up with ${FEW} open: ${round(few.lookUpMs, 2)} ms, with ${MANY}: ${round(many.lookUpMs, 2)} ms`)
  print(`Confirmation with ${FEW} open: ${round(few.confirmMs, 2)} ms, with ${MANY}: ${round(many.confirmMs, 2)} ms`)
  return figures
}

/** One call after the other, ten transactions at a time, so that no more than ten of these are open. */
async function measure(db: Client, port: number, name: string) {
  const lookUps: number[] = []
  const confirmations: number[] = []
  for (let index = 0; index < ROUNDS; index += 1) {
    const ids = await open(db, `${name}-${index}`, FEW)
    for (const [position, id] of ids.entries()) {
      const token = tokenOf((index * FEW + position) % AGENTS)
      lookUps.push(await time(port, '/payments/lookup', token, { transaction_id: id }))
      const body = { type: 'deposit', transaction_id: id, amount: AMOUNT, geo_lat: '41.2995', geo_lon: '69.2401' }
      confirmations.push(await time(port, '/payments/confirm', token, body))
    }
  }
  return { lookUpMs: median(lookUps), confirmMs: median(confirmations) }
}

async function open(db: Client, name: string, count: number): Promise<string[]> {
  const { rows } = await db.query<{ transaction_id: string }>(
    `insert into player_transaction (id, transaction_id, player_service_id, channel_id, type, amount, player_id, created_at, expires_at)
     select gen_random_uuid(), upper(replace($1, '-', '_')) || '_' || n, (select id from player_service where code = 'sandbox'),
            (select id from channel where code = 'tashkent'), 'deposit', 1000, 'player', now(), now() + interval '1 day'
     from generate_series(1, $2::int) as n returning transaction_id`,
    [name, count],
  )
  return rows.map(({ transaction_id }) => transaction_id)
}

async function time(port: number, path: string, token: string, body: object): Promise<number> {
  const started = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return performance.now() - started
}
