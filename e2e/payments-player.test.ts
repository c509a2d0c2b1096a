import { sql } from '@cashbox/postgres/database'
import { addWebhookSecret } from '@cashbox/server/partners/set-webhook'
import { openPhone } from '@cashbox/testing/browser/phone'
import { expect, expectQuiet, openStage, type Stage, untilDrawn } from '@cashbox/testing/browser/stage'
import { newTabs } from '@cashbox/testing/browser/tabs'
import { openPartner } from '@cashbox/testing/partner-client'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest'
import { makeAgent } from './agents.ts'
import { startBrowserWithCamera } from './camera.ts'
import { callsTo, keyOf, openPopup, popupOf, typeAsScanner } from './payments-popup.ts'

const DEPOSIT = '**/api/players/deposit'
const ENTRY = 'No transaction ID? Use the player’s ID'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  expect(await stage.world.verify()).toEqual([])
  await stage.close()
})
beforeEach(() => play('accepting'))

/** How the sandbox's partner answers for its players. */
async function play(mode: string) {
  const { status } = await fetch(`${stage.world.address}/sandbox/player-service/players/behaviour`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode }),
  })
  expect(status).toBe(200)
}

function formOf(page: Page) {
  const { sheet, amount, submit, gotIt } = popupOf(page)
  return {
    sheet,
    amount,
    submit,
    gotIt,
    id: sheet.getByLabel('Player ID'),
    check: sheet.getByRole('button', { name: 'Check player' }),
    compared: sheet.getByRole('button', { name: 'I have compared them' }),
    advice: sheet.getByText('Take 125.50 UZS, then confirm'),
  }
}

async function open() {
  const agent = await makeAgent(stage.world, { float: '10000.00' })
  const page = await stage.newPhone({ as: agent })
  const deposits = callsTo(page, '/players/deposit')
  const { sheet } = await openPopup(page, 'deposit')
  await sheet.getByRole('button', { name: ENTRY }).click()
  return { agent, page, deposits, ...formOf(page) }
}

async function openChecked() {
  const opened = await open()
  await opened.id.fill('48210001')
  await opened.amount.fill('125.50')
  await opened.check.click()
  await expect(opened.advice).toBeVisible()
  return opened
}

test('an agent without a transaction ID checks the player, takes the cash and confirms', async () => {
  const { agent, page, sheet, id, amount, check, advice, submit, gotIt } = await open()
  await expect(check).toBeDisabled()
  await id.fill('48210001')
  await amount.fill('125.50')
  await expect(submit).toHaveCount(0)
  await check.click()
  await expect(sheet.getByText(/^\p{L}\*{3} \p{L}\*{3}$/u)).toBeVisible()
  await expect(sheet.getByText('1.00 – 5,000,000.00 UZS')).toBeVisible()
  await expect(advice).toBeVisible()
  await expect(submit).toHaveText('Confirm deposit 125.50 UZS')
  await submit.click()
  await expect(sheet.getByText('Payment was successful').last()).toBeVisible()
  const transactionId = (await sheet.locator('dd').first().textContent()) ?? ''
  await gotIt.click()
  await expect(sheet).toHaveCount(0)
  await expect(page.getByText('9,874.50 UZS')).toBeVisible()
  expect(await stage.world.balance(agent.token)).toBe('9874.50')
  await page.goto('/history')
  await expect(page.getByText(transactionId)).toBeVisible()
  expectQuiet(page)
})

test('another amount or player has to be checked first', async () => {
  const { id, amount, check, submit, advice } = await openChecked()
  await amount.fill('125.51')
  await expect(submit).toHaveCount(0)
  await expect(check).toBeEnabled()
  await amount.fill('125.50')
  await expect(advice).toBeVisible()
  await id.fill('48210002')
  await expect(submit).toHaveCount(0)
  await expect(check).toBeEnabled()
})

