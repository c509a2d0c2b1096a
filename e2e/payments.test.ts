import { getProfile, type TransactionType } from '@cashbox/contract'
import { sql } from '@cashbox/postgres/database'
import { expect, expectQuiet, openStage, type Stage, untilDrawn } from '@cashbox/testing/browser/stage'
import type { Route } from '@playwright/test'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { makeAgent } from './agents.ts'
import {
  CONFIRM,
  callsTo,
  keyOf,
  LOOK_UP,
  openDeposit,
  openPopup,
  openWithdrawal,
  popupOf,
  wrongCode,
} from './payments-popup.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  expect(await stage.world.verify()).toEqual([])
  await stage.close()
})

async function open(type: TransactionType, input: Parameters<typeof makeAgent>[1] = {}) {
  const agent = await makeAgent(stage.world, { float: '10000.00', ...input })
  const page = await stage.newPhone({ as: agent, timezoneId: 'Asia/Tashkent' })
  const confirmations = callsTo(page, '/payments/confirm')
  return { agent, page, confirmations, ...(await openPopup(page, type)) }
}

const refusal = (status: number, code: string, message: string, errors: Record<string, string[]> = {}) => ({
  status,
  json: { message, errors, code, request_id: 'request' },
})

describe('a deposit', () => {
  test('is confirmed from the ID alone, and the balance falls by it to the cent', async () => {
    const { agent, page, sheet, id, submit, gotIt } = await open('deposit')
    const transactionId = await openDeposit(stage.world, '1250.55')
    await id.fill(transactionId)
    await expect(submit).toHaveText('Confirm deposit 1,250.55 UZS')
    await submit.click()
    // Once, so that a screen reader does not repeat it.
    await expect(sheet.getByText('Payment was successful')).toHaveCount(1)
    await expect(sheet.getByText("Player's balance will be changed shortly")).toBeVisible()
    await expect(sheet.getByText('1,250.55 UZS')).toBeVisible()
    await expect(sheet.getByText(transactionId)).toBeVisible()
    await gotIt.click()
    await expect(sheet).toBeHidden()
    await expect(page.getByText('8,749.45 UZS')).toBeVisible()
    expect(await stage.world.balance(agent.token)).toBe('8749.45')
    expectQuiet(page)
  })

  test('shows the time of success in the chosen time zone', async () => {
    const { sheet, id, submit } = await open('deposit')
    await id.fill(await openDeposit(stage.world, '1.00'))
    await expect(submit).toBeEnabled()
    await submit.click()
    const moment = sheet.locator('time')
    const seconds = Date.parse((await moment.getAttribute('datetime')) ?? '') / 1000
    expect(Math.abs(seconds - Date.now() / 1000)).toBeLessThan(60)
    const [hour, minute] = new Date((seconds + 5 * 3600) * 1000).toISOString().slice(11, 16).split(':')
    await expect(moment).toHaveText(new RegExp(`^\\d\\d [A-Z][a-z]{2} \\d{4} ${hour}:${minute}$`))
  })

  test('is confirmed on a page without TLS, where browsers make no random IDs', async () => {
    const agent = await makeAgent(stage.world, { float: '10000.00' })
    const page = await stage.newPhone({ as: agent })
    await page.addInitScript(() => Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined }))
    const { id, submit, gotIt } = await openPopup(page, 'deposit')
    await id.fill(await openDeposit(stage.world, '12.50'))
    await submit.click()
    await gotIt.click()
    expect(await stage.world.balance(agent.token)).toBe('9987.50')
  })

  test('sends type, ID, amount and place as strings, no security code, and one key', async () => {
    const { confirmations, id, submit, gotIt } = await open('deposit')
    const transactionId = await openDeposit(stage.world, '12.50')
    const typed = `${transactionId.slice(0, 5)}-${transactionId.slice(5).toLowerCase()}`
    await id.fill(` ${typed} `)
    await submit.click()
    await expect(gotIt).toBeVisible()
    expect(confirmations[0]?.postDataJSON()).toEqual({
      type: 'deposit',
      transaction_id: typed,
      amount: '12.50',
      geo_lat: '41.2995000',
      geo_lon: '69.2401000',
      geo_accuracy: 10,
      geo_at: expect.any(Number),
    })
    expect(keyOf(confirmations[0])).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('makes the profit load again, also when it has not come yet', async () => {
    const page = await stage.newPhone({ as: await makeAgent(stage.world) })
    const [given, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holdAnswer = async (route: Route) => {
      const response = await route.fetch()
      given.resolve()
      await held.promise
      await route.fulfill({ response })
    }
    await page.route('**/api/payments/stats?**', holdAnswer, { times: 1 })
    const { id, submit, gotIt } = await openPopup(page, 'deposit')
    await given.promise
    await id.fill(await openDeposit(stage.world, '1000.00'))
    await submit.click()
    await gotIt.click()
    held.resolve()
    await expect(page.getByRole('region', { name: 'Profit' })).toContainText('Total Profit20.00')
  })
})

test('a withdrawal is confirmed with its code, and the balance rises by it to the cent', async () => {
  const { agent, page, confirmations, id, submit, gotIt, typeCode } = await open('withdraw')
  const withdrawal = await openWithdrawal(stage.world, '333.33')
  await id.fill(withdrawal.id)
  await expect(submit).toHaveText('Confirm withdrawal 333.33 UZS')
  await typeCode(withdrawal.code)
  await submit.click()
  await gotIt.click()
  await expect(page.getByText('10,333.33 UZS')).toBeVisible()
  expect(await stage.world.balance(agent.token)).toBe('10333.33')
  expect(confirmations[0]?.postDataJSON()).toMatchObject({ type: 'withdraw', security_code: withdrawal.code })
  expectQuiet(page)
})

test('an amount that can mean two things is asked, and is then sent as it was chosen', async () => {
  const { page, sheet, confirmations, id, amount, submit, gotIt } = await open('deposit')
  await page.route(LOOK_UP, (route) => route.abort())
  await id.fill(await openDeposit(stage.world, '1250.00'))
  const question = sheet.getByRole('group', { name: 'Which amount do you mean?' })
  for (const typed of ['1.250', '1,250']) {
    await amount.fill('')
    await amount.pressSequentially(typed)
    await expect(question.getByRole('button')).toHaveText(
      typed === '1,250' ? ['1,250.00', '1.25'] : ['1.25', '1,250.00'],
    )
    await expect(submit).toBeDisabled()
  }
  await question.getByRole('button', { name: '1,250.00' }).click()
  await expect(question).toBeHidden()
  await expect(amount).toHaveValue('1,250')
  await amount.fill('')
  await amount.pressSequentially('1.250,00')
  await expect(question).toBeHidden()
  await submit.click()
  await gotIt.click()
  expect(confirmations[0]?.postDataJSON()).toMatchObject({ amount: '1250.00' })
})

describe('the button', () => {
  test('is disabled while the ID or the amount is empty', async () => {
    const { page, id, amount, submit } = await open('deposit')
    await page.route(LOOK_UP, (route) => route.abort())
    await expect(submit).toBeDisabled()
    await id.fill('ABCDEFGH23')
    await expect(submit).toBeDisabled()
    await amount.fill('12.5')
    await expect(submit).toBeEnabled()
    await expect(submit).toHaveText('Confirm anyway')
    await id.fill('  ')
    await expect(submit).toBeDisabled()
  })

  test('is disabled for a withdrawal while the security code is empty', async () => {
    const { id, submit, typeCode } = await open('withdraw')
    await id.fill((await openWithdrawal(stage.world, '5.00')).id)
    await expect(submit).toHaveText('Confirm withdrawal 5.00 UZS')
    await expect(submit).toBeDisabled()
    await typeCode('123456')
    await expect(submit).toBeEnabled()
  })

  test('sends once, however often it is pressed', async () => {
    const { agent, page, confirmations, id, submit, gotIt } = await open('deposit')
    const held = Promise.withResolvers<void>()
    await page.route(CONFIRM, async (route) => {
      await held.promise
      await route.continue()
    })
    await id.fill(await openDeposit(stage.world, '100.00'))
    await expect(submit).toBeEnabled()
    await submit.evaluate((button: HTMLButtonElement) => {
      button.click()
      button.click()
    })
    await submit.click({ force: true })
    held.resolve()
    await gotIt.click()
    expect(confirmations).toHaveLength(1)
    expect(await stage.world.balance(agent.token)).toBe('9900.00')
  })

  test('is out of reach while there is no network', async () => {
    const { page, sheet, id, submit } = await open('deposit')
    await id.fill(await openDeposit(stage.world, '100.00'))
    await expect(submit).toBeEnabled()
    await page.context().setOffline(true)
    await expect(submit).toBeDisabled()
    await expect(sheet.getByText('You cannot confirm payments until it is back.')).toBeVisible()
    await page.context().setOffline(false)
    await expect(submit).toBeEnabled()
  })
})

test('the button to confirm stays on the screen of a phone, also while the camera looks for a code', async () => {
  const agent = await makeAgent(stage.world)
  const page = await stage.newPhone({ as: agent })
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => document.createElement('canvas').captureStream(1)
  })
  const { id } = await openWithdrawal(stage.world, '20.00')
  const popup = await openPopup(page, 'withdraw')
  await popup.id.fill(id)
  await expect(popup.sheet.getByText('Confirm first, then hand out 20.00 UZS')).toBeVisible()
  await expect(popup.submit).toBeInViewport({ ratio: 1 })
  await popup.sheet.getByRole('button', { name: 'Scan', exact: true }).click()
  await expect(popup.sheet.locator('video')).toBeVisible()
  await expect(popup.submit).toBeInViewport({ ratio: 1 })
})

