import type { ParsedInputOf } from '@cashbox/contract'
import type { createOperator as call } from '@cashbox/contract/operator'
import { uuidv7 } from 'uuidv7'
import { type Actor, writeAudit } from '../access/audit.ts'
import { endSessionsOf } from '../access/operator-sessions.ts'
import { hashPassword } from '../access/passwords.ts'
import { applyOrRequest } from '../approvals/apply-or-request.ts'
import { approvedAs, type ChangeContext, type ChangeHandler } from '../approvals/kinds.ts'
import { col, only, queryOne, refuseBroken, sql, type Tx } from '../platform/database/database.ts'
import type { Caller } from '../platform/http/read-headers.ts'
import type { Services } from '../platform/services.ts'
import { readOperators } from './change-operator.ts'
import { checkPassword } from './log-in.ts'
import { checkOperatorLink, mailOperatorLink, useOperatorLink } from './operator-link.ts'

type Input = ParsedInputOf<typeof call>

/** Always needs a second admin: otherwise one admin could create the account that approves their own requests. */
export async function createOperator(services: Services, input: Input, actor: Actor) {
  const change = { kind: 'operator_create', input, actor } as const
  const request = await applyOrRequest(services, change, createOperatorHandler(services))
  if (!request) throw new Error('an operator was created without a second admin')
  return { request }
}

/** The account has no password until the operator uses the link in the e-mail. */
export const createOperatorHandler =
  (services: Services): ChangeHandler<Input> =>
  async (tx, input, context) => {
    const operator = await insertOperator(tx, input, context)
    await mailOperatorLink(tx, services, operator)
    const { email, name, role } = operator
    return {
      subject: { kind: 'operator', id: email, name: `${name} (${email})` },
      before: null,
      after: { email, name, role },
      needsApproval: ['email', 'role'],
    }
  }

export async function insertOperator(tx: Tx, { email, name, role, reason }: Input, context: ChangeContext) {
  const id = uuidv7()
  await tx
    .execute(sql`
      insert into operator (id, email, name, role, created_at) values (${id}, ${email}, ${name}, ${role}, ${context.at})`)
    .catch(refuseBroken({ operator_email_key: 'operator_exists' }))
  await writeAudit(tx, { ...context, reason }, { kind: 'operator', id }, 'operator.create', {
    after: { email, name, role, ...approvedAs(context) },
  })
  return only(await readOperators(tx, id))
}

/** Sets the password with the link from the e-mail. Does not log in, because the second factor is still required. */
export async function activateOperator(
  { db, clock, limits }: Services,
  { hash, password }: { hash: string; password: string },
  caller: Caller,
) {
  await limits.spend('link-address', caller.ip)
  // Hashing a password is expensive, so it needs a link that works.
  await checkOperatorLink(db, clock, hash)
  checkPassword(password)
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const at = clock.now()
    const id = await useOperatorLink(tx, clock, hash)
    const { email, name } = await queryOne(tx, { email: col.text, name: col.text })`
      update operator set password_hash = ${passwordHash}, version = version + 1 where id = ${id}
      returning email, name`
    await endSessionsOf(tx, id, at)
    await writeAudit(
      tx,
      { at, actor: { operatorId: id, name, ip: caller.ip } },
      { kind: 'operator', id },
      'operator.activate',
    )
    return { email }
  })
}
