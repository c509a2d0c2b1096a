import { formatUnits } from '../ledger/units.ts'
import { writeNotice } from '../notices/notice.ts'
import type { Tx } from '../platform/database/database.ts'
import type { TopupRow } from './topup.ts'

interface News {
  readonly state: 'credited' | 'held' | 'returned'
  readonly received?: { readonly amount: bigint; readonly currencyCode: string }
  readonly at: Date
}

/** Tells the agent what became of a top-up, when it has one. */
export async function tellOfTopup(tx: Tx, topup: TopupRow, { state, received, at }: News): Promise<void> {
  if (topup.agent_id === null) return
  const data = {
    topup_id: topup.id,
    state,
    sent: formatUnits(BigInt(topup.units), topup.decimals),
    coin: topup.coin,
    received: received?.amount.toString() ?? null,
    currency_code: received?.currencyCode ?? null,
  }
  await writeNotice(tx, topup.agent_id, { kind: 'topup', data }, at)
}
