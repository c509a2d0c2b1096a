import { uuidv7 } from 'uuidv7'
import * as z from 'zod/mini'
import type { Clock } from './clock.ts'
import { int4, json, type RowOf, text, uuid } from './db/columns.ts'
import type { Database, Tx } from './db/database.ts'
import { sql } from './db/sql.ts'
import type { Log } from './log.ts'
import { pause, runUntilStopped } from './pause.ts'
import type { Tracer } from './tracing.ts'

const POLL_MS = 500
const TAKE = 10
/** Longer than any handler may take. */
const LOCK_S = 120
/** Ends the wait for a handler that never does, while its lock still holds. */
const DEADLINE_MS = 100_000
/** A lock or a date further ahead than any that is set was written by a clock that was wrong. */
const CLOCK_SLACK_MS = 5 * 60 * 1000
/** Waits between attempts, in seconds; after the last one a person has to look. */
const RETRY_S = [5, 30, 120, 600, 1800, 7200, 21_600, 43_200]

const jobColumns = { id: uuid, kind: text, payload: json(z.unknown()), attempts: int4 }
type Job = RowOf<typeof jobColumns>

/**
 * Does the work, in less than two minutes. Runs at least once, so it must bear being run twice. Answers with a moment to be
 * run again at, as if for the first time.
 */
export type JobHandler = (payload: unknown) => Promise<Date | void>

export interface RecurringWork {
  readonly name: string
  readonly everyS: number
  /** Done when a worker starts, too: what it looks at depends on the configuration. */
  readonly isDueAtStart?: true
  readonly run: () => Promise<unknown>
}

/** Asks for work in the transaction that makes it necessary. */
export async function enqueue(tx: Tx, clock: Clock, kind: string, payload: unknown): Promise<void> {
  const now = clock.now()
  await tx.execute(sql`
    insert into job (id, kind, payload, run_at, created_at)
    values (${uuidv7()}, ${kind}, ${JSON.stringify(payload)}::jsonb, ${now}, ${now})`)
}

interface WorkerOptions {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly handlers: Readonly<Record<string, JobHandler>>
  readonly recurring: readonly RecurringWork[]
  /** Only where traces are wanted. */
  readonly tracer?: Tracer | undefined
}

/** Any number of workers may run on one database. */
export const startWorker = (options: WorkerOptions) =>
  runUntilStopped((stop) =>
    Promise.all([
      doJobs(options, stop),
      // Each by itself: one that waits for the outside world does not delay the others.
      ...options.recurring.map((recurring) => repeat(options, recurring, stop)),
    ]),
  )

async function doJobs(options: WorkerOptions, stop: AbortSignal) {
  while (!stop.aborted) {
    try {
      const jobs = await takeDue(options)
      await Promise.all(jobs.map((job) => traced(options, `job ${job.kind}`, () => runJob(options, job))))
      if (jobs.length > 0) continue
    } catch (error) {
      options.log.error({ err: error }, 'could not look for due jobs')
    }
    await pause(POLL_MS, stop)
  }
}

async function repeat(options: WorkerOptions, recurring: RecurringWork, stop: AbortSignal) {
  let isStarting = recurring.isDueAtStart ?? false
  while (!stop.aborted) {
    try {
      if (isStarting) await makeDue(options, recurring.name)
      isStarting = false
      await runWhenDue(options, recurring)
    } catch (error) {
      options.log.error({ err: error, work: recurring.name }, 'could not look whether recurring work is due')
    }
    await pause(POLL_MS, stop)
  }
}

const takeDue = ({ db, clock }: WorkerOptions) => {
  const now = clock.now()
  return db.query(
    sql`
      update job set attempts = attempts + 1, locked_until = ${new Date(now.getTime() + LOCK_S * 1000)}
      where id in (
        select id from job
        where failed_at is null and (run_at <= ${now} or attempts = 0)
          and (locked_until is null or locked_until < ${now}
               or locked_until > ${new Date(now.getTime() + LOCK_S * 1000 + CLOCK_SLACK_MS)})
        order by run_at limit ${TAKE} for update skip locked)
      returning id, kind, payload, attempts`,
    jobColumns,
  )
}

/** Work that answers whether it was done. */
async function traced({ tracer }: WorkerOptions, name: string, work: () => Promise<boolean>): Promise<void> {
  const end = tracer?.begin(name, 'internal')
  const isDone = await work()
  end?.({ attributes: {}, isError: !isDone })
}

async function runJob({ db, clock, log, handlers }: WorkerOptions, job: Job): Promise<boolean> {
  try {
    // Taken more often than it was ever put back: it takes its worker down each time.
    if (job.attempts > RETRY_S.length + 1) throw new Error('the process ended during every attempt at this job')
    const handler = handlers[job.kind]
    if (!handler) throw new Error(`no handler for jobs of kind ${job.kind}`)
    const again = await withinDeadline(handler(job.payload))
    await db.execute(
      again
        ? sql`
            update job set run_at = ${again}, attempts = 1, locked_until = null
            where id = ${job.id} and attempts = ${job.attempts}`
        : sql`delete from job where id = ${job.id} and attempts = ${job.attempts}`,
    )
    if (!again) log.info({ jobId: job.id, kind: job.kind, attempts: job.attempts }, 'job done')
    return true
  } catch (error) {
    const waitS = RETRY_S[job.attempts - 1]
    const now = clock.now()
    const message = error instanceof Error ? error.message : String(error)
    const facts = { jobId: job.id, kind: job.kind, attempts: job.attempts, problem: message }
    if (waitS === undefined) log.error(facts, 'job given up')
    else log.warn(facts, 'job failed')
    await db.execute(sql`
      update job set locked_until = null, last_error = ${message.slice(0, 500)},
        run_at = ${new Date(now.getTime() + (waitS ?? 0) * 1000)},
        failed_at = ${waitS === undefined ? now : null}
      where id = ${job.id} and attempts = ${job.attempts}`)
    return false
  }
}

const withinDeadline = <Value>(work: Promise<Value>) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the job took too long')), DEADLINE_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const makeDue = ({ db, clock }: WorkerOptions, name: string) =>
  db.execute(sql`update schedule set next_run_at = ${clock.now()} where name = ${name}`)

/** True for one of those who ask in so many milliseconds: the process that moves the date forward does the work. */
export async function takeTurn(db: Database, clock: Clock, name: string, everyMs: number): Promise<boolean> {
  const now = clock.now()
  const won = await db.execute(sql`
    insert into schedule (name, next_run_at) values (${name}, ${new Date(now.getTime() + everyMs)})
    on conflict (name) do update set next_run_at = excluded.next_run_at
      where schedule.next_run_at <= ${now}
         or schedule.next_run_at > ${new Date(now.getTime() + everyMs + CLOCK_SLACK_MS)}`)
  return won > 0
}

async function runWhenDue(options: WorkerOptions, { name, everyS, run }: RecurringWork) {
  const { db, clock, log } = options
  if (!(await takeTurn(db, clock, name, everyS * 1000))) return
  await traced(options, name, async () => {
    try {
      await run()
      return true
    } catch (error) {
      log.error({ err: error, work: name }, 'recurring work failed')
      return false
    }
  })
}
