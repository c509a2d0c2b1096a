import { formatMinor } from '@cashbox/contract'
import { readLimits } from '../../../domain/approvals/approval-limits.ts'
import type { By } from '../../../domain/approvals/change.ts'
import { spendDailyCap } from '../../../domain/approvals/spend-daily-cap.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { LockedAgent } from './agent-terms.ts'

interface Weighed {
  /** A credit line or a limit was raised above what one operator may grant alone. */
  readonly needsApproval: boolean
  /** What the audit adds, so that verify can judge by itself. */
  readonly audited: { readonly approval_limit?: string }
}

type Money = Pick<LockedAgent, 'max_amount' | 'daily_limit' | 'credit_line'>

/** Compares the money terms before and after a change. A raised credit line counts towards the day of the operator. */
export async function weighTerms(tx: Tx, before: LockedAgent, after: LockedAgent, by: By): Promise<Weighed> {
  const asset = after.currency_code
  const old = before.currency_code === asset ? before : inAnotherCurrency(before)
  const { above } = await readLimits(tx, asset)
  const isAbove = (was: bigint | null, is: bigint | null) => was !== null && (is === null || (is > was && is > above))
  const needsApproval =
    isAbove(old.credit_line, after.credit_line) ||
    isAbove(old.max_amount, after.max_amount) ||
    isAbove(old.daily_limit, after.daily_limit)
  const granted = after.credit_line - old.credit_line
  if (granted > 0n && (!needsApproval || by.request !== null)) {
    await spendDailyCap(tx, { operatorId: by.actor.operatorId, asset, amount: granted, at: by.at })
  }
  const isSame =
    old.credit_line === after.credit_line &&
    old.max_amount === after.max_amount &&
    old.daily_limit === after.daily_limit
  return { needsApproval, audited: isSame ? {} : { approval_limit: formatMinor(above) } }
}

/** Amounts of the old currency say nothing about the new one; what was limited stays so. */
const inAnotherCurrency = ({ max_amount, daily_limit }: Money): Money => ({
  max_amount: max_amount === null ? null : 0n,
  daily_limit: daily_limit === null ? null : 0n,
  credit_line: 0n,
})