describe('a refusal keeps the form open', () => {
  test('a wrong code is said under the code, and the right one then works under a new key', async () => {
    const { confirmations, sheet, id, submit, gotIt, typeCode } = await open('withdraw')
    const withdrawal = await openWithdrawal(stage.world, '50.00')
    await id.fill(withdrawal.id)
    await typeCode(wrongCode(withdrawal.code))
    await expect(submit).toBeEnabled()
    await submit.click()
    await expect(sheet.getByText('The security code is wrong. 4 tries left.')).toBeVisible()
    await expect(submit).toBeDisabled()
    await expect(sheet.getByLabel('Character 1 of 6')).toBeFocused()
    await typeCode(withdrawal.code)
    await submit.click()
    await expect(gotIt).toBeVisible()
    expect(confirmations).toHaveLength(2)
    expect(keyOf(confirmations[0])).not.toBe(keyOf(confirmations[1]))
  })

  test('after a wrong code, and for a locked or unknown transaction, nothing invites to confirm or to pay out', async () => {
    const { sheet, id, submit, gotIt, typeCode } = await open('withdraw')
    const withdrawal = await openWithdrawal(stage.world, '50.00')
    const mayPay = sheet.getByText('Confirm first, then hand out 50.00 UZS')
    await id.fill(withdrawal.id)
    await expect(mayPay).toBeVisible()
    await typeCode(wrongCode(withdrawal.code))
    await submit.click()
    await expect(sheet.getByText('The security code was wrong. Ask the player for the code again.')).toBeVisible()
    await expect(mayPay).toBeHidden()
    await expect(submit).toHaveText('Confirm withdrawal 50.00 UZS')
    for (let left = 4; left > 0; left--) {
      await typeCode(wrongCode(withdrawal.code))
      await expect(mayPay).toBeVisible()
      await submit.click()
      await expect(submit).toBeDisabled()
    }
    await expect(sheet.getByText('This transaction cannot be confirmed.')).toBeVisible()
    await typeCode(withdrawal.code)
    await expect(submit).toBeDisabled()
    await expect(submit).not.toHaveText('Confirm anyway')
    await id.fill('NNNNNNNNNN')
    await expect(sheet.getByText('There is no open transaction with this ID.')).toBeVisible()
    await expect(sheet.getByText('Ask the player for this ID.')).toBeHidden()
    await expect(submit).toBeDisabled()
    await expect(gotIt).toBeHidden()
  })

  test('an amount that does not match is said under the amount', async () => {
    const { agent, sheet, id, amount, submit } = await open('deposit')
    await id.fill(await openDeposit(stage.world, '50.00'))
    await expect(amount).toHaveValue('50.00')
    await amount.fill('49.99')
    await submit.click()
    await expect(sheet.getByText('The amount does not match this transaction.')).toBeVisible()
    await expect(amount).toHaveAttribute('aria-invalid', 'true')
    await expect(id).toHaveValue(/.{10}/)
    expect(await stage.world.balance(agent.token)).toBe('10000.00')
  })

  test('too little balance is said before cash moves and under the amount, and works under a new key once there is enough', async () => {
    const { agent, page, sheet, id, submit, gotIt } = await open('deposit', { float: '30.00' })
    await id.fill(await openDeposit(stage.world, '50.00'))
    await expect(sheet.getByText('Your balance is 20.00 UZS short.')).toBeVisible()
    await expect(sheet.getByText('Don’t take cash yet')).toBeVisible()
    await expect(sheet.getByRole('link', { name: 'Add funds' })).toBeVisible()
    await expect(submit).toHaveText('Confirm anyway')
    await submit.click()
    await expect(sheet.getByText('Your balance is too low for this deposit. Add funds first.')).toBeVisible()
    const withdrawal = await openWithdrawal(stage.world, '20.00')
    await stage.world.confirm(agent.token, {
      type: 'withdraw',
      transaction_id: withdrawal.id,
      amount: '20.00',
      security_code: withdrawal.code,
    })
    // The change of the balance has the transaction judged again.
    await expect(sheet.getByText('Take 50.00 UZS, then confirm')).toBeVisible()
    await expect(sheet.getByText('Don’t take cash yet')).toBeHidden()
    await submit.click()
    await gotIt.click()
    await expect(page.getByText('0.00 UZS', { exact: true }).first()).toBeVisible()
  })

  test('an unknown ID is said under the ID', async () => {
    const { page, sheet, id, amount, submit } = await open('deposit')
    await page.route(LOOK_UP, (route) => route.abort())
    await id.fill('NNNNNNNNNN')
    await amount.fill('1')
    await submit.click()
    await expect(sheet.getByText('There is no open transaction with this ID.')).toBeVisible()
    await expect(id).toHaveAttribute('aria-invalid', 'true')
    await id.fill('NNNNNNNNN')
    await expect(sheet.getByText('There is no open transaction with this ID.')).toBeHidden()
  })

  test('outside the area is an error notification', async () => {
    const { agent, page, sheet, id, submit } = await open('deposit', { geoArea: 300 })
    await id.fill(await openDeposit(stage.world, '50.00'))
    await expect(submit).toBeEnabled()
    // The point moves, and the app does not know yet.
    await stage.world.db.execute(sql`update agent set geo_lat = 41.5 where id = ${agent.id}`)
    await submit.click()
    await expect(
      page
        .locator('[role=alert]')
        .getByText("You're out of the allowed area. Kindly return to it as soon as possible."),
    ).toBeVisible()
    await expect(sheet).toBeVisible()
    expect(await stage.world.balance(agent.token)).toBe('10000.00')
  })

  test('a status that has changed is said in the form, and does not log out', async () => {
    const { agent, page, sheet, id, submit } = await open('deposit')
    await id.fill(await openDeposit(stage.world, '50.00'))
    await expect(submit).toBeEnabled()
    await stage.world.db.execute(sql`update agent set status = 'suspended' where id = ${agent.id}`)
    await submit.click()
    await expect(sheet.getByText('Your account status does not allow this.')).toBeVisible()
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('heading', { name: 'Your account is suspended' })).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test('too many tries are said in the form', async () => {
    const { page, sheet, id, submit } = await open('deposit')
    await id.fill(await openDeposit(stage.world, '50.00'))
    await page.route(CONFIRM, (route) =>
      route.fulfill(refusal(429, 'too_many_requests', 'Too many attempts. Try again in 9 seconds.')),
    )
    await submit.click()
    await expect(sheet.getByText('Payment was failed')).toBeVisible()
    await expect(sheet.getByText('Too many attempts. Try again in 9 seconds.')).toBeVisible()
  })

  test('maintenance is an error notification with the message', async () => {
    const { page, sheet, id, submit } = await open('deposit')
    await id.fill(await openDeposit(stage.world, '50.00'))
    await page.route(CONFIRM, (route) =>
      route.fulfill(refusal(422, 'maintenance', 'Back at noon.', { maintenance: ['Back at noon.'] })),
    )
    await submit.click()
    await expect(page.locator('[role=alert]').getByText('Back at noon.')).toBeVisible()
    await expect(sheet.getByText('Payment was failed')).toBeHidden()
  })
})

test('a popup is opened once, however often its button is pressed', async () => {
  const { token } = await makeAgent(stage.world)
  const page = await stage.newPhone({ as: { token } })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'TopUp' }).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await expect(page.getByRole('dialog')).toBeVisible()
  await untilDrawn(page)
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

test('of two buttons that are pressed before the popup has arrived, the last one counts', async () => {
  const { token } = await makeAgent(stage.world)
  const page = await stage.newPhone({ as: { token } })
  const pressed = Promise.withResolvers<void>()
  await page.route('**/payment-popup-*.js', async (route) => {
    await pressed.promise
    await route.continue()
  })
  await page.goto('/dashboard')
  const deposit = page.getByRole('button', { name: 'TopUp' })
  await deposit.click()
  await expect(deposit).toHaveAttribute('aria-busy', 'true')
  await page.getByRole('button', { name: 'Withdraw' }).click()
  pressed.resolve()
  await expect(page.getByRole('dialog', { name: 'Withdrawal' })).toBeVisible()
  await untilDrawn(page)
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

test('who leaves the area loses neither the popup nor the way back to it', async () => {
  const { page, sheet, submit } = await open('deposit', { geoArea: 300 })
  await expect(submit).toBeVisible()
  await page.context().setGeolocation({ latitude: 41.31, longitude: 69.2401 })
  await expect(page.getByText("You're out of the allowed area.")).toBeVisible()
  await expect(sheet).toBeHidden()
  await page.context().setGeolocation({ latitude: 41.2995, longitude: 69.2401 })
  await expect(submit).toBeVisible()
})

test('a demo agent confirms without a place', async () => {
  const agent = await makeAgent(stage.world, { isDemo: true })
  const page = await stage.newPhone({ as: agent, geolocation: 'denied' })
  await page.route(LOOK_UP, (route) => route.abort())
  const confirmations = callsTo(page, '/payments/confirm')
  const { id, amount, submit } = await openPopup(page, 'deposit')
  await id.fill('NNNNNNNNNN')
  await amount.fill('1')
  await submit.click()
  await expect(popupOf(page).sheet.getByText('There is no open transaction with this ID.')).toBeVisible()
  expect(confirmations[0]?.postDataJSON()).toMatchObject({ geo_lat: '', geo_lon: '' })
  const { payload } = await stage.world.call(getProfile, {}, { token: agent.token })
  expect(payload.user.is_demo).toBe(true)
})
