import { formatMinor } from '@cashbox/contract'
import { WIDE_AREA_M } from '@cashbox/contract/operator'
import { changesBetween } from '../access/audit.ts'
import {
  auditChange,
  type ChangeContext,
  type Changed,
  type ChangeHandler,
  type InputOfChange,
} from '../approvals/kinds.ts'
import { readLimits, spendDailyCap } from '../approvals/limits.ts'
import { col, queryOne, sql, type Tx } from '../platform/database/database.ts'
import type { Services } from '../platform/services.ts'
import { agentSubject, applyTerms, auditedOf, type LockedAgent, lockAgent, readLocked } from './agent-terms.ts'

type Money = Pick<LockedAgent, 'max_amount' | 'daily_limit' | 'credit_line'>

export const setTermsHandler =
  ({ live }: Services): ChangeHandler<InputOfChange<'agent_terms'>> =>
  async (tx, { agent_id, version, reason, ...terms }, context) => {
    const agent = await lockAgent(tx, agent_id, version)
    await applyTerms(tx, agent, terms)
    await tx.execute(sql`update agent set version = version + 1 where id = ${agent.id}`)
    return auditTerms(tx, live, agent, { action: 'agent.set-terms', reason }, context)
  }

/** `agent` is as it was before its terms changed. */
export async function auditTerms(
  tx: Tx,
  live: Services['live'],
  agent: LockedAgent,
  audit: { readonly action: 'agent.set-terms' | 'agent.approve'; readonly reason: string | null },
  context: ChangeContext,
): Promise<Changed> {
  const now = await readLocked(tx, agent.id)
  // A wide area that no operator has approved yet counts as none before.
  const isNew = audit.action === 'agent.approve' && now.geo_area > WIDE_AREA_M
  const before = isNew ? { ...agent, geo_area: 0 } : agent
  return auditChange(tx, context, {
    ...audit,
    ...(await termsNeedApproval(tx, before, now, context)),
    ...changesBetween(auditedOf(before), auditedOf(now)),
    subject: agentSubject(agent),
    afterCommit: () => live.publish(agent.id, 'status', 'balance', 'notices'),
  })
}

/**
 * What was raised above what one operator may grant alone, and what verify needs to check that. A raised credit line counts
 * towards the daily cap of the operator.
 */
async function termsNeedApproval(tx: Tx, before: LockedAgent, after: LockedAgent, context: ChangeContext) {
  const asset = after.currency_code
  const old = before.currency_code === asset ? before : inAnotherCurrency(before)
  const { above } = await readLimits(tx, asset)
  const isAbove = (was: bigint | null, is: bigint | null) => was !== null && (is === null || (is > was && is > above))
  const raisedFees = await findRaisedFees(tx, before, after, context.at)
  const needsApproval = [
    ...raisedFees,
    ...(['credit_line', 'max_amount', 'daily_limit'] as const).filter((field) => isAbove(old[field], after[field])),
    ...(after.geo_area > Math.max(before.geo_area, WIDE_AREA_M) ? (['geo_area'] as const) : []),
  ]
  const granted = after.credit_line - old.credit_line
  if (granted > 0n && (needsApproval.length === 0 || context.request !== null)) {
    await spendDailyCap(tx, { operatorId: context.actor.operatorId, asset, amount: granted, at: context.at })
  }
  const isSame =
    old.credit_line === after.credit_line &&
    old.max_amount === after.max_amount &&
    old.daily_limit === after.daily_limit
  return {
    needsApproval,
    audited: {
      ...(isSame ? {} : { approval_limit: formatMinor(above) }),
      ...(raisedFees.length > 0 ? { is_fee_raised: true } : {}),
      ...(granted > 0n ? { granted_credit: formatMinor(granted), asset } : {}),
    },
  }
}

/** Individual fees that are raised above those of the channel, which two operators approved. */
async function findRaisedFees(tx: Tx, before: LockedAgent, after: LockedAgent, at: Date) {
  const ofChannel = await queryOne(tx, { deposit_fee_bp: col.int4, withdraw_fee_bp: col.int4 })`
    select deposit_fee_bp, withdraw_fee_bp from channel_fee
    where channel_id = ${after.channel_id} and valid_from <= ${at} order by valid_from desc limit 1`
  return (['deposit_fee_bp', 'withdraw_fee_bp'] as const).filter((fee) => {
    const [was, is] = [before[fee], after[fee]]
    return is !== null && is > ofChannel[fee] && (was === null || is > was)
  })
}

/** Amounts of the old currency mean nothing in the new one, but what was limited stays limited. */
const inAnotherCurrency = ({ max_amount, daily_limit }: Money): Money => ({
  max_amount: max_amount === null ? null : 0n,
  daily_limit: daily_limit === null ? null : 0n,
  credit_line: 0n,
})
