import { randomUUID } from 'node:crypto'
import * as contract from '@cashbox/contract/operator'
import { agree } from '@cashbox/testing/agree'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { openWorld, type World } from '@cashbox/testing/world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countAllPositions } from '../partners/settlement/count-positions.ts'
import { deliverDue } from '../partners/webhooks/deliver.ts'

const PATH = '/sandbox/player-service'
const CODE = 'sandbox'
/** The sandbox has no history in it. */
const CURRENCY = 'TRY'

let world: World
let finance: OperatorClient
beforeAll(async () => {
  world = await openWorld()
  finance = await operatorOf(world.address, 'finance')
})
afterAll(async () => {
  expect(await world.verify()).toEqual([])
  await world.close()
})

const postJson = async (path: string, body: object = {}) => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${world.address}${PATH}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const postForm = (path: string, fields: Record<string, string> = {}) =>
  fetch(`${world.address}${PATH}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
/** The text of the page, without markup. */
const settlement = async () => {
  const page = await (await fetch(`${world.address}${PATH}`)).text()
  const [section = ''] = /<section id="commission_credit"[\s\S]*?<\/section>/.exec(page) ?? []
  return section.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')
}

interface Received {
  readonly type: string
  readonly transaction_id: string
  readonly is_verified: boolean
  readonly data: { readonly currency_code: string }
}

/** The types of the genuine webhooks about position and statements, oldest first. */
async function received() {
  while ((await deliverDue(world.services)) > 0);
  const list = (await (await fetch(`${world.address}${PATH}/events.json`)).json()) as Received[]
  return list
    .filter((one) => one.is_verified && one.transaction_id === '' && one.data.currency_code === CURRENCY)
    .map(({ type }) => type)
    .toReversed()
}

async function setCover(credit_limit: string, low_level: string) {
  const admin = await operatorOf(world.address, 'admin')
  const { list } = (await admin.call(contract.listPartners, {})).payload
  const version = list.find(({ code }) => code === CODE)?.version ?? 0
  const change = { code: CODE, version, currency_code: CURRENCY, credit_limit, low_level, reason: 'as agreed' }
  expect((await admin.call(contract.setPartnerCover, change)).status).toBe(200)
}

const pay = async (amount: string) =>
  agree(
    world.address,
    await finance.call(contract.createMoneyRequest, {
      id: randomUUID(),
      kind: 'partner_payment',
      partner: CODE,
      direction: 'in',
      currency_code: CURRENCY,
      amount,
      paid_on: world.clock.now().toISOString().slice(0, 10),
      bank_reference: `ref ${randomUUID()}`,
      reason: 'on the bank statement',
    }),
  )

/** A statement about one more payment. */
async function closed() {
  await pay('10.00')
  const closing = { code: CODE, currency_code: CURRENCY, reason: 'as agreed' }
  const { statement } = (await finance.call(contract.closePartnerStatement, closing)).payload
  return statement
}

const answerOf = async (statement_id: string) =>
  (await finance.call(contract.readPartnerStatement, { code: CODE, statement_id })).payload.statement.answer

test('a service that opens more withdrawals than its cover allows is refused the rest, and is warned', async () => {
  expect(await settlement()).toContain('No limit Balance 0.00 TRY Reserved 0.00 Open too many TRY withdrawals')
  await setCover('1000.00', '500.00')
  expect(await settlement()).toContain('Enough cover Balance 0.00 TRY Reserved 0.00 · left 1,000.00 · limit 1,000.00')
  expect(await postJson('/overdraw', { currency_code: CURRENCY })).toEqual({
    status: 200,
    body: { currency_code: CURRENCY, opened: 5, refused: 5, reason: expect.stringContaining('200.00 TRY are missing') },
  })
  expect(await settlement()).toContain('No cover left Balance 0.00 TRY Reserved 1,000.00 · left 0.00 · limit 1,000.00')
  expect(await settlement()).toContain('TRY: 5 withdrawals opened, 5 refused.')
  expect((await pay('600.00')).state).toBe('completed')
  expect(await settlement()).toContain('Enough cover Balance 600.00 TRY')
  expect(await received()).toEqual(['position.low', 'position.exhausted', 'position.restored'])
})

test('the button for it comes back to the position, and an unknown currency is refused', async () => {
  const pressed = await postForm('/overdraw', { currency_code: CURRENCY })
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, `${PATH}#settlement`])
  expect((await postForm('/overdraw', { currency_code: 'XYZ' })).status).toBe(400)
})

test('a statement is disputed and accepted by the buttons of the page, and an accepted one stays accepted', async () => {
  const { id, number } = await closed()
  expect(await settlement()).toContain(`TRY ${number} Not answered`)
  const disputed = await postForm(`/statements/${id}/dispute`)
  expect([disputed.status, disputed.headers.get('location')]).toEqual([303, `${PATH}#statement-${id}`])
  expect([await answerOf(id), await settlement()]).toEqual(['disputed', expect.stringContaining('Disputed')])
  expect(await postJson(`/statements/${id}/accept`)).toMatchObject({ body: { statement: { id, answer: 'accepted' } } })
  const late = await postForm(`/statements/${id}/dispute`)
  expect([late.status, await late.text()]).toEqual([409, expect.stringContaining('role="alert">Statement: ')])
  expect(await answerOf(id)).toBe('accepted')
  expect((await postForm(`/statements/${id}/explode`)).status).toBe(404)
  expect((await postJson(`/statements/${randomUUID()}/accept`)).status).toBe(404)
})

test.each([
  ['silent', null],
  ['accepting', 'accepted'],
  ['disputing', 'disputed'],
])('a service that is %s answers a new statement with %s when its webhook comes', async (mode, answer) => {
  expect(await postJson('/statements/behaviour', { mode })).toEqual({ status: 200, body: { mode } })
  const { id, number } = await closed()
  expect((await received()).at(-1)).toBe('statement.closed')
  expect(await answerOf(id)).toBe(answer)
  const page = await (await fetch(`${world.address}${PATH}`)).text()
  expect(page).toContain(`<a href="#statement-${id}"><bdi dir="ltr">TRY ${number}</bdi></a>`)
})

test('time that is moved forward brings the end of a period closer, and the statement is closed', async () => {
  const { list } = (await finance.call(contract.listPartners, {})).payload
  const version = list.find(({ code }) => code === CODE)?.version ?? 0
  const schedule = { code: CODE, version, period: 'week', due_days: 7, reason: 'as agreed' } as const
  expect((await finance.call(contract.setStatementSchedule, schedule)).status).toBe(200)
  await pay('10.00')
  expect((await postForm('/time', { seconds: String(7 * 24 * 60 * 60) })).status).toBe(303)
  await countAllPositions(world.services)
  const { list: statements } = (await finance.call(contract.listPartnerStatements, { code: CODE })).payload
  expect(statements[0]).toMatchObject({ currency_code: CURRENCY, period: 'week' })
})
