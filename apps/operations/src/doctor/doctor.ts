import { problemIn } from '@cashbox/postgres/database'
import { ConfigError, readConfig } from '@cashbox/server/app/config'
import type { Config } from '@cashbox/server/platform/config'
import type { Environment } from '@cashbox/server/platform/config-reader'
import { NotUnderstood, type Print } from '../command-line/help.ts'
import { checkDatabase } from './check-database.ts'
import {
  checkBackupFolder,
  checkDisk,
  checkMail,
  checkProxy,
  checkRates,
  checkTls,
  checkTron,
} from './check-surroundings.ts'
import { type Finding, fine, wrong } from './finding.ts'

const WIDTH = 10

/** Looks at everything that Cashbox needs, changes nothing, and says what to do; false when something is wrong. */
export async function doctorCommand(env: Environment, args: readonly string[], print: Print) {
  if (args.length > 0) throw new NotUnderstood('doctor')
  const findings = await examine(env)
  for (const { what, state, says, todo } of findings) {
    print(`${state.padEnd(7)}  ${what.padEnd(WIDTH)}  ${says}`)
    if (todo !== undefined) print(`${' '.repeat(7)}  ${' '.repeat(WIDTH)}  ${todo}.`)
  }
  const count = findings.filter(({ state }) => state === 'wrong').length
  print(count === 0 ? 'Nothing is wrong.' : `${count} ${count === 1 ? 'thing is' : 'things are'} wrong.`)
  return count === 0
}

async function examine(env: Environment): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.map((problem) => wrong('settings', problem, 'See .env.example'))
  }
  const checks = {
    database: () => checkDatabase(config),
    mail: () => checkMail(config),
    tron: () => checkTron(config),
    rates: () => checkRates(config),
    tls: () => checkTls(config),
    proxy: () => checkProxy(config),
    'back-up': () => checkBackupFolder(config),
    disk: async () => checkDisk(config),
  }
  const checked = await Promise.all(
    Object.entries(checks).map(([what, check]) =>
      // A check that fails in a way that it does not know is a finding too.
      check().catch((error: unknown) => [wrong(what, problemIn(error), 'This check itself failed: report it')]),
    ),
  )
  const unknown = config.unknownSettings.map((name) =>
    wrong('settings', `there is no setting ${name}`, 'Check its spelling: .env.example has all of them'),
  )
  return [fine('settings', `complete for ${config.mode}`), ...unknown, ...checked.flat()]
}
