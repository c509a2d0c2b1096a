import { parseMinor, receivedAmount } from '@cashbox/contract'
import { openAccount, postMovement } from '../ledger/movements.ts'
import { formatUnits } from '../ledger/units.ts'
import { col, queryOne, sql, type Tx } from '../platform/database/database.ts'
import type { Rate } from './rates.ts'
import { holdTopup, releaseTopup } from './suspense.ts'
import { type TopupRow, writeTopupNotice } from './topup.ts'

export interface Terms extends Rate {
  readonly offsetPercent: string
}

/** Credits the amount that the calculator showed, and stores the terms. Holds amounts under a cent or over the maximum. */
export async function creditTopup(tx: Tx, topup: TopupRow, terms: Terms, at: Date): Promise<'credited' | 'held'> {
  const { agent_id: agentId } = topup
  if (agentId === null) throw new Error('a top-up without an agent can not be credited')
  if (topup.state === 'credited' || topup.state === 'returned') throw new Error(`the top-up is ${topup.state} already`)
  const received = receivedFor(topup, terms)
  if (received === null || received === 0n) {
    await holdTopup(tx, topup, received === null ? 'too_large' : 'too_small', at)
    return 'held'
  }
  await releaseTopup(tx, topup, at)
  await postMovement(tx, {
    kind: 'top_up',
    reference: topup.id,
    from: await openAccount(tx, { kind: 'rail', party: topup.rail, asset: terms.currencyCode }),
    to: await floatOf(tx, agentId),
    amount: received,
    at,
  })
  await tx.execute(sql`
    update topup set state = 'credited', reason = null, currency_code = ${terms.currencyCode}, rate = ${terms.rate},
      offset_percent = ${terms.offsetPercent}, rounding = 'down', received = ${received}, finished_at = ${at}
    where id = ${topup.id}`)
  await writeTopupNotice(tx, topup, {
    state: 'credited',
    received: { amount: received, currencyCode: terms.currencyCode },
    at,
  })
  return 'credited'
}

export const receivedFor = ({ units, decimals }: TopupRow, { rate, offsetPercent }: Terms): bigint | null =>
  parseMinor(receivedAmount(formatUnits(BigInt(units), decimals), rate, offsetPercent) ?? '')

const floatOf = async (tx: Tx, agentId: string) =>
  (await queryOne(tx, { id: col.int8 })`select float_id as id from agent where id = ${agentId}`).id
