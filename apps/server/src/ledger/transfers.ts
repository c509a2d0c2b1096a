import { uuidv7 } from 'uuidv7'
import { only, sql, type Tx, uuid } from '../platform/database/database.ts'

type AccountKind = 'float' | 'commission' | 'clearing' | 'commission_expense' | 'rail' | 'adjustment' | 'suspense'

export interface AccountKey {
  readonly agentId: string | null
  readonly kind: AccountKind
  /** The player service of a clearing account, the rail of a rail account. */
  readonly party?: string
  readonly asset: string
  /** The lowest balance allowed, in minor units; none when absent. */
  readonly floor?: bigint
}

/** The account's id; opens it when it does not exist. */
export async function openAccount(tx: Tx, { agentId, kind, party, asset, floor }: AccountKey): Promise<string> {
  const rows = await tx.query(
    sql`select open_account(${uuidv7()}, ${agentId}, ${kind}, ${party ?? null}, ${asset}, ${floor ?? null}) as id`,
    { id: uuid },
  )
  return only(rows).id
}

/** Sets the lowest balance allowed. The database refuses one above the present balance. */
export async function setFloor(tx: Tx, accountId: string, floor: bigint): Promise<void> {
  await tx.execute(sql`select set_floor(${accountId}, ${floor})`)
}

export interface Transfer {
  readonly kind: 'reversal' | 'top_up' | 'settlement' | 'payout' | 'adjustment' | 'suspense' | 'release'
  /** What it is for; the same thing moves money at most once. */
  readonly reference: string
  readonly reason?: string
  readonly at: Date
  readonly lines: readonly { readonly accountId: string; readonly amount: bigint }[]
}

/** Moves money. The database refuses what does not sum to zero, goes below a floor, or was posted before. */
export async function postTransfer(tx: Tx, { kind, reference, reason, at, lines }: Transfer): Promise<string> {
  const id = uuidv7()
  const accounts = lines.map(({ accountId }) => accountId)
  const amounts = lines.map(({ amount }) => amount.toString())
  await tx.execute(sql`select 1 from account where id = any(${accounts}::uuid[]) order by id for update`)
  await tx.execute(sql`
    select post_transfers(${kind}, array[${id}::uuid], array[${reference}], array[${reason ?? null}::text],
                          array[${at}::timestamptz], array_fill(${id}::uuid, array[${lines.length}::integer]),
                          ${accounts}::uuid[], ${amounts}::bigint[])`)
  return id
}
