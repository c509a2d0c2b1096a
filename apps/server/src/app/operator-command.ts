import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createOperator as call, operatorRoles } from '@cashbox/contract/operator'
import type { Config } from '../config.ts'
import { createOperator } from '../doors/operator/manage-operators/create-operator.ts'
import { systemClock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { UsageError } from './usage-error.ts'

const USAGE = `npm run operator:create -- --email WHO@EXAMPLE.COM --name "THEIR NAME" --role ${operatorRoles.join('|')}`

/** The first way in: later ones are made by an admin in the console. The password is printed once. */
export async function operatorCommand(
  db: Database,
  _config: Config,
  args: readonly string[],
  print: (line: string) => void,
) {
  const password = `${randomBytes(12).toString('base64url')}-7a`
  const wish = call.input.safeParse({ ...readArguments(args), password })
  if (!wish.success) throw new UsageError(`${wish.error.issues[0]?.path.join('.') ?? ''} is missing or wrong\n${USAGE}`)
  const actor = { operatorId: null, name: 'command line', ip: null }
  const { email, role } = await createOperator(db, wish.data, actor, systemClock.now())
  print(`created ${email}, ${role}`)
  print(`password: ${password}`)
  print(
    'It is not shown again. Its owner changes it in the console, and sets up the second factor at the first log-in.',
  )
}

function readArguments(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({ args: [...args], options: { email: text, name: text, role: text } }).values
  } catch {
    throw new UsageError(USAGE)
  }
}
