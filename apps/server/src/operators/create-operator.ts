import type { ParsedInputOf } from '@cashbox/contract'
import type { createOperator as call, KnownOperator, OperatorRole } from '@cashbox/contract/operator'
import { uuidv7 } from 'uuidv7'
import { type Actor, writeAudit } from '../access/audit.ts'
import { applyOrRequest } from '../approvals/apply-or-request.ts'
import { type Act, approvedAs, type ChangeContext } from '../approvals/kinds.ts'
import { breaks, only, type Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { refusal } from '../platform/refusal.ts'
import { readOperators, showOperator } from './known-operator.ts'
import { postOperatorLink } from './operator-link.ts'
import type { LetterServices } from './services.ts'

type Input = ParsedInputOf<typeof call>
type Services = LetterServices

/** Asks for a new operator: one admin alone makes none, or they could be both the first and the second operator. */
export async function createOperator(services: Services, input: Input, actor: Actor) {
  const change = { kind: 'operator_create', input, reason: input.reason ?? null, actor } as const
  const request = await applyOrRequest(services, change, actOfCreateOperator(services))
  if (!request) throw new Error('an operator was created without a second admin')
  return { request }
}

/** A new account without a password, and the letter with the link to choose one. */
export const actOfCreateOperator =
  (services: Services): Act<Input> =>
  async (tx, input, by) => {
    const operator = await insertOperator(tx, input, by)
    await postOperatorLink(tx, services, operator)
    const { email, name, role } = operator
    return {
      subject: { kind: 'operator', id: email, name: `${name} (${email})` },
      before: null,
      after: { email, name, role },
      needsApproval: true,
    }
  }

interface NewOperator {
  readonly email: string
  readonly name: string
  readonly role: OperatorRole
  readonly reason?: string | undefined
}

/** A new account. No one can log in to it before its operator has used the link. */
export async function insertOperator(
  tx: Tx,
  { email, name, role, reason }: NewOperator,
  by: ChangeContext,
): Promise<KnownOperator> {
  const id = uuidv7()
  try {
    await tx.execute(sql`
      insert into operator (id, email, name, role, created_at) values (${id}, ${email}, ${name}, ${role}, ${by.at})`)
    await writeAudit(tx, {
      at: by.at,
      actor: by.actor,
      action: 'operator.create',
      subject: { kind: 'operator', id },
      reason: reason ?? null,
      after: { email, name, role, ...approvedAs(by) },
    })
    return showOperator(only(await readOperators(tx, id)))
  } catch (error) {
    if (breaks(error, 'operator_email_key')) throw refusal('operator_exists')
    throw error
  }
}
