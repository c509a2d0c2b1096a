import {
  addPushDevice,
  changePassword,
  emailKinds,
  formatMinor,
  getNoticeSettings,
  type InputOf,
  listNotices,
  logOut,
  noticeKinds,
  parseMinor,
  readNotices,
  removePushDevice,
  setNoticeSettings,
  setTimezone,
} from '@cashbox/contract'
import { col, only, sql } from '@cashbox/postgres/database'
import { openPushService, readVapid } from '@cashbox/testing/push-service'
import { agentOf } from '@cashbox/testing/some-agent'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { findLowFloats } from '../balances/find-low-floats.ts'
import { startWorker } from '../platform/jobs/jobs.ts'
import { createLog } from '../platform/log/log.ts'
import { MAIL_BINDING, Mail } from '../platform/mail/mail.ts'
import { noticeHandlers } from './deliver-notices.ts'
import type { NoticeContent } from './notice.ts'
import { writeNotice } from './notice.ts'
import { pushServiceOf } from './push-devices.ts'

let world: World
let service: Awaited<ReturnType<typeof openPushService>>
let worker: ReturnType<typeof startWorker>
const letters: Mail[] = []

beforeAll(async () => {
  ;[world, service] = await Promise.all([openWorld(), openPushService()])
  const { db, clock, keyring } = world
  worker = startWorker({
    db,
    clock,
    log: createLog('silent'),
    handlers: {
      ...noticeHandlers(world.services),
      mail: async (payload) =>
        void letters.push(Mail.parse(JSON.parse(keyring.open((payload as { sealed: string }).sealed, MAIL_BINDING)))),
    },
    recurring: [],
  })
})
afterAll(async () => {
  await worker.stop()
  await world.close()
  await service.close()
})
beforeEach(() => {
  letters.length = 0
  service.answerWith(201)
  world.clock.run()
})

const idOf = async (name: string) =>
  only(await world.db.query(sql`select id from agent where id = ${agentOf(`${name}@cashbox.test`)}`, { id: col.uuid }))
    .id

const topup: NoticeContent = {
  kind: 'topup',
  data: {
    topup_id: 'x',
    state: 'credited',
    sent: '20',
    coin: 'USDT',
    received: '25300000',
    currency_code: 'UZS',
  },
}
const reversal: NoticeContent = {
  kind: 'reversal',
  data: {
    transaction_id: '7K4M2Q9XHT',
    type: 'deposit',
    amount: '125000',
    fee: '1250',
    currency_code: 'UZS',
    reason: 'Wrong player',
  },
}

/** An agent with a browser that has asked for push messages. */
async function subscribed(name: string) {
  const agentId = await idOf(name)
  await world.db.execute(sql`delete from push_device where agent_id = ${agentId}`)
  await world.db.execute(sql`delete from notice_setting where agent_id = ${agentId}`)
  const token = await world.logIn(name)
  const browser = service.newBrowser()
  const added = await world.call(addPushDevice, browser.subscription, { token })
  expect(added.status).toBe(200)
  const tell = (content: NoticeContent) =>
    world.db.transaction((tx) => writeNotice(tx, agentId, content, world.clock.now()))
  const choose = async (changes: Partial<InputOf<typeof setNoticeSettings>>) => {
    const chosen = {
      push: [...noticeKinds],
      email: [],
      quiet_from: null,
      quiet_until: null,
      low_float: null,
      ...changes,
    }
    expect((await world.call(setNoticeSettings, chosen, { token })).status).toBe(200)
  }
  return { agentId, token, browser, tell, choose }
}

const jobs = () =>
  world.db.query(
    sql`
      select kind, attempts, extract(epoch from run_at - ${world.clock.now()}::timestamptz)::integer as wait_s
      from job where failed_at is null`,
    { kind: col.text, attempts: col.int4, wait_s: col.int4 },
  )

/** Until the worker has nothing to do any more but wait. */
const settled = () =>
  vi.waitFor(
    async () => expect((await jobs()).filter(({ attempts, wait_s }) => attempts === 0 || wait_s <= 0)).toEqual([]),
    { timeout: 60_000, interval: 50 },
  )

