import type { RefusalCode } from '@cashbox/contract'
import { uuidv7 } from 'uuidv7'
import { text } from '../../platform/db/columns.ts'
import { only, type Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { creditTopup, type Terms } from './credit-topup.ts'
import { releaseTopup } from './suspense.ts'
import { lockTopup, type TopupRow } from './topup.ts'

interface Decision {
  readonly topupId: string
  readonly by: string
  /** Why, in words that the agent may read. */
  readonly note: string
  readonly at: Date
}

/** Why a decision can't be carried out: in words for the command line, by its code for the console. */
export class DecisionError extends Error {
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.code = code
  }
}

function refuseUnlessHeld({ state }: TopupRow) {
  if (state !== 'held') throw new DecisionError('topup_not_held', `it is ${state}, not held`)
}

/** What can't be credited, at whatever terms. */
export function refuseCredit(topup: TopupRow, owner: string | undefined) {
  refuseUnlessHeld(topup)
  if (topup.reason === 'wrong_token') {
    throw new DecisionError('topup_worthless', 'another token is worth nothing here: return it')
  }
  if (topup.agent_id !== null && owner !== undefined) {
    throw new DecisionError('topup_owned', 'it belongs to an agent already')
  }
  if (topup.agent_id === null && owner === undefined) {
    throw new DecisionError('topup_unowned', 'nobody owns it: name the agent')
  }
}

/** Credits what is held, at terms that the operator takes responsibility for. An owner is named where it has none. */
export async function creditHeld(tx: Tx, decision: Decision, terms: Terms, owner?: string): Promise<void> {
  await decide(tx, 'credit', decision, async (topup) => {
    refuseCredit(topup, owner)
    const owned = owner === undefined ? topup : await giveTo(tx, topup, owner, decision.at)
    const outcome = await creditTopup(tx, owned, terms, decision.at)
    if (outcome === 'held') throw new DecisionError('rate_no_amount', 'what comes out at this rate is no amount')
  })
}

/** Notes that what is held went back to the sender, by whatever way. */
export async function returnHeld(tx: Tx, decision: Decision): Promise<void> {
  await decide(tx, 'return', decision, async (topup) => {
    await releaseTopup(tx, topup, decision.at)
    await tx.execute(sql`
      update topup set state = 'returned', reason = null, finished_at = ${decision.at} where id = ${topup.id}`)
  })
}

async function decide(
  tx: Tx,
  action: 'credit' | 'return',
  { topupId, by, note, at }: Decision,
  carryOut: (topup: TopupRow) => Promise<void>,
) {
  const topup = await lockTopup(tx, topupId)
  if (!topup) throw new DecisionError('not_found', 'there is no such top-up')
  refuseUnlessHeld(topup)
  const before = await picture(tx, topupId)
  await carryOut(topup)
  await tx.execute(sql`update topup set note = ${note} where id = ${topupId}`)
  await tx.execute(sql`
    insert into topup_decision (id, topup_id, action, decided_by, note, before, after, decided_at)
    values (${uuidv7()}, ${topupId}, ${action}, ${by}, ${note}, ${before}::jsonb,
            ${await picture(tx, topupId)}::jsonb, ${at})`)
}

const picture = async (tx: Tx, id: string) =>
  only(await tx.query(sql`select to_jsonb(topup)::text as row from topup where id = ${id}`, { row: text })).row

/** The books of suspense are kept per agent, so it leaves nobody's and is its owner's from then on. */
async function giveTo(tx: Tx, topup: TopupRow, agentId: string, at: Date): Promise<TopupRow> {
  await releaseTopup(tx, topup, at)
  await tx.execute(sql`
    update topup set agent_id = ${agentId}, state = 'confirming', reason = null where id = ${topup.id}`)
  return { ...topup, agent_id: agentId, state: 'confirming', reason: null }
}
