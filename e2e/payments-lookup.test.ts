import { sql } from '@cashbox/postgres/database'
import { expect, expectQuiet, openStage, type Stage, stopClock } from '@cashbox/testing/browser/stage'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { makeAgent } from './agents.ts'
import { callsTo, LOOK_UP, openDeposit, openPopup, openWithdrawal, typeAsScanner } from './payments-popup.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

async function open(type: 'deposit' | 'withdraw', { hasClock = false } = {}) {
  const agent = await makeAgent(stage.world)
  const page = await stage.newPhone({ as: agent })
  if (hasClock) await page.clock.install()
  const lookUps = callsTo(page, '/payments/lookup')
  const confirmations = callsTo(page, '/payments/confirm')
  return { agent, page, lookUps, confirmations, ...(await openPopup(page, type)) }
}

describe('the look-up', () => {
  test('shows player, fee and the time that is left, and the amount in its field', async () => {
    const { page, sheet, id, amount } = await open('deposit')
    await id.fill(await openDeposit(stage.world, '1250.00'))
    await expect(sheet.getByText('48***07')).toBeVisible()
    await expect(amount).toHaveValue('1,250.00')
    await expect(sheet.getByRole('definition').filter({ hasText: '1,250.00' })).toHaveCount(0)
    await expect(sheet.getByRole('definition').filter({ hasText: '+25.00' })).toBeVisible()
    await expect(sheet.getByText('23 hours left')).toBeVisible()
    expectQuiet(page)
  })

  test('waits until the typing stops, and asks once', async () => {
    const { page, id, lookUps, amount } = await open('deposit', { hasClock: true })
    const transactionId = await openDeposit(stage.world, '10.00')
    await stopClock(page)
    for (const character of transactionId) {
      await id.pressSequentially(character)
      await page.clock.runFor(400)
    }
    expect(lookUps).toHaveLength(0)
    await page.clock.resume()
    await expect(amount).toHaveValue('10.00')
    await page.clock.runFor(1000)
    expect(lookUps).toHaveLength(1)
  })

  test('does not guess with half an ID while it is typed, but asks when the field is left', async () => {
    const { page, sheet, id, amount, lookUps } = await open('deposit', { hasClock: true })
    await id.pressSequentially('ABCDEFGH2')
    await page.clock.runFor(1000)
    expect(lookUps).toHaveLength(0)
    await amount.focus()
    await expect(sheet.getByText('There is no open transaction with this ID.')).toBeVisible()
    expect(lookUps).toHaveLength(1)
  })

  test('of a scanned ID starts with its Enter, which confirms nothing', async () => {
    const { id, amount, submit, gotIt, confirmations } = await open('deposit')
    await id.pressSequentially(await openDeposit(stage.world, '10.00'))
    await id.press('Enter')
    await expect(amount).toHaveValue('10.00')
    await expect(submit).toBeEnabled()
    await id.press('Enter')
    await submit.click()
    await expect(gotIt).toBeVisible()
    expect(confirmations).toHaveLength(1)
  })

  test('takes the ID of a cash register’s scanner wherever the focus is, and its Enter confirms nothing', async () => {
    const { page, id, amount, submit, lookUps, confirmations } = await open('deposit')
    const first = await openDeposit(stage.world, '10.00')
    await id.fill(first)
    await expect(amount).toHaveValue('10.00')
    const [second, third] = [await openDeposit(stage.world, '20.00'), await openDeposit(stage.world, '30.00')]
    await submit.focus()
    await typeAsScanner(page, second)
    await expect(id).toHaveValue(second)
    await expect(amount).toHaveValue('20.00')
    await amount.focus()
    await typeAsScanner(page, third)
    await expect(id).toHaveValue(third)
    await expect(amount).toHaveValue('30.00')
    // Each may be judged again meanwhile, and nothing between them was taken for an ID.
    const asked = lookUps.map((call) => (call.postDataJSON() as { transaction_id: string }).transaction_id)
    expect(new Set(asked)).toEqual(new Set([first, second, third]))
    expect(confirmations).toHaveLength(0)
  })

  test('takes an ID from the clipboard', async () => {
    const { page, sheet, id, amount } = await open('deposit')
    const transactionId = await openDeposit(stage.world, '10.00')
    await page.evaluate((text) => navigator.clipboard.writeText(` ${text}\n`), transactionId)
    await sheet.getByRole('button', { name: 'Paste' }).click()
    await expect(id).toHaveValue(transactionId)
    await expect(amount).toHaveValue('10.00')
  })

  test('fills in the amount, and takes it away with the ID it belongs to', async () => {
    const { page, id, amount } = await open('deposit')
    await id.fill(await openDeposit(stage.world, '10.00'))
    await expect(amount).toHaveValue('10.00')
    const held = Promise.withResolvers<void>()
    await page.route(LOOK_UP, async (route) => {
      await held.promise
      await route.continue()
    })
    await id.fill(await openDeposit(stage.world, '20.00'))
    await expect(amount).toHaveValue('')
    held.resolve()
    await expect(amount).toHaveValue('20.00')
  })

  test('leaves the amount alone that the agent has typed', async () => {
    const { sheet, id, amount } = await open('deposit')
    await amount.fill('7')
    await id.fill(await openDeposit(stage.world, '10.00'))
    await expect(sheet.getByText('48***07')).toBeVisible()
    await expect(amount).toHaveValue('7')
  })

  test('that fails lets the agent fill in the form', async () => {
    const { agent, page, sheet, id, amount, submit, gotIt } = await open('deposit')
    await page.route(LOOK_UP, (route) => route.abort())
    await id.fill(await openDeposit(stage.world, '10.00'))
    await expect(sheet.getByText('Could not look up the transaction. You can fill in the form yourself.')).toBeVisible()
    await amount.fill('10')
    await submit.click()
    await expect(gotIt).toBeVisible()
    expect(await stage.world.balance(agent.token)).toBe('4999990.00')
  })

  test('of the other type says so at once and leads to the right form', async () => {
    const { sheet, id, amount, submit } = await open('deposit')
    const withdrawal = await openWithdrawal(stage.world, '10.00')
    await id.fill(withdrawal.id)
    await expect(sheet.getByText(/^This is a (deposit, not a withdrawal|withdrawal, not a deposit)\.$/)).toBeVisible()
    await expect(submit).toBeDisabled()
    await sheet.getByRole('button', { name: `Open withdrawal ${withdrawal.id}` }).click()
    await expect(sheet.getByRole('heading', { name: 'Withdrawal' })).toBeVisible()
    await expect(id).toHaveValue(withdrawal.id)
    await expect(amount).toHaveValue('10.00')
  })

  test('of one that this agent has confirmed says so, and can’t be confirmed again', async () => {
    const { agent, sheet, id, amount, submit } = await open('deposit')
    const transactionId = await openDeposit(stage.world, '10.00')
    await stage.world.confirm(agent.token, { type: 'deposit', transaction_id: transactionId, amount: '10.00' })
    await id.fill(transactionId)
    await expect(sheet.getByText('You have already confirmed this transaction.')).toBeVisible()
    await amount.fill('10')
    await expect(submit).toBeDisabled()
  })

  test('shows that a transaction has expired', async () => {
    const { sheet, id } = await open('deposit')
    const transactionId = await openDeposit(stage.world, '10.00')
    await stage.world.db.execute(
      sql`
        update player_transaction set created_at = created_at - interval '2 days', expires_at = created_at - interval '1 day'
        where transaction_id = ${transactionId}`,
    )
    await id.fill(transactionId)
    await expect(sheet.getByText('This transaction has expired. Ask the player to create a new one.')).toBeVisible()
  })
})