describe('a push message', () => {
  test('is sealed for one browser, signed with the key of the server, and holds no amount', async () => {
    const { token, browser, tell } = await subscribed('approved')
    await tell(topup)
    await settled()
    expect(browser.shown()).toEqual([
      {
        tag: expect.any(String),
        title: 'Funds added',
        body: 'Open the app for details.',
        path: '/account-deposit',
        lang: 'en',
        dir: 'ltr',
      },
    ])
    const [delivery] = browser.deliveries()
    expect(delivery?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: expect.stringMatching(/^\d+$/) })
    const { key, claims } = readVapid(delivery ?? { headers: {} })
    const { push_key } = (await world.call(getNoticeSettings, {}, { token })).payload
    expect([key, claims['aud']]).toEqual([push_key, service.origin])
    expect(claims['sub']).toMatch(/^mailto:[^ ]+@[^ ]+$/)
  })

  test('goes to every device of the agent, and to none of another', async () => {
    const mine = await subscribed('approved')
    const second = service.newBrowser()
    const tablet = await world.logIn('approved')
    await world.call(addPushDevice, second.subscription, { token: tablet })
    const other = await subscribed('fenced')
    await mine.tell(topup)
    await settled()
    expect([mine.browser.shown().length, second.shown().length, other.browser.shown().length]).toEqual([1, 1, 0])
  })

  test('goes to one agent only, also when several subscribe one browser at the same moment', async () => {
    const browser = service.newBrowser()
    const tokens = await Promise.all(['approved', 'fenced', 'suspended', 'approved'].map(world.logIn))
    for (let round = 0; round < 5; round += 1) {
      const added = tokens.map((token) => world.call(addPushDevice, browser.subscription, { token }))
      expect((await Promise.all(added)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    }
  })

  test('comes no more after a log-out, a new password elsewhere, or when it was switched off here', async () => {
    const { agentId, token, browser, tell } = await subscribed('suspended')
    const count = async () =>
      only(
        await world.db.query(sql`select count(*)::integer as count from push_device where agent_id = ${agentId}`, {
          count: col.int4,
        }),
      ).count
    await world.call(removePushDevice, {}, { token })
    expect(await count()).toBe(0)
    await world.call(addPushDevice, browser.subscription, { token })
    expect((await world.call(getNoticeSettings, {}, { token })).payload.is_push_on).toBe(true)
    const other = await world.logIn('suspended')
    const password = { password: 'Bazaar7!gate', password_confirmation: 'Bazaar7!gate' }
    await world.call(changePassword, { current_password: 'Cashbox1!', ...password }, { token: other })
    expect(await count()).toBe(0)
    await world.call(addPushDevice, browser.subscription, { token: other })
    expect(await count()).toBe(1)
    await world.call(logOut, {}, { token: other })
    expect(await count()).toBe(0)
    await tell(topup)
    await settled()
    expect(browser.shown()).toEqual([])
  })

  test('is not sent to a session that has run out', async () => {
    const { browser, tell } = await subscribed('approved')
    world.clock.advance(25 * 60 * 60)
    await tell(topup)
    await settled()
    expect(browser.shown()).toEqual([])
  })

  test('is not sent when the notice was read meanwhile, its kind was switched off, or its transaction has expired', async () => {
    const { token, browser, tell, choose } = await subscribed('approved')
    await choose({ push: ['reversal'] })
    await tell(topup)
    await choose({ quiet_from: '00:00', quiet_until: '23:59' })
    await world.call(setTimezone, { timezone: 'UTC' }, { token })
    world.clock.standAt(new Date('2030-03-02T12:00:00Z'))
    const again = await world.logIn('approved')
    await world.call(addPushDevice, browser.subscription, { token: again })
    await tell(topup)
    const expires_at = Math.floor(world.clock.now().getTime() / 1000) + 600
    const data = { transaction_id: 'A', type: 'deposit', amount: '1', currency_code: 'UZS', expires_at } as const
    await tell({ kind: 'transaction', data })
    await settled()
    const { list } = (await world.call(listNotices, {}, { token: again })).payload
    await world.call(readNotices, { notice_id: list[1]?.id ?? '' }, { token: again })
    world.clock.standAt(new Date('2030-03-03T00:00:00Z'))
    await settled()
    expect(browser.shown()).toEqual([])
    expect(await jobs()).toEqual([])
  })

  test.each([404, 410])('of a device that the push service answers with %i is the last one', async (status) => {
    const { agentId, tell } = await subscribed('approved')
    service.answerWith(status)
    await tell(topup)
    await settled()
    const left = await world.db.query(sql`select id from push_device where agent_id = ${agentId}`, { id: col.uuid })
    expect([left, await jobs()]).toEqual([[], []])
  })

  test('is tried again after a failure, and when the push service says so', async () => {
    const { browser, tell } = await subscribed('approved')
    service.answerWith(503)
    await tell(topup)
    await settled()
    expect(await jobs()).toMatchObject([{ kind: 'send-push', attempts: 1 }])
    service.answerWith(429, { 'retry-after': '300' })
    world.clock.advance(10)
    await vi.waitFor(() => expect(browser.deliveries()).toHaveLength(2), { timeout: 60_000 })
    await settled()
    const [waiting] = await jobs()
    expect(waiting?.wait_s).toBeGreaterThan(250)
    service.answerWith(201)
    world.clock.advance(310)
    await vi.waitFor(() => expect(browser.deliveries()).toHaveLength(3), { timeout: 60_000 })
    await settled()
    expect([new Set(browser.shown().map(({ tag }) => tag)).size, await jobs()]).toEqual([1, []])
  })
})

describe('quiet hours', () => {
  test('hold messages and letters back until they end, but for a reversal', async () => {
    world.clock.standAt(new Date('2031-03-02T18:30:00Z'))
    const { token, browser, tell, choose } = await subscribed('approved')
    await world.call(setTimezone, { timezone: 'Asia/Tashkent' }, { token })
    await choose({ email: ['topup'], quiet_from: '22:00', quiet_until: '07:30' })
    await tell(topup)
    await tell(reversal)
    await settled()
    expect([browser.shown().map(({ title }) => title), letters]).toEqual([['Deposit reversed'], []])
    expect(await jobs()).toMatchObject([{ kind: 'send-notice', wait_s: 8 * 60 * 60 }])
    world.clock.standAt(new Date('2031-03-03T02:30:00Z'))
    await vi.waitFor(() => expect(browser.shown()).toHaveLength(2), { timeout: 60_000 })
    await vi.waitFor(() => expect(letters).toHaveLength(1), { timeout: 60_000 })
  })
})

test('a letter tells the whole notice, with its reason, to an agent who wants it', async () => {
  const { tell, choose } = await subscribed('approved')
  await tell(reversal)
  await settled()
  expect(letters).toEqual([])
  await choose({ push: [], email: [...emailKinds] })
  await tell(reversal)
  await settled()
  await vi.waitFor(() => expect(letters).toHaveLength(1), 30_000)
  expect(letters[0]).toMatchObject({
    to: 'approved@cashbox.test',
    template: 'notice',
    values: { title: 'Deposit reversed', text: expect.stringContaining('1,250.00 UZS was added to your balance') },
    note: 'Wrong player',
  })
})

describe('a device', () => {
  const subscription = { endpoint: 'https://push.example/1', p256dh: 'AAAA', auth: 'AAAA' }

  test('is refused with an address or keys that can not be used', async () => {
    const token = await world.logIn('approved')
    const { failure } = await world.call(addPushDevice, { ...subscription, endpoint: 'ftp://push' }, { token })
    expect(Object.keys(failure.errors).toSorted()).toEqual(['auth', 'endpoint', 'p256dh'])
  })

  test.each([
    ['https://fcm.googleapis.com/fcm/send/x', 'fcm.googleapis.com'],
    ['https://updates.push.services.mozilla.com/wpush/v2/x', 'push.services.mozilla.com'],
    ['https://wns2-par02p.notify.windows.com/w/?token=x', 'notify.windows.com'],
    ['https://web.push.apple.com/x', 'push.apple.com'],
    ['https://push.example/x', null],
    ['https://fcm.googleapis.com.push.example/x', null],
    ['https://notpush.apple.com/x', null],
    ['http://fcm.googleapis.com/x', null],
    ['https://127.0.0.1/x', null],
    ['https://[::1]/x', null],
    ['https://push.example/fcm.googleapis.com', null],
    ['https://user@push.example#fcm.googleapis.com', null],
    ['file:///etc/passwd', null],
  ])('with the endpoint %s belongs to the push service %s', (endpoint, expected) => {
    expect(pushServiceOf(endpoint, false)).toBe(expected)
  })

  test('of a demo agent is refused', async () => {
    const { failure } = await world.call(addPushDevice, service.newBrowser().subscription, {
      token: await world.logIn('demo'),
    })
    expect(failure.code).toBe('demo_account')
  })

  test('is one of ten at most: the oldest makes room', async () => {
    const agentId = await idOf('blocked')
    const browsers = Array.from({ length: 11 }, () => service.newBrowser())
    for (const browser of browsers) {
      await world.call(addPushDevice, browser.subscription, { token: await world.logIn('blocked') })
    }
    const kept = await world.db.query(sql`select endpoint from push_device where agent_id = ${agentId} order by id`, {
      endpoint: col.text,
    })
    expect(kept.map(({ endpoint }) => endpoint)).toEqual(
      browsers.slice(1).map((browser) => browser.subscription.endpoint),
    )
  })

  test('belongs to the agent who asked last', async () => {
    const first = await subscribed('approved')
    const token = await world.logIn('fenced')
    await world.call(addPushDevice, first.browser.subscription, { token })
    await first.tell(topup)
    await settled()
    expect(first.browser.shown()).toEqual([])
  })
})

test('a low balance is reported once, and again only after it has risen a tenth above the limit', async () => {
  const { token, choose } = await subscribed('approved')
  const announced: string[] = []
  const look = () => findLowFloats({ ...world.services, live: { publish: (agentId) => void announced.push(agentId) } })
  const move = async (type: 'deposit' | 'withdraw', amount: bigint) => {
    const { transaction_id, security_code } = await world.openTransaction(type, formatMinor(amount))
    const code = security_code === null ? {} : { security_code }
    const { status } = await world.confirm(token, { type, transaction_id, amount: formatMinor(amount), ...code })
    expect(status).toBe(200)
    await look()
  }
  const balance = parseMinor(await world.balance(token)) ?? 0n
  await choose({ low_float: formatMinor(balance) })
  await look()
  expect(announced).toEqual([])
  await move('deposit', 100n)
  await move('deposit', 100n)
  expect(announced).toHaveLength(1)
  const { list } = (await world.call(listNotices, {}, { token })).payload
  expect(list[0]).toMatchObject({ kind: 'low_float', title: 'Low balance' })
  await move('withdraw', balance / 20n)
  await move('deposit', balance / 20n)
  expect(announced).toHaveLength(1)
  await move('withdraw', balance / 5n)
  await move('deposit', balance / 5n)
  expect(announced).toHaveLength(2)
})
