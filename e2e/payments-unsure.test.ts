import { expect, openStage, type Stage, untilDrawn } from '@cashbox/testing/browser/stage'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { type Agent, makeAgent } from './agents.ts'
import { CONFIRM, callsTo, keyOf, LOOK_UP, openDeposit, openPopup, openWithdrawal, popupOf } from './payments-popup.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  expect(await stage.world.verify()).toEqual([])
  await stage.close()
})

const TITLE = 'Checking your payment…'

async function openFilled({ hasClock = false } = {}) {
  const amount = '100.00'
  const agent = await makeAgent(stage.world, { float: '10000.00' })
  const page = await stage.newPhone({ as: agent })
  if (hasClock) await page.clock.install()
  const confirmations = callsTo(page, '/payments/confirm')
  const transactionId = await openDeposit(stage.world, amount)
  const popup = await openPopup(page, 'deposit')
  await popup.id.fill(transactionId)
  await expect(popup.submit).toBeEnabled()
  return { agent, page, confirmations, transactionId, ...popup, title: page.getByRole('heading', { name: TITLE }) }
}

/** The server gets it and acts; the answer is lost on the way back. */
const loseAnswer = (page: Page) =>
  page.route(CONFIRM, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })

/** It never reaches the server. */
const loseRequest = (page: Page) => page.route(CONFIRM, (route) => route.abort('connectionreset'))