describe('no cash is asked for when the partner', () => {
  test.each([
    ['unknown', 'The player service does not know this player ID.'],
    ['refusing', 'The player service takes no deposits for this player now.'],
    ['silent', 'The player service did not answer in time.'],
    ['late', 'The player service did not answer in time.'],
    ['odd', 'The player service did not answer in time.'],
  ])('is %s', async (mode, text) => {
    await play(mode)
    const { sheet, id, amount, check, submit, deposits } = await open()
    await id.fill('48210001')
    await amount.fill('125.50')
    await check.click()
    await expect(sheet.getByText(text)).toBeVisible()
    await expect(check).toBeEnabled()
    expect([await submit.count(), deposits.length]).toEqual([0, 0])
  })

  test('takes less', async () => {
    const { sheet, id, amount, check, submit } = await open()
    await id.fill('48210001')
    await amount.fill('5000000.01')
    await check.click()
    await expect(sheet.getByText('takes 1.00 to 5,000,000.00 UZS now')).toBeVisible()
    await expect(submit).toHaveCount(0)
  })
})

describe('a check that is too old', () => {
  const endChecks = () => stage.world.db.execute(sql`update player_check set expires_at = now() - interval '1 second'`)

  test('is made again, and with the same answer the next press confirms', async () => {
    const { sheet, page, submit, gotIt, deposits } = await openChecked()
    const checks = callsTo(page, '/players/check')
    await endChecks()
    await submit.click()
    await expect.poll(() => checks.length).toBe(1)
    await expect(submit).toBeEnabled()
    await expect(sheet.getByText('The player service gives another answer now')).toHaveCount(0)
    await submit.click()
    await expect(gotIt).toBeVisible()
    expect(deposits).toHaveLength(2)
    expect(new Set(deposits.map(keyOf)).size).toBe(2)
  })

  test('with another name can be confirmed only after the agent has compared it', async () => {
    await play('renaming')
    const { sheet, submit, gotIt, compared, deposits } = await openChecked()
    await endChecks()
    await submit.click()
    await expect(sheet.getByText('The player service gives another answer now')).toBeVisible()
    await expect(submit).toBeDisabled()
    await compared.click()
    await expect(compared).toHaveCount(0)
    await submit.click()
    await expect(gotIt).toBeVisible()
    expect(deposits).toHaveLength(2)
  })

  test('is made again by itself while the form is open', async () => {
    const agent = await makeAgent(stage.world, { float: '10000.00' })
    const page = await stage.newPhone({ as: agent })
    await page.clock.install()
    const { sheet } = await openPopup(page, 'deposit')
    await sheet.getByRole('button', { name: ENTRY }).click()
    const { id, amount, check, advice } = formOf(page)
    await id.fill('48210001')
    await amount.fill('125.50')
    await check.click()
    await expect(advice).toBeVisible()
    await play('refusing')
    await page.clock.fastForward(115_000)
    await expect(sheet.getByText('takes no deposits for this player now')).toBeVisible()
    await expect(advice).toHaveCount(0)
  })
})

test('pressed twice, it is sent and confirmed once', async () => {
  const { agent, submit, gotIt, deposits } = await openChecked()
  await submit.dblclick()
  await expect(gotIt).toBeVisible()
  expect(deposits).toHaveLength(1)
  expect(await stage.world.balance(agent.token)).toBe('9874.50')
})

