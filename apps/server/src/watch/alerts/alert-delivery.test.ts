import { setTimeout } from 'node:timers/promises'
import { col, only, sql } from '@cashbox/postgres/database'
import { openWorld, type World } from '@cashbox/testing/world'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMailer } from '../../platform/mail/mailer.ts'
import { findAlerts } from '../list-alerts.ts'
import { deliver, startAlertDelivery, takeDue } from './deliver-notifications.ts'
import { followAlerts } from './plan-notifications.ts'
import type { AlertServices } from './send-notification.ts'

let world: World
let services: AlertServices
let mailer: ReturnType<typeof createMailer>

beforeAll(async () => {
  world = await openWorld({ worker: true })
  const { ofServer: db, keyring, inbox } = world
  mailer = createMailer({ db, keyring, smtpUrl: inbox?.smtpUrl ?? '', from: 'Cashbox <no-reply@cashbox.test>' })
  services = { ...world.services, sendMail: mailer.send }
})
afterAll(async () => {
  mailer.close()
  await world.close()
})

const post = (path: string, body: object) =>
  fetch(`${world.address}/sandbox/alerts${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const behave = (mode: string) => post('/behaviour', { mode })

interface Received {
  readonly by: 'telegram' | 'webhook'
  readonly id: string
  readonly text: string
  readonly problem: string | null
  readonly is_taken: boolean
}
let seen = 0
/** What arrived at the sandbox in this test, the oldest first. */
const received = async (by?: Received['by']) => {
  const list = (await (await fetch(`${world.address}/sandbox/alerts/messages.json`)).json()) as Received[]
  return list
    .toReversed()
    .slice(seen)
    .filter((one) => one.is_taken && (by === undefined || one.by === by))
}
const letters = async () => ((await world.inbox?.list({ limit: 100, to: ['alerts@cashbox.test'] })) ?? []).toReversed()

/** Nothing is wrong, nothing was sent, and all destinations want everything. */
beforeEach(async () => {
  world.clock.standAt(new Date())
  world.clock.run()
  await behave('working')
  await world.db.execute(sql`delete from job`)
  await world.db.execute(sql`delete from alert_notification`)
  await world.db.execute(sql`delete from alert_episode`)
  await world.db.execute(sql`
    update alert_destination set min_severity = 'warning', alert_kinds = array['jobs_failed', 'alerts_undelivered'],
      disabled_at = null, stopped_at = null, failing_since = null, failures = 0, last_error = null`)
  seen = ((await (await fetch(`${world.address}/sandbox/alerts/messages.json`)).json()) as unknown[]).length
})

const breakJobs = () =>
  world.db.execute(sql`
    insert into job (id, kind, payload, run_at, failed_at, created_at)
    values (${uuidv7()}, 'mail', '{}', ${world.clock.now()}, ${world.clock.now()}, ${world.clock.now()})`)
const mendJobs = () => world.db.execute(sql`delete from job`)

const lookOnce = () => followAlerts(world.services, (db) => findAlerts({ ...world.services, db }))

/** An alert is told when it was seen twice. */
async function look() {
  await lookOnce()
  await setTimeout(2)
  await lookOnce()
}

/** Long enough for an alert that is gone to count as ended. */
async function lookLater() {
  world.clock.advance(121)
  await look()
}

/**
 * A message that has arrived is noted a moment later. While workers run, the clock moves on only after that: a message whose lock
 * runs out is sent again.
 */
const untilNoted = () =>
  vi.waitFor(
    async () =>
      expect(
        await world.db.query(sql`select id from alert_notification where sent_at is null and failed_at is null`, {
          id: col.uuid,
        }),
      ).toEqual([]),
    { timeout: 60_000 },
  )

async function deliverAll() {
  for (let due = await takeDue(services); due.length > 0; due = await takeDue(services)) {
    await Promise.all(due.map((message) => deliver(services, message)))
  }
}

const state = async (kind: string) =>
  only(
    await world.db.query(
      sql`
        select failures, last_error, stopped_at is not null as is_stopped, failing_since from alert_destination
        where kind = ${kind}`,
      {
        failures: col.int4,
        last_error: col.nullable(col.text),
        is_stopped: col.bool,
        failing_since: col.nullable(col.timestamptz),
      },
    ),
  )

const onlyTo = (kind: string) =>
  world.db.execute(sql`update alert_destination set disabled_at = ${world.clock.now()} where kind <> ${kind}`)

test('an alert reaches the mailbox, the webhook and the chat once, and so does its end', async () => {
  const before = (await letters()).length
  const workers = [startAlertDelivery(services), startAlertDelivery(services)]
  await breakJobs()
  await Promise.all([look(), look()])
  await look()
  await vi.waitFor(async () => expect(await received()).toHaveLength(2), { timeout: 60_000 })
  await vi.waitFor(async () => expect(await letters()).toHaveLength(before + 1), { timeout: 60_000 })
  const [telegram] = await received('telegram')
  expect(telegram?.text).toMatch(
    /^Cashbox\n\nWarning: Background jobs have failed\nSince .*\(UTC\)\n\nhttp.*\/console\/today$/,
  )
  const [webhook] = await received('webhook')
  expect(webhook?.problem).toBeNull()
  expect(JSON.parse(webhook?.text ?? '')).toMatchObject({
    type: 'alert.opened',
    data: { alert: { id: 'jobs_failed:network', kind: 'jobs_failed', severity: 'warning', ended_at: null } },
  })
  expect((await letters()).at(-1)).toMatchObject({
    subject: 'Cashbox alerts: Warning: Background jobs have failed',
    text: expect.stringContaining('/console/today'),
  })

  await untilNoted()
  await mendJobs()
  await lookLater()
  await untilNoted()
  await lookLater()
  await vi.waitFor(async () => expect(await received()).toHaveLength(4), { timeout: 60_000 })
  await vi.waitFor(async () => expect(await letters()).toHaveLength(before + 2), { timeout: 60_000 })
  expect((await received('telegram')).at(-1)?.text).toMatch(/Ended: Background jobs have failed\nFrom .* to /)
  await Promise.all(workers.map((worker) => worker.stop()))
  await look()
  expect(await takeDue(services)).toEqual([])
})

test('an alert that is gone at the second look is not told', async () => {
  await breakJobs()
  await lookOnce()
  await mendJobs()
  await look()
  await lookLater()
  expect(await takeDue(services)).toEqual([])
})

test('an alert that comes back within two minutes is the same one, and is not told again', async () => {
  await breakJobs()
  await look()
  await mendJobs()
  world.clock.advance(60)
  await look()
  await breakJobs()
  world.clock.advance(61)
  await look()
  world.clock.advance(61)
  await look()
  await deliverAll()
  expect(await received('telegram')).toHaveLength(1)
})

test('two workers that look for messages at the same moment send each once', async () => {
  await breakJobs()
  await look()
  const taken = await Promise.all(Array.from({ length: 6 }, () => takeDue(services)))
  expect(
    taken
      .flat()
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(['email', 'telegram', 'webhook'])
})

test('a worker that dies after sending and before noting it repeats the message once, under the same ID', async () => {
  await onlyTo('webhook')
  await breakJobs()
  await look()
  const [message] = await takeDue(services)
  if (!message) throw new Error('nothing to send')
  const failing = { ...services, db: { ...services.db, transaction: () => Promise.reject(new Error('killed')) } }
  await expect(deliver(failing, message)).rejects.toThrow('killed')
  expect(await takeDue(services)).toEqual([])
  world.clock.advance(121)
  await deliverAll()
  await deliverAll()
  const [first, second, ...others] = await received('webhook')
  expect(others).toEqual([])
  expect(second?.id).toBe(first?.id)
})

describe('each destination', () => {
  test('gets only the kinds and severities that it wants', async () => {
    await world.db.execute(sql`update alert_destination set alert_kinds = array['rate_stale'] where kind = 'telegram'`)
    await world.db.execute(sql`update alert_destination set min_severity = 'critical' where kind = 'webhook'`)
    await breakJobs()
    await look()
    expect((await takeDue(services)).map(({ kind }) => kind)).toEqual(['email'])
  })

  test('gets nothing of an alert that ended before the first attempt', async () => {
    await breakJobs()
    await look()
    await mendJobs()
    await lookLater()
    await lookLater()
    expect(await takeDue(services)).toEqual([])
  })

  test('that hangs holds up no other', async () => {
    await breakJobs()
    await look()
    const before = (await letters()).length
    let release = () => {}
    const hangs = new Promise<void>((resolve) => {
      release = resolve
    })
    const worker = startAlertDelivery({
      ...services,
      sendMail: (letter, id) => hangs.then(() => mailer.send(letter, id)),
    })
    await vi.waitFor(async () => expect(await received()).toHaveLength(2), { timeout: 60_000 })
    expect(await letters()).toHaveLength(before)
    release()
    await worker.stop()
    expect(await letters()).toHaveLength(before + 1)
  })

  test('that fails is tried again after growing pauses, and gets what comes meanwhile after it', async () => {
    await onlyTo('webhook')
    await behave('failing')
    await breakJobs()
    await look()
    await deliverAll()
    expect(await state('webhook')).toMatchObject({ failures: 1, last_error: 'answered 500', is_stopped: false })
    world.clock.advance(6)
    await deliverAll()
    world.clock.advance(6)
    await deliverAll()
    expect(await state('webhook')).toMatchObject({ failures: 2 })
    await mendJobs()
    await lookLater()
    await behave('working')
    await deliverAll()
    await look()
    await deliverAll()
    const messages = (await received('webhook')).map(({ text: body }) => JSON.parse(body) as { type: string })
    expect(messages.map(({ type }) => type)).toEqual(['alert.opened', 'alert.resolved'])
    expect(await state('webhook')).toEqual({ failures: 0, last_error: null, is_stopped: false, failing_since: null })
  })

  test('that can not be reached is an alert for the others, and never for itself', async () => {
    await behave('strange')
    await world.db.execute(sql`update alert_destination set disabled_at = now() where kind = 'webhook'`)
    await breakJobs()
    await look()
    await deliverAll()
    expect(await state('telegram')).toMatchObject({ last_error: 'answer_unknown', is_stopped: false })
    const before = (await letters()).length
    world.clock.advance(301)
    await look()
    await deliverAll()
    await look()
    await deliverAll()
    expect((await letters()).length).toBe(before + 1)
    expect((await letters()).at(-1)?.subject).toContain('Alerts do not reach one of their destinations')
    const toItself = await world.db.query(
      sql`
        select alert_episode.kind from alert_notification join alert_episode on alert_episode.id = episode_id
        join alert_destination on alert_destination.id = destination_id where alert_destination.kind = 'telegram'`,
      { kind: col.text },
    )
    expect(toItself).toEqual([{ kind: 'jobs_failed' }])
  })
})

describe('Telegram', () => {
  beforeEach(async () => {
    await onlyTo('telegram')
    await breakJobs()
    await look()
  })

  test.each([
    ['unknown', 'answered 401: Unauthorized'],
    ['refusing', 'answered 403: Forbidden: bot was kicked from the group chat'],
  ])(
    'that refuses for good (%s) is not asked again until a test arrives; what is open is told then',
    async (mode, said) => {
      await behave(mode)
      await deliverAll()
      expect(await state('telegram')).toMatchObject({ last_error: said, is_stopped: true })
      world.clock.advance(86_400)
      await look()
      expect(await takeDue(services)).toEqual([])
      await behave('working')
      await world.db.execute(sql`
      insert into alert_notification (id, destination_id, created_at, next_attempt_at)
      select ${uuidv7()}, id, ${world.clock.now()}, ${world.clock.now()} from alert_destination where kind = 'telegram'`)
      await deliverAll()
      await look()
      await deliverAll()
      expect((await received('telegram')).map(({ text: said }) => said.split('\n')[0])).toEqual([
        'Cashbox: This is a test message. Alerts will arrive here.',
        'Cashbox',
      ])
      expect(await state('telegram')).toMatchObject({ last_error: null, is_stopped: false })
    },
  )

  test('that asks to wait is left alone for so long', async () => {
    await behave('throttling')
    await deliverAll()
    await behave('working')
    world.clock.advance(4)
    await deliverAll()
    expect(await received('telegram')).toEqual([])
    world.clock.advance(2)
    await deliverAll()
    expect(await received('telegram')).toHaveLength(1)
  })

  test('that answers late is waited for', async () => {
    await behave('slow')
    await deliverAll()
    expect(await received('telegram')).toHaveLength(1)
    expect(await state('telegram')).toMatchObject({ failures: 0 })
  })
})
