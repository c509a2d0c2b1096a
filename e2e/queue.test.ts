import { randomUUID } from 'node:crypto'
import { cancelTransaction, createTransaction } from '@cashbox/contract/partner'
import { expect, expectQuiet, openStage, type Stage, untilDrawn } from '@cashbox/testing/browser/stage'
import { openPartner, type PartnerClient } from '@cashbox/testing/partner-client'
import { afterAll, beforeAll, test } from 'vitest'
import { makeAgent } from './agents.ts'

let stage: Stage
let partner: PartnerClient
beforeAll(async () => {
  stage = await openStage()
  partner = await openPartner(stage.world)
})
afterAll(() => stage.close())

async function aimAt(cashId: string, amount: string, type: 'deposit' | 'withdraw' = 'deposit') {
  const { payload } = await partner.call(createTransaction, {
    reference: randomUUID(),
    type,
    amount,
    currency_code: 'UZS',
    player_id: '48210001',
    cash_id: cashId,
  })
  return payload.transaction.transaction_id
}

test('a transaction aimed at this cashbox appears by itself, opens filled in, and goes when it is confirmed', async () => {
  const agent = await makeAgent(stage.world, { float: '10000.00' })
  const page = await stage.newPhone({ as: agent })
  // Only what comes after the list was read is announced.
  const read = page.waitForResponse(/\/payments\/pending/)
  await page.goto('/dashboard')
  await expect(page.getByText('10,000.00')).toBeVisible()
  await read
  await untilDrawn(page)
  await expect(page.getByRole('heading', { name: 'Open transactions' })).toHaveCount(0)
  const id = await aimAt(agent.cashId, '250.00')
  await expect(page.getByText('New deposit: 250.00 UZS')).toBeVisible()
  const entry = page.getByRole('button', { name: `Open deposit ${id}` })
  await expect(entry).toBeVisible()
  await entry.click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByLabel('Transaction ID')).toHaveValue(id)
  await sheet.getByRole('button', { name: 'Confirm deposit 250.00 UZS' }).click()
  await sheet.getByRole('button', { name: 'Got It' }).click()
  await expect(page.getByText('9,750.00')).toBeVisible()
  await expect(entry).toHaveCount(0)
  expectQuiet(page)
})

test('two open tabs and a phone agree', async () => {
  const agent = await makeAgent(stage.world, { float: '5000.00' })
  const first = await stage.newPhone({ as: agent })
  const second = await first.context().newPage()
  const phone = await stage.newPhone({ as: agent })
  const all = [first, second, phone]
  for (const page of all) {
    await page.goto('/dashboard')
    await expect(page.getByText('5,000.00')).toBeVisible()
  }
  const id = await aimAt(agent.cashId, '100.00')
  for (const page of all) await expect(page.getByRole('button', { name: `Open deposit ${id}` })).toBeVisible()
  await stage.world.confirm(agent.token, { type: 'deposit', transaction_id: id, amount: '100.00' })
  for (const page of all) {
    await expect(page.getByText('4,900.00')).toBeVisible()
    await expect(page.getByRole('button', { name: `Open deposit ${id}` })).toHaveCount(0)
  }
})

test('what the partner cancels goes by itself', async () => {
  const agent = await makeAgent(stage.world)
  const page = await stage.newPhone({ as: agent })
  await page.goto('/dashboard')
  const id = await aimAt(agent.cashId, '80.00', 'withdraw')
  const entry = page.getByRole('button', { name: `Open withdrawal ${id}` })
  await expect(entry).toBeVisible()
  await partner.call(cancelTransaction, { transaction_id: id })
  await expect(entry).toHaveCount(0)
})

test('another cashbox sees nothing of it', async () => {
  const [mine, other] = [await makeAgent(stage.world), await makeAgent(stage.world)]
  const page = await stage.newPhone({ as: other })
  await page.goto('/dashboard')
  await expect(page.getByText('Available Balance')).toBeVisible()
  await aimAt(mine.cashId, '60.00')
  await page.reload()
  await expect(page.getByText('Available Balance')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Open transactions' })).toHaveCount(0)
})

test('after the network was gone, the queue catches up', async () => {
  const agent = await makeAgent(stage.world)
  const page = await stage.newPhone({ as: agent })
  await page.goto('/dashboard')
  await expect(page.getByText('Available Balance')).toBeVisible()
  await page.context().setOffline(true)
  const id = await aimAt(agent.cashId, '70.00')
  await page.context().setOffline(false)
  await expect(page.getByRole('button', { name: `Open deposit ${id}` })).toBeVisible()
})
