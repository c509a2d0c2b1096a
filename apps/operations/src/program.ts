import { closing, isOutOfReach, problemIn } from '@cashbox/postgres/database'
import { DEFAULT_NETWORK } from '@cashbox/postgres/network'
import { ConfigError, readConfig } from '@cashbox/server/app/config'
import { openDatabase } from '@cashbox/server/app/open-database'
import { type Parts, start } from '@cashbox/server/app/serve'
import type { Config } from '@cashbox/server/platform/config'
import { createLog, type Log } from '@cashbox/server/platform/log/log'
import { isCommandName, NotUnderstood, UsageError } from './command-line/help.ts'

type Args = readonly string[]

/** How long a stop may take, beside the time to drain, before the process gives up waiting. */
const STOP_WITHIN_MS = 25_000

const programs: Readonly<Record<string, Parts>> = {
  start: { http: true, worker: true },
  serve: { http: true, worker: false },
  work: { http: false, worker: true },
}

const print = (text: string) => void process.stdout.write(`${text}\n`)

/** Lines name the network, unless it is the only one that most installations have. */
function logOf({ network, logLevel }: Config, level = logLevel): Log {
  const log = createLog(level)
  return network === DEFAULT_NETWORK ? log : log.child({ network })
}

/** Those that open what they need themselves; false ends the program with 1. A module is loaded when its command is called. */
const commands: Readonly<Record<string, (config: Config, args: Args) => Promise<boolean | void>>> = {
  verify: async (config, args) =>
    (await import('./verify-command.ts')).verifyAll(config, logOf(config, 'warn'), args, print),
  backup: async (config, args) => (await import('./backup/backup-command.ts')).backupCommand(config, args, print),
  async restore(config, args) {
    await (await import('./backup/restore-command.ts')).restoreCommand(config, args, print)
    // Where the tables belong to another role, this one has no rights in them yet.
    if (config.databaseOwnerUrl !== null)
      await (await import('./database/database-commands.ts')).migrateCommand(config, print)
    return (await import('./verify-command.ts')).verifyAll(config, logOf(config, 'warn'), [], print)
  },
  migrate: async (config) => (await import('./database/database-commands.ts')).migrateCommand(config, print),
  network: async (config, args) => (await import('./network/network-command.ts')).networkCommand(config, args, print),
  addresses: async (config, args) => (await import('./addresses-command.ts')).addressesCommand(config, args, print),
}

/** Does what the command line says. */
export async function runProgram(command: string, args: Args): Promise<void> {
  if (!isCommandName(command)) throw new NotUnderstood(undefined, `There is no command "${command}".`)
  if (command === 'doctor') {
    const { doctorCommand } = await import('./doctor/doctor.ts')
    process.exitCode = (await doctorCommand(process.env, args, print)) ? 0 : 1
    return
  }
  const parts = programs[command]
  if (parts && args.length > 0) throw new NotUnderstood(command)
  const config = readConfig(process.env)
  if (parts) return runParts(config, logOf(config), parts)
  const runCommand = commands[command]
  if (runCommand) process.exitCode = (await runCommand(config, args)) === false ? 1 : 0
  else {
    const { commands: onOpenDatabase } = await import('./commands.ts')
    const run = onOpenDatabase[command as keyof typeof onOpenDatabase]
    await closing(await openDatabase(config, logOf(config, 'warn')), (db) => run(db, config, args, print))
  }
}

async function runParts(config: Config, log: Log, parts: Parts) {
  for (const name of config.unknownSettings) log.warn({ name }, 'there is no such setting; check its spelling')
  const running = await start(config, log, parts)
  if (running.url !== null && config.mode === 'sandbox') {
    const { announcement } = await import('@cashbox/server/app/announce')
    print(announcement(config.publicUrl, await describeDatabase(config)))
  }
  log.info({ url: running.url, mode: config.mode }, 'running')
  let isStopping = false
  // SIGHUP comes when the terminal is closed.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      log.info({ signal }, 'stopping')
      const giveUp = () => {
        log.error('did not stop in time')
        process.exit(1)
      }
      setTimeout(giveUp, STOP_WITHIN_MS + config.drainSeconds * 1000).unref()
      running.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'did not stop cleanly')
          process.exit(1)
        },
      )
    })
  }
}

async function describeDatabase({ databaseUrl, dataDirectory }: Config): Promise<string> {
  if (databaseUrl !== null) return 'PostgreSQL database from DATABASE_URL'
  const { findPlace } = await import('@cashbox/postgres/embedded-postgres')
  return `Embedded database in ${(await findPlace(dataDirectory)).folder}`
}

/** Docs name them: docs/commands.md. */
export const exitCodeOf = (error: unknown) => (error instanceof NotUnderstood ? 2 : 1)

export function explainFailure(error: unknown): string {
  if (error instanceof ConfigError || error instanceof UsageError) return error.message
  if (isOutOfReach(error))
    return `The database can't be used: ${problemIn(error)}. Check the addresses of databases in the settings; "cashbox doctor" says more.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
