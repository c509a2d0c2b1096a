import type { Database } from '../../platform/database/database.ts'
import type { Config } from '../config/config.ts'
import { resealCommand } from './database-commands.ts'
import { explainRefusal } from './help.ts'
import { operatorCommand } from './operator-command.ts'
import { partnerCommand } from './partner-command.ts'
import { topupCommand } from './topup-command.ts'

type Command = (db: Database, config: Config, args: readonly string[], print: (line: string) => void) => Promise<void>

const explained =
  (command: Command): Command =>
  (...given) =>
    command(...given).catch(explainRefusal)

/** What an operator does at the command line. */
export const commands = {
  partner: explained(partnerCommand),
  reseal: explained(resealCommand),
  topups: explained(topupCommand),
  operator: explained(operatorCommand),
}

export const isCommand = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name)
