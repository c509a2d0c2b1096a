import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { createOperator as call, operatorRoles } from '@cashbox/contract/operator'
import type { Config } from '../config.ts'
import { createOperator } from '../doors/operator/manage-operators/create-operator.ts'
import { systemClock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { UsageError } from './usage-error.ts'

const USAGE = `npm run operator:create -- --email EMAIL --name "NAME" --role ${operatorRoles.join('|')}`

/** Creates the first operator; an admin creates the others in the console. The password is printed once. */
export async function operatorCommand(
  db: Database,
  _config: Config,
  args: readonly string[],
  print: (line: string) => void,
) {
  const password = `${randomBytes(12).toString('base64url')}-7a`
  const wish = call.input.safeParse({ ...readArguments(args), password })
  if (!wish.success)
    throw new UsageError(`${wish.error.issues[0]?.path.join('.') ?? ''} is missing or not valid\n${USAGE}`)
  const actor = { operatorId: null, name: 'command line', ip: null }
  const { email, role } = await createOperator(db, wish.data, actor, systemClock.now())
  print(`Created operator ${email} with role ${role}`)
  print(`Password: ${password}`)
  print(
    'The password is not shown again. The operator can change it in the console, and sets up two-factor authentication at the first log-in.',
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
