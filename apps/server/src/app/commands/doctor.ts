import type { Config } from '../../platform/config.ts'
import { ConfigError, readConfig } from '../config/config.ts'
import type { Environment } from '../config/config-reader.ts'
import { checkDatabase } from './check-database.ts'
import { checkDisk, checkMail, checkRates, checkTls, checkTron } from './check-surroundings.ts'
import { type Finding, fine, wrong } from './finding.ts'
import { NotUnderstood } from './help.ts'

const WIDTH = 10

/** Looks at everything that Cashbox needs, changes nothing, and says what to do; false when something is wrong. */
export async function doctorCommand(env: Environment, args: readonly string[], print: (line: string) => void) {
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
  const checked = await Promise.all([
    checkDatabase(config),
    checkMail(config),
    checkTron(config),
    checkRates(config),
    checkTls(config),
  ])
  return [fine('settings', `complete for ${config.mode}`), ...checked.flat(), ...checkDisk(config)]
}
