import { col, only, query, sql, type Tx } from '@cashbox/postgres/database'

type AccountKind =
  | 'float'
  | 'commission'
  | 'clearing'
  | 'commission_expense'
  | 'rail'
  | 'adjustment'
  | 'suspense'
  | 'bank'
  | 'partner_fee'

export interface AccountKey {
  /** Absent for an account of the network. */
  readonly agentId?: string | null
  readonly kind: AccountKind
  /** The partner of a clearing account, the rail of a rail or suspense account. */
  readonly party?: string
  readonly asset: string
  /** The lowest balance allowed, in minor units; none when absent. */
  readonly floor?: bigint
}

/** The account's id; opens it when it does not exist. */
export async function openAccount(tx: Tx, { agentId, kind, party, asset, floor }: AccountKey): Promise<bigint> {
  const rows = await query(tx, {
    id: col.int8,
  })`select open_account(${agentId ?? null}, ${kind}, ${party ?? null}, ${asset}, ${floor ?? null}) as id`
  return only(rows).id
}

/** Sets the lowest balance allowed. The database refuses one above the present balance. */
export async function setFloor(tx: Tx, accountId: bigint, floor: bigint): Promise<void> {
  await tx.execute(sql`update account set floor = ${floor} where id = ${accountId}`)
}

export interface Movement {
  readonly kind:
    | 'top_up'
    | 'commission_credit'
    | 'payout'
    | 'adjustment'
    | 'suspense'
    | 'release'
    | 'partner_payment'
    | 'partner_fee'
  /** The id of what it is for; the same thing moves money at most once in each way. */
  readonly reference: string
  readonly from: bigint
  readonly to: bigint
  readonly amount: bigint
  readonly reason?: string
  readonly at: Date
}

/** Moves money. The database refuses what goes below a floor, mixes assets, or was posted before. */
export async function postMovement(tx: Tx, { kind, reference, from, to, amount, reason, at }: Movement): Promise<void> {
  await tx.execute(
    sql`select post_movement(${kind}, ${reference}, ${from}, ${to}, ${amount}, ${reason ?? null}, ${at})`,
  )
}
