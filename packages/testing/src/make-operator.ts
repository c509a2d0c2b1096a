import type { InputOf } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { col, only, sql } from '@cashbox/postgres/database'
import { MAIL_BINDING, Mail } from '@cashbox/server/platform/mail/mail'
import * as z from 'zod/mini'
import { agree } from './agree.ts'
import { type OperatorClient, operatorClient } from './operator-client.ts'
import type { World } from './world.ts'

export const OPERATOR_PASSWORD = 'quiet harbour nine'

/** The letters that wait, newest first, as only the server can read them. */
export async function waitingLetters({ db, keyring }: Pick<World, 'db' | 'keyring'>, to: string): Promise<Mail[]> {
  const rows = await db.query(sql`select payload from job where kind = 'mail' order by id desc`, {
    payload: col.json(z.object({ sealed: z.string() })),
  })
  return rows
    .map(({ payload }) => Mail.parse(JSON.parse(keyring.open(payload.sealed, MAIL_BINDING))))
    .filter((letter) => letter.to === to)
}

/** The secret of the newest link that was sent to an operator. */
export async function linkHashFor(world: Pick<World, 'db' | 'keyring'>, email: string): Promise<string> {
  const [letter] = await waitingLetters(world, email)
  return new URL(letter?.link ?? '').hash.slice(1)
}

/** A new operator whom the second admin has approved, before the link was used. */
export async function createOperator(
  { address }: Pick<World, 'address'>,
  admin: OperatorClient,
  input: InputOf<typeof contract.createOperator>,
): Promise<contract.KnownOperator> {
  await agree(address, await admin.call(contract.createOperator, input))
  const { list } = (await admin.call(contract.listOperators, {})).payload
  return only(list.filter(({ email }) => email === input.email))
}

let made = 0

/** A new operator who has chosen a password. The world has no worker: it would take the letter away. */
export async function makeOperator(
  world: World,
  admin: OperatorClient,
  role: contract.OperatorRole = 'support',
): Promise<contract.KnownOperator & { password: string }> {
  made += 1
  const email = `operator-${made}@example.com`
  const operator = await createOperator(world, admin, { email, name: 'Dana', role })
  const chosen = await operatorClient(world.address).call(contract.activateOperator, {
    hash: await linkHashFor(world, email),
    password: OPERATOR_PASSWORD,
  })
  if (chosen.status !== 200) throw new Error(`the password was refused: ${chosen.failure.message}`)
  return { ...operator, version: operator.version + 1, password: OPERATOR_PASSWORD }
}
