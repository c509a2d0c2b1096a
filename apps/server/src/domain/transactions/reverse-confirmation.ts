import { isRefusalCode, type RefusalCode } from '@cashbox/contract'
import { uuidv7 } from 'uuidv7'
import { text } from '../../platform/db/columns.ts'
import { only, type Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

interface Reversal {
  /** Of the transaction, not what the player reads aloud. */
  readonly id: string
  /** Sent to the player service. */
  readonly reason: string
  readonly askedBy: string
  readonly at: Date
  /** However long ago it was confirmed, and not only within the partner's time for it. */
  readonly isAnyAge: boolean
}

type Outcome = { readonly transferId: string } | { readonly refused: RefusalCode }

/** Takes a confirmation back by a transfer of its own, and notifies the player service; or says why not. */
export async function reverseConfirmation(tx: Tx, { id, reason, askedBy, at, isAnyAge }: Reversal): Promise<Outcome> {
  const transferId = uuidv7()
  const { outcome } = only(
    await tx.query(
      sql`
        select reverse_confirmation(${id}, ${transferId}, ${uuidv7()}, ${reason}, ${askedBy}, ${at}, ${isAnyAge}) as outcome`,
      { outcome: text },
    ),
  )
  if (outcome === 'reversed') return { transferId }
  if (!isRefusalCode(outcome)) throw new Error(`reverse_confirmation returned an unknown outcome: ${outcome}`)
  return { refused: outcome }
}
