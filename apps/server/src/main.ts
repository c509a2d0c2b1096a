import { announcement } from './app/announce.ts'
import { commands, isCommand } from './app/commands.ts'
import { openDatabase } from './app/open-database.ts'
import { type Parts, start } from './app/serve.ts'
import { UsageError } from './app/usage-error.ts'
import { verifyAll } from './app/verify-all.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import type { Database } from './platform/db/database.ts'
import { createLog, type Log } from './platform/log.ts'

/** How long a stop may take before the process gives up waiting. */
const STOP_WITHIN_MS = 25_000

const programs: Readonly<Record<string, Parts>> = {
  start: { http: true, worker: true },
  serve: { http: true, worker: false },
  work: { http: false, worker: true },
}

const print = (text: string) => void process.stdout.write(`${text}\n`)

async function main(command: string): Promise<void> {
  const config = readConfig(process.env)
  if (command === 'verify') {
    const holds = await verifyAll(config, createLog('warn'), process.argv.slice(3), print)
    process.exitCode = holds ? 0 : 1
    return
  }
  if (isCommand(command)) {
    return onDatabase(config, (db) => commands[command](db, config, process.argv.slice(3), print))
  }
  const parts = programs[command]
  if (!parts)
    throw new ConfigError([
      `Unknown command "${command}". Use start, serve, work, verify, reseal, partner, topups or operator:create`,
    ])
  await run(config, createLog(config.logLevel), parts)
}

async function onDatabase(config: Config, work: (db: Database) => Promise<void>) {
  const db = await openDatabase(config, createLog('warn'))
  try {
    await work(db)
  } finally {
    await db.close()
  }
}

async function run(config: Config, log: Log, parts: Parts) {
  const running = await start(config, log, parts)
  if (running.url !== null && config.mode === 'sandbox') print(announcement(config, config.publicUrl))
  log.info({ url: running.url, mode: config.mode }, 'running')
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      log.info({ signal }, 'stopping')
      setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
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

main(process.argv[2] ?? 'start').catch((error: unknown) => {
  const isExplained = error instanceof ConfigError || error instanceof UsageError
  process.stderr.write(`${isExplained ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
})
