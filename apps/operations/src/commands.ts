import { createOperator as call } from '@cashbox/contract/operator'
import type { Database } from '@cashbox/postgres/database'
import { openKeyring } from '@cashbox/server/app/open-keyring'
import { insertOperator } from '@cashbox/server/operators/change-operator'
import { createOperatorLink, mailOperatorLink } from '@cashbox/server/operators/operator-link'
import type { Config } from '@cashbox/server/platform/config'
import { readDatabaseClock } from '@cashbox/server/platform/database-clock'
import { explainRefusal, NotUnderstood, type Print, readArguments, text } from './command-line/help.ts'
import { resealEverywhere } from './database/database-commands.ts'
import { partnerCommand } from './partner-command.ts'
import { topupCommand } from './topup-command.ts'

/** Creates the first two admins, who create the others in the console together. Prints the link where mail is not set up. */
async function operatorCommand(db: Database, config: Config, [action, ...args]: readonly string[], print: Print) {
  if (action !== 'create') throw new NotUnderstood('operator')
  const input = call.input.safeParse(readArguments('operator', args, { email: text, name: text, role: text }, 0).values)
  if (!input.success)
    throw new NotUnderstood('operator', `${input.error.issues[0]?.path.join('.') ?? ''} is missing or not valid.`)
  const services = { clock: await readDatabaseClock(db), keyring: await openKeyring(db, config), config }
  const actor = { operatorId: null, name: 'command line', ip: null }
  const { operator, link } = await db.transaction(async (tx) => {
    const created = await insertOperator(tx, input.data, { actor, at: services.clock.now(), request: null })
    if (config.mail.smtpUrl === null)
      return { operator: created, link: await createOperatorLink(tx, services, created.id) }
    await mailOperatorLink(tx, services, created)
    return { operator: created, link: null }
  })
  print(`Created operator ${operator.email} with role ${operator.role}`)
  if (link === null) print(`A letter with a link to choose a password goes to ${operator.email}.`)
  else print(`Choose a password here: ${link}`)
  print('The link works once and for 24 hours. Two-factor authentication is set up at the first log-in.')
}

type Command = (db: Database, config: Config, args: readonly string[], print: Print) => Promise<void>

const explained =
  (command: Command): Command =>
  (...given) =>
    command(...given).catch(explainRefusal)

/** What works on an open database. */
export const commands = {
  partner: explained(partnerCommand),
  reseal: explained(resealEverywhere),
  topups: explained(topupCommand),
  operator: explained(operatorCommand),
}
