import { createHash } from 'node:crypto'
import type { ParsedInputOf } from '@cashbox/contract'
import type { createMoneyRequest } from '@cashbox/contract/operator'
import { col, dryRun, only, sql, type Tx } from '@cashbox/postgres/database'
import { takeLock } from '@cashbox/postgres/network'
import { type Actor, writeAudit } from '../access/audit.ts'
import {
  endRequest,
  expireRequests,
  factsOf,
  findRequest,
  insertRequest,
  type RequestRow,
  toRequest,
} from '../approvals/approval-request.ts'
import { exceeds, inHundredths, readLimits, spendDailyCap } from '../approvals/limits.ts'
import { refusal, refuseBroken } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { findSubject, isAlwaysApproved, type Subject } from './find-subject.ts'
import { moveMoney, notifyAgent, orderOf } from './move-money.ts'

type Input = ParsedInputOf<typeof createMoneyRequest>

interface Requester {
  readonly operatorId: string
  readonly actor: Actor
}

/** Moves the money at once if one operator may. A repetition with the same ID returns the first request. */
export async function createRequest(services: Services, input: Input, requester: Requester) {
  const { request, isNew } = await services.db
    .transaction((tx) => createOnce(tx, services, input, requester))
    .catch(refuseBroken({ approval_request_pending_subject: 'request_already_waiting' }))
  if (isNew && request.state === 'completed') notifyAgent(services, request)
  return { request: toRequest(request) }
}

async function createOnce(tx: Tx, services: Services, input: Input, requester: Requester) {
  // Repetitions at the same moment take turns.
  await takeLock(tx, `request ${input.id.toLowerCase()}`)
  const known = await findRequest(tx, input.id)
  if (!known) return { request: await createIn(tx, services, input, requester), isNew: true }
  if (known.requested_by !== requester.operatorId || known.body_hash !== hashOf(input)) {
    throw refusal('request_id_reused')
  }
  return { request: known, isNew: false }
}

/** Moves the money at once if one operator may, and otherwise leaves a request that waits. */
export async function createIn(tx: Tx, services: Services, input: Input, { operatorId, actor }: Requester) {
  const at = services.clock.now()
  await expireRequests(tx, at)
  const subject = await findSubject(tx, services, input)
  const needsApproval = isAlwaysApproved(subject) || exceeds(subject, await readLimits(tx, subject.asset))
  const waiting = await insertRequest(tx, {
    id: input.id,
    kind: subject.kind,
    subject: await nameSubject(tx, subject),
    payload: JSON.stringify(subject.terms),
    reason: input.reason,
    needsApproval,
    requestedBy: operatorId,
    at,
    money: { ...subject, bodyHash: hashOf(input) },
  })
  const order = { request: orderOf(waiting), by: actor.name, at }
  let request: RequestRow = waiting
  if (needsApproval) await dryRun(tx, () => moveMoney(tx, order))
  else {
    await moveMoney(tx, order)
    request = await endRequest(tx, waiting.id, { state: 'completed', at })
    await spendDailyCap(tx, { operatorId, asset: subject.asset, amount: inHundredths(subject), at })
  }
  await writeAudit(
    tx,
    { at, actor, reason: input.reason },
    { kind: 'approval_request', id: request.id },
    'approval.request',
    { after: factsOf(request) },
  )
  return request
}

async function nameSubject(tx: Tx, { agentId, topupId, playerTransactionId, partner }: Subject) {
  if (partner !== undefined) return partner
  if (topupId !== undefined) return { kind: 'topup', id: topupId, name: topupId }
  const [kind, found] =
    playerTransactionId === undefined
      ? ([
          'agent',
          sql`
          select id::text, first_name || ' ' || last_name || ' (' || cash_id || ')' as name
          from agent where id = ${agentId}`,
        ] as const)
      : ([
          'transaction',
          sql`
          select transaction_id as id, transaction_id as name from player_transaction
          where id = ${playerTransactionId}`,
        ] as const)
  return { kind, ...only(await tx.query(found, { id: col.text, name: col.text })) }
}

const hashOf = (input: Input) => createHash('sha256').update(hashedText(input)).digest('base64url')

/** Sorted fields with distinguishable types, so that different inputs have different texts. */
export const hashedText = (input: object) =>
  JSON.stringify(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]: [string, unknown]) => [field, typeof value === 'bigint' ? [value.toString()] : value])
      .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
  )