/** The server is asked, and answers only when it is let. */
async function holdChecks(page: Page) {
  const held = Promise.withResolvers<void>()
  await page.route(LOOK_UP, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

const BEFORE_NEXT_CHECK_MS = 10_000

/** Checks follow each other ever more slowly. After these, the next one is a quarter of a minute away. */
async function letChecksFail(page: Page) {
  const checks = callsTo(page, '/payments/lookup')
  await expect(async () => {
    await page.clock.fastForward(15_000)
    expect(checks.length).toBeGreaterThan(4)
  }).toPass()
  // The last of them has failed too, and is not let through by what the test does next.
  await expect(page.getByRole('button', { name: 'Check now' })).not.toHaveAttribute('aria-busy')
}

const stored = (page: Page) => page.evaluate(() => localStorage.getItem('unsure-payment'))

describe('when the answer is lost', () => {
  test('the server is asked, and what went through is shown as a success, sent once', async () => {
    const { agent, page, confirmations, sheet, submit, title, gotIt } = await openFilled()
    const letChecksThrough = await holdChecks(page)
    await loseAnswer(page)
    await submit.click()
    await expect(title).toBeVisible()
    await expect(sheet.getByText('Keep the cash and ask the player to wait.')).toBeVisible()
    letChecksThrough()
    await expect(sheet.getByText('The payment went through.')).toBeVisible()
    await gotIt.click()
    await expect(page.getByText('9,900.00 UZS')).toBeVisible()
    expect(confirmations).toHaveLength(1)
    expect(await stage.world.balance(agent.token)).toBe('9900.00')
    expect(await stored(page)).toBeNull()
  })

  test('an error page of a proxy counts as none', async () => {
    const { page, submit, title, gotIt } = await openFilled()
    const letChecksThrough = await holdChecks(page)
    await page.route(CONFIRM, async (route) => {
      await route.fetch()
      await route.fulfill({ status: 502, body: '<html>Bad gateway</html>', contentType: 'text/html' })
    })
    await submit.click()
    await expect(title).toBeVisible()
    letChecksThrough()
    await expect(gotIt).toBeVisible()
  })

  test('what did not go through is said only after it can’t arrive any more, and is sent again under the same key', async () => {
    const { agent, page, confirmations, sheet, submit, title, gotIt } = await openFilled({ hasClock: true })
    const nowInPage = () => page.evaluate(() => Date.now())
    await loseRequest(page)
    const sentAt = await nowInPage()
    await submit.click()
    await expect(title).toBeVisible()
    await page.clock.fastForward(8000)
    await expect(sheet.getByText('The payment did not go through. You can try again.')).toBeVisible()
    expect((await nowInPage()) - sentAt).toBeGreaterThanOrEqual(10_000)
    expect(await stored(page)).toBeNull()
    await page.unroute(CONFIRM)
    await expect(submit).toHaveText('Confirm deposit 100.00 UZS')
    await submit.click()
    await expect(gotIt).toBeVisible()
    expect(confirmations).toHaveLength(2)
    expect(keyOf(confirmations[1])).toBe(keyOf(confirmations[0]))
    expect(await stage.world.balance(agent.token)).toBe('9900.00')
  })

  test('a stray tap leaves the popup open, nothing can be confirmed again, and support can be asked', async () => {
    const { page, sheet, submit, title } = await openFilled()
    await page.route(LOOK_UP, (route) => route.abort())
    await loseAnswer(page)
    await submit.click()
    await expect(title).toBeVisible()
    await page.keyboard.press('Escape')
    await page.mouse.click(195, 20)
    await untilDrawn(page)
    await expect(title).toBeVisible()
    await expect(sheet.getByRole('button', { name: 'Close', exact: true })).toBeHidden()
    await expect(submit).toBeHidden()
    await expect(sheet.getByRole('link', { name: 'Contact support' })).toBeVisible()
    await sheet.getByRole('button', { name: 'Close and check later' }).click()
    await expect(sheet).toBeHidden()
    await page.getByRole('button', { name: 'TopUp' }).click()
    await expect(title).toBeVisible()
  })

  test('another agent’s confirmation ends it', async () => {
    const { page, sheet, submit, transactionId } = await openFilled()
    const other = await makeAgent(stage.world)
    await page.route(CONFIRM, async (route) => {
      await stage.world.confirm(other.token, { type: 'deposit', transaction_id: transactionId, amount: '100.00' })
      await route.abort('connectionreset')
    })
    await submit.click()
    await expect(sheet.getByText('The payment did not go through.')).toBeVisible()
    await expect(sheet.getByText('This transaction was already confirmed.')).toBeVisible()
  })

  test('without a network it waits, and checks at once when the network is back', async () => {
    const { page, sheet, submit, title, gotIt } = await openFilled({ hasClock: true })
    await page.route(CONFIRM, async (route) => {
      await route.fetch()
      await page.context().setOffline(true)
      await route.abort('internetdisconnected')
    })
    await submit.click()
    await expect(title).toBeVisible()
    await expect(sheet.getByText('No connection. We will check as soon as it is back.')).toBeVisible()
    await letChecksFail(page)
    await page.context().setOffline(false)
    await expect(gotIt).toBeVisible({ timeout: BEFORE_NEXT_CHECK_MS })
  })

  test('the agent can check now', async () => {
    const { page, sheet, submit, title, gotIt } = await openFilled({ hasClock: true })
    await page.route(LOOK_UP, (route) => route.abort())
    await loseAnswer(page)
    await submit.click()
    await expect(title).toBeVisible()
    await letChecksFail(page)
    await page.unroute(LOOK_UP)
    await sheet.getByRole('button', { name: 'Check now' }).click()
    await expect(gotIt).toBeVisible({ timeout: BEFORE_NEXT_CHECK_MS })
  })
})

describe('when the app is closed before the answer came', () => {
  test('it opens again with the question, and finds the answer', async () => {
    const { page, transactionId, submit, title, confirmations } = await openFilled()
    await page.route(LOOK_UP, (route) => route.abort())
    await loseAnswer(page)
    await submit.click()
    await expect(title).toBeVisible()
    await page.reload()
    await expect(title).toBeVisible()
    await page.unroute(LOOK_UP)
    const { sheet, gotIt } = popupOf(page)
    await expect(sheet.getByText(transactionId)).toBeVisible()
    await expect(gotIt).toBeVisible()
    expect(confirmations).toHaveLength(1)
    await gotIt.click()
    await page.reload()
    await expect(page.getByText('9,900.00 UZS')).toBeVisible()
    await expect(title).toBeHidden()
  })

  test('the security code is not kept, and is asked for again when it did not go through', async () => {
    const agent = await makeAgent(stage.world, { float: '10000.00' })
    const page = await stage.newPhone({ as: agent })
    await page.clock.install()
    const withdrawal = await openWithdrawal(stage.world, '100.00')
    const { id, submit, gotIt, typeCode, sheet } = await openPopup(page, 'withdraw')
    await id.fill(withdrawal.id)
    await typeCode(withdrawal.code)
    await expect(submit).toBeEnabled()
    await loseRequest(page)
    await submit.click()
    await expect(page.getByRole('heading', { name: TITLE })).toBeVisible()
    expect(await stored(page)).toContain(withdrawal.id)
    expect(await stored(page)).not.toContain(withdrawal.code)
    await page.unroute(CONFIRM)
    await page.reload()
    await expect(page.getByRole('heading', { name: TITLE })).toBeVisible()
    await page.clock.fastForward(10_000)
    await expect(sheet.getByText('The payment did not go through.')).toBeVisible()
    await expect(id).toHaveValue(withdrawal.id)
    await expect(submit).toBeDisabled()
    await typeCode(withdrawal.code)
    await submit.click()
    await expect(gotIt).toBeVisible()
    expect(await stage.world.balance(agent.token)).toBe('10100.00')
  })

  const attemptOf = (agent: Agent, transactionId: string, ageMs: number) =>
    JSON.stringify({
      key: crypto.randomUUID(),
      type: 'deposit',
      transactionId,
      amount: '100.00',
      cashId: agent.cashId,
      sentAtMs: Date.now() - ageMs,
    })

  test('another agent on the same device is not asked about it', async () => {
    const [agent, other] = [await makeAgent(stage.world), await makeAgent(stage.world)]
    const unsure = attemptOf(other, await openDeposit(stage.world, '100.00'), 60_000)
    const page = await stage.newPhone({ as: agent, stored: { 'unsure-payment': unsure } })
    const { submit } = await openPopup(page, 'deposit')
    await expect(submit).toBeVisible()
    await expect(page.getByRole('heading', { name: TITLE })).toHaveCount(0)
  })

  test('after two minutes without any answer it can be put aside, and comes first at the next payment', async () => {
    const agent = await makeAgent(stage.world)
    const unsure = attemptOf(agent, await openDeposit(stage.world, '100.00'), 130_000)
    const page = await stage.newPhone({ as: agent, stored: { 'unsure-payment': unsure } })
    await page.route(LOOK_UP, (route) => route.abort())
    await page.goto('/dashboard')
    const { sheet } = popupOf(page)
    await expect(sheet.getByText('Write down the transaction ID and contact support.')).toBeVisible()
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(sheet).toBeHidden()
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await expect(page.getByRole('heading', { name: TITLE })).toBeVisible()
  })
})
