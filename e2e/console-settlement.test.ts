import { createTransaction } from '@cashbox/contract/partner'
import { createPartner } from '@cashbox/partner'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect as compare, test } from 'vitest'
import { openPartner } from '../apps/server/test/partner-client.ts'
import { newTransaction } from '../apps/server/test/partner-world.ts'
import { makeAgent } from './agents.ts'
import { expect, expectQuiet, openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  compare(await stage.world.verify()).toEqual([])
  await stage.close()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('finance records a payment, an admin approves it, the statement is closed, and the partner accepts it', async () => {
  const { world } = stage
  const account = await openPartner(world)
  const agent = await makeAgent(world, { float: '10000.00' })
  const opened = (await account.call(createTransaction, newTransaction({ amount: '400.00' }))).payload.transaction
  await world.confirm(agent.token, { type: 'deposit', transaction_id: opened.transaction_id, amount: '400.00' })

  const author = await stage.newDesk({ as: 'finance' })
  await author.goto(`/console/partners/${account.code}`)
  await button(author, 'Record payment').click()
  await expect(author.getByLabel('Partner', { exact: true })).toHaveValue(account.code)
  await author.getByRole('radio', { name: 'From us to the partner' }).check()
  await author.getByLabel('Currency').selectOption('UZS')
  await author.getByLabel('Amount').fill('150')
  await author.getByLabel('Date on the bank statement').fill(world.clock.now().toISOString().slice(0, 10))
  await author.getByLabel('Bank reference').fill('INV 2026/11')
  await author.getByLabel('Reason').fill('Part of what we hold.')
  await expect(author.getByText('becomes')).toContainText('-150.00')
  await button(author, 'Review request').click()
  await expect(author.getByRole('dialog')).toContainText('INV 2026/11')
  await button(author, 'Send for approval').click()
  await expect(author.getByText('Waiting for approval. No money has moved yet')).toBeVisible()
  await author.getByRole('link', { name: 'View request' }).click()
  await expect(author.getByText('Waiting for another operator')).toBeVisible()
  const address = author.url()

  const colleague = await stage.newDesk({ as: 'admin' })
  await colleague.goto(address)
  await expect(colleague.getByText('INV 2026/11')).toBeVisible()
  await button(colleague, 'Approve').click()
  await button(colleague, 'Approve request').click()
  await expect(colleague.getByText(/Request \d+ completed\./)).toBeVisible()

  await author.goto(`/console/partners/${account.code}`)
  await expect(author.getByRole('row', { name: 'INV 2026/11' })).toContainText('150.00')
  await button(author, 'Close statement').click()
  const dialog = author.getByRole('dialog')
  await dialog.getByLabel('Currency').selectOption('UZS')
  await dialog.getByLabel('Reason').fill('Agreed with the partner.')
  await dialog.getByRole('button', { name: 'Close statement' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(
    author.getByRole('table', { name: 'Statements of account' }).getByRole('row', { name: 'UZS 1' }),
  ).toContainText('250.00')

  const { statements } = createPartner({
    url: world.address,
    key: account.key.id,
    secret: account.key.secret,
    now: () => world.clock.now(),
  })
  const [listed] = (await statements.list()).list
  compare(listed).toMatchObject({ number: 1, closing: '250.00', totals: { paid_out: '150.00' } })
  const signed = await statements.read(listed?.id ?? '')
  compare(signed.payments).toMatchObject([{ bank_reference: 'INV 2026/11', direction: 'out' }])
  compare((await statements.accept(listed?.id ?? '')).answer).toBe('accepted')

  await author.reload()
  await author.getByRole('button', { name: 'View UZS 1' }).click()
  await expect(author.getByRole('dialog')).toContainText('Accepted')
  await expect(author.getByRole('dialog')).toContainText('Opening position')
  const file = author.waitForEvent('download')
  await author.getByRole('dialog').getByRole('link', { name: 'PDF' }).click()
  compare((await file).suggestedFilename()).toBe(`cashbox-statement-${account.code}-UZS-1.pdf`)
  expectQuiet(author)
  expectQuiet(colleague)
})