describe('without an answer', () => {
  test('a deposit that arrived is found by its ID', async () => {
    const { agent, page, sheet, submit, gotIt } = await openChecked()
    await page.route(DEPOSIT, async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await submit.click()
    await expect(sheet.getByText('The payment went through.')).toBeVisible()
    await gotIt.click()
    await expect(sheet).toHaveCount(0)
    expect(await stage.world.balance(agent.token)).toBe('9874.50')
  })

  test('a deposit that did not arrive can be sent again, with its key', async () => {
    const { agent, page, sheet, submit, gotIt, deposits } = await openChecked()
    await page.route(DEPOSIT, (route) => route.abort('connectionreset'), { times: 1 })
    await submit.click()
    await expect(sheet.getByText('The payment did not go through. You can try again.')).toBeVisible()
    await submit.click()
    await expect(gotIt).toBeVisible()
    expect(new Set(deposits.map(keyOf)).size).toBe(1)
    expect(await stage.world.balance(agent.token)).toBe('9874.50')
  })

  test('an app that was closed meanwhile shows what became of it', async () => {
    const { page, submit } = await openChecked()
    await page.route(DEPOSIT, async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await page.route('**/api/payments/lookup', (route) => route.abort('connectionreset'))
    await submit.click()
    await expect(page.getByRole('heading', { name: 'Checking your payment…' })).toBeVisible()
    await page.unroute('**/api/payments/lookup')
    await page.reload()
    await expect(page.getByRole('dialog').getByText('The payment went through.')).toBeVisible()
  })
})

test('a second deposit for the same player is possible, after a warning', async () => {
  const { page, sheet, submit, gotIt } = await openChecked()
  await submit.click()
  await gotIt.click()
  await expect(sheet).toHaveCount(0)
  await page.getByRole('button', { name: 'TopUp' }).click()
  await sheet.getByRole('button', { name: ENTRY }).click()
  const again = formOf(page)
  await again.id.fill('48210001')
  await again.amount.fill('125.50')
  await again.check.click()
  await expect(sheet.getByText('You confirmed 125.50 UZS for this player a few minutes ago.')).toBeVisible()
  await again.submit.click()
  await expect(again.gotIt).toBeVisible()
})

test('the player’s code is read by a cash register’s scanner and by the camera', async () => {
  const { page, id, amount } = await open()
  await amount.focus()
  await typeAsScanner(page, '48210001')
  await expect(id).toHaveValue('48210001')
  await expect(amount).toHaveValue('')
  const camera = await startBrowserWithCamera('https://player.example/me?player_id=48210077')
  try {
    const server = { address: stage.world.address, signIn: (name: string) => stage.world.logIn(name) }
    const phone = await openPhone(newTabs(camera.browser), server, { as: await makeAgent(stage.world) })
    await phone.context().grantPermissions(['geolocation', 'camera'])
    const { sheet } = await openPopup(phone, 'deposit')
    await sheet.getByRole('button', { name: ENTRY }).click()
    await sheet.getByRole('button', { name: 'Scan', exact: true }).click()
    await expect(formOf(phone).id).toHaveValue('48210077')
  } finally {
    await camera.close()
  }
})

test('the way by transaction ID stays first, and the other is not there for withdrawals and demo agents', async () => {
  const { page, sheet } = await open()
  await sheet.getByRole('button', { name: 'Use a transaction ID' }).click()
  await expect(sheet.getByLabel('Transaction ID')).toBeVisible()
  const { sheet: withdrawal } = await openPopup(page, 'withdraw')
  await expect(withdrawal.getByLabel('Transaction ID')).toBeVisible()
  await expect(withdrawal.getByRole('button', { name: ENTRY })).toHaveCount(0)
  const demo = await stage.newPhone({ as: 'demo' })
  const { id } = await openPopup(demo, 'deposit')
  await expect(id).toBeVisible()
  await expect(demo.getByRole('button', { name: ENTRY })).toHaveCount(0)
})

test('with several partners the agent chooses one', async () => {
  const { db, keyring } = stage.world
  const { partnerId } = await openPartner(stage.world)
  await addWebhookSecret(db, partnerId, keyring)
  await db.execute(sql`
    update partner set name = 'A second service', verification_url = 'http://127.0.0.1:9/'
    where id = ${partnerId}`)
  const { page, sheet, id, amount, check, advice } = await open()
  const checks = callsTo(page, '/players/check')
  await sheet.getByLabel('Player service').selectOption({ label: 'Sandbox player service' })
  await id.fill('48210001')
  await amount.fill('125.50')
  await check.click()
  await expect(advice).toBeVisible()
  expect(checks[0]?.postDataJSON()).toMatchObject({ partner: 'sandbox', player_id: '48210001' })
})

test('without such a partner the form is as it was', async () => {
  await stage.world.db.execute(sql`update partner set verification_url = null`)
  const page = await stage.newPhone({ as: await makeAgent(stage.world) })
  const answered = page.waitForResponse('**/api/players/partners')
  const { id, sheet } = await openPopup(page, 'deposit')
  await answered
  await expect(id).toBeVisible()
  await untilDrawn(page)
  await expect(sheet.getByRole('button', { name: ENTRY })).toHaveCount(0)
})
