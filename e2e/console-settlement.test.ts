import { createTransaction } from '@cashbox/contract/partner'
import { createPartner } from '@cashbox/partner'
import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import { openPartner } from '@cashbox/testing/partner-client'
import { newTransaction } from '@cashbox/testing/partner-world'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect as compare, test } from 'vitest'
import { makeAgent } from './agents.ts'
import { openDeposit, openPopup } from './payments-popup.ts'

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
  await author.goto(`/console/partners/${account.code}?tab=settlement`)
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

  await author.goto(`/console/partners/${account.code}?tab=settlement`)
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

test('an admin limits what a player pays in, an agent reads it before taking cash, and two admins raise it', async () => {
  const page = await stage.newDesk({ as: 'admin' })
  await page.goto('/console/channels')
  await expect(page.getByText('No limits per player')).toBeVisible()
  await button(page, 'New limit').click()
  const form = page.getByRole('dialog', { name: 'New limit per player' })
  await form.getByLabel('Currency').selectOption('UZS')
  await form.getByLabel('Per day').fill('1000')
  await form.getByLabel('Reason').fill('The new law.')
  await button(page, 'Save').click()
  await expect(form).toHaveCount(0)
  const limits = page.getByRole('table', { name: 'Limits per player' })
  const row = limits.getByRole('row', { name: /UZS Deposits.*All channels.*All partners/ })
  await expect(row).toContainText('1,000.00')

  const phone = await stage.newPhone({ as: await makeAgent(stage.world) })
  const { sheet, id, amount, submit } = await openPopup(phone, 'deposit')
  await id.fill(await openDeposit(stage.world, '1250.00'))
  await expect(sheet.getByText('This player has 1,000.00 UZS left of today’s limit.')).toBeVisible()
  await expect(submit).toBeDisabled()

  await row.getByRole('button', { name: /^Change/ }).click()
  const change = page.getByRole('dialog', { name: 'Change limit: UZS Deposits · All channels · All partners' })
  await change.getByLabel('Per day').fill('2000')
  await change.getByLabel('Reason').fill('As the partner asked.')
  await button(page, 'Save').click()
  await expect(change).toHaveCount(0)
  await expect(page.getByText('A change waits for approval: Limit per player (UZS deposit)')).toBeVisible()
  await expect(row).toContainText('1,000.00')
  const second = await stage.newDesk({ as: 'admin2' })
  await second.goto('/console/approvals?show=for_me')
  await second.getByRole('row', { name: 'UZS deposit' }).getByRole('link').click()
  await expect(second.getByRole('row', { name: /Limit per day/ })).toContainText(/1,000\.00\s*2,000\.00/)
  await button(second, 'Approve').click()
  await button(second, 'Approve request').click()
  await expect(second.getByText(/Request \d+ completed/)).toBeVisible()
  await page.reload()
  await expect(row).toContainText('2,000.00')

  await id.fill(await openDeposit(stage.world, '1250.00'))
  await expect(amount).toHaveValue('1,250.00')
  await expect(submit).toBeEnabled()
  expectQuiet(page)
  expectQuiet(phone, /422/)
})
