import { col, type Database, isUnavailable, query, type RowOf, sql, type Tx } from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import {
  type Busy,
  type Delivery,
  deliverUntil,
  isUnclaimed,
  pause,
  retryDelayS,
  runUntilStopped,
} from '../delivery/run-deliveries.ts'
import type { Log } from '../log/log.ts'
import type { Tracer } from '../log/tracing.ts'

const POLL_MS = 500
/** Jobs under way in one process, and of these for one receiver, such as the mail server or one push service. There is room for all receivers at once. */
const AT_ONCE = 120
const PER_RECEIVER = 10
/** Longer than any handler may take. */
const LOCK_MS = 120_000
/** Gives up on a hanging handler while its lock is still valid. */
const DEADLINE_MS = 100_000
/** A date further ahead than we ever set was written by a wrong clock. */
const CLOCK_SLACK_MS = 5 * 60 * 1000
/** After the last delay a job is given up, and an operator has to act. */
const BACKOFF = { delaysS: [5, 30, 120, 600, 1800, 7200, 21_600, 43_200] }
const MOST_ATTEMPTS = BACKOFF.delaysS.length + 1

const jobColumns = {
  id: col.uuid,
  kind: col.text,
  receiver: col.text,
  payload: col.json(z.unknown()),
  attempts: col.int4,
}
type Job = RowOf<typeof jobColumns>

/** Must finish within two minutes and be idempotent, because it runs at least once. Returns a time to run again. */
export type JobHandler = (payload: unknown) => Promise<Date | void>

export interface RecurringWork {
  readonly name: string
  readonly everyS: number
  /** Also run when a worker starts, because it depends on the configuration. */
  readonly isDueAtStart?: true
  readonly run: () => Promise<unknown>
}

/** Enqueues in the caller's transaction. A slow receiver delays no job for another. */
export async function enqueue(
  tx: Tx,
  clock: Clock,
  kind: string,
  payload: unknown,
  receiver: string = kind,
): Promise<void> {
  const now = clock.now()
  await tx.execute(sql`
    insert into job (id, kind, receiver, payload, run_at, created_at)
    values (${uuidv7()}, ${kind}, ${receiver}, ${JSON.stringify(payload)}::jsonb, ${now}, ${now})`)
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
      deliverUntil(stop, jobDelivery(options)),
      // Separately, so that one that waits for the outside world does not delay the others.
      ...options.recurring.map((recurring) => repeat(options, recurring, stop)),
    ]),
  )

const jobDelivery = (options: WorkerOptions): Delivery<Job, Date | void> => ({
  what: 'jobs',
  log: options.log,
  atOnce: AT_ONCE,
  timeoutMs: DEADLINE_MS,
  claim: (busy) => claimDue(options, busy),
  receiverOf: ({ receiver }) => receiver,
  send: (job) => traced(options, `job ${job.kind}`, () => runHandler(options, job)),
  record: (job, attempt) =>
    'result' in attempt ? recordDone(options, job, attempt.result) : recordFailure(options, job, attempt.error),
})

async function repeat(options: WorkerOptions, recurring: RecurringWork, stop: AbortSignal) {
  let isStarting = recurring.isDueAtStart ?? false
  while (!stop.aborted) {
    try {
      if (isStarting) await makeDue(options, recurring.name)
      isStarting = false
      await runWhenDue(options, recurring)
    } catch (error) {
      // A database that is away is tried again at once, and readiness and metrics tell of it.
      const level = isUnavailable(error) ? 'warn' : 'error'
      options.log[level]({ err: error, work: recurring.name }, 'could not look whether recurring work is due')
    }
    await pause(POLL_MS, stop)
  }
}

const claimDue = ({ db, clock }: WorkerOptions, { room, receivers }: Busy) => {
  const now = clock.now()
  const busy = JSON.stringify(Object.fromEntries(receivers))
  return query(db, jobColumns)`
    with recursive waiting as (
      -- From one receiver in the index to the next, so that many jobs for one cost nothing.
      (select receiver from job where failed_at is null order by receiver limit 1)
      union all
      select (select job.receiver from job where failed_at is null and job.receiver > waiting.receiver
              order by job.receiver limit 1)
      from waiting where waiting.receiver is not null),
    due as materialized (
      select found.id from waiting cross join lateral (
        select id from job
        where job.receiver = waiting.receiver and failed_at is null and (run_at <= ${now} or attempts = 0)
          and ${isUnclaimed(sql`locked_until`, now, LOCK_MS)}
        order by run_at
        limit greatest(0, ${PER_RECEIVER}::integer - coalesce((${busy}::jsonb ->> waiting.receiver)::integer, 0))
        for update skip locked) as found
      limit ${room})
    update job set attempts = attempts + 1, locked_until = ${new Date(now.getTime() + LOCK_MS)}
    where id = any (array(select id from due))
    returning id, kind, receiver, payload, attempts`
}

async function traced<Value>({ tracer }: WorkerOptions, name: string, work: () => Promise<Value>): Promise<Value> {
  const end = tracer?.begin(name, 'internal')
  try {
    const value = await work()
    end?.({ attributes: {}, isError: false })
    return value
  } catch (error) {
    end?.({ attributes: {}, isError: true })
    throw error
  }
}

async function runHandler({ handlers }: WorkerOptions, { kind, payload, attempts }: Job): Promise<Date | void> {
  // Claimed more often than it failed: it crashes its worker each time.
  if (attempts > MOST_ATTEMPTS) throw new Error('the process ended during every attempt at this job')
  const handler = handlers[kind]
  if (!handler) throw new Error(`no handler for jobs of kind ${kind}`)
  return handler(payload)
}

async function recordDone({ db, log }: WorkerOptions, { id, kind, attempts }: Job, again: Date | void) {
  await db.execute(
    again
      ? sql`update job set run_at = ${again}, attempts = 1, locked_until = null where id = ${id} and attempts = ${attempts}`
      : sql`delete from job where id = ${id} and attempts = ${attempts}`,
  )
  if (!again) log.info({ jobId: id, kind, attempts }, 'job done')
}

async function recordFailure({ db, clock, log }: WorkerOptions, { id, kind, attempts }: Job, { message }: Error) {
  const now = clock.now()
  const isGivenUp = attempts >= MOST_ATTEMPTS
  const facts = { jobId: id, kind, attempts, problem: message }
  if (isGivenUp) log.error(facts, 'job given up')
  else log.warn(facts, 'job failed')
  const waitS = isGivenUp ? 0 : retryDelayS(BACKOFF, attempts)
  await db.execute(sql`
    update job set locked_until = null, last_error = ${message.slice(0, 500)},
      run_at = ${new Date(now.getTime() + waitS * 1000)}, failed_at = ${isGivenUp ? now : null}
    where id = ${id} and attempts = ${attempts}`)
}

const makeDue = ({ db, clock }: WorkerOptions, name: string) =>
  db.execute(sql`update schedule set next_run_at = ${clock.now()} where name = ${name}`)

/** True for one caller per period: the process that moves the date forward does the work. */
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
  try {
    await traced(options, name, run)
  } catch (error) {
    log.error({ err: error, work: name }, 'recurring work failed')
  }
}
