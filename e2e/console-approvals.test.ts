import { createMoneyRequest, listAgents, listRates, setAgentTerms } from '@cashbox/contract/operator'
import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import { operatorOf } from '@cashbox/testing/operator-client'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect as compare, test } from 'vitest'
import { faults } from './access.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  compare(await stage.world.verify()).toEqual([])
  await stage.close()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' })

async function readRate() {
  const { list } = (await (await operatorOf(stage.world.address, 'finance')).call(listRates, {})).payload
  return list.find(({ coin, currency_code }) => coin === 'USDT' && currency_code === 'UZS')?.rate
}

test('a far rate is asked for by one operator, and used once a colleague has approved it', async () => {
  const author = await stage.newDesk({ as: 'finance' })
  await author.goto('/console/rates')
  await author.getByRole('row', { name: 'USDT/UZS' }).getByRole('button', { name: 'Set rate' }).click()
  await author.getByLabel('New rate').fill('25000')
  await author.getByLabel('Reason').fill('The market doubled.')
  await button(author, 'Set rate').click()
  await expect(author.getByRole('dialog')).toContainText('a second operator must approve it')
  await button(author, 'Send for approval').dblclick()
  await expect(author.getByText(/Sent for approval \(#\d+\)\./)).toBeVisible()
  await author.goto('/console/approvals?show=mine')
  await author.getByRole('row', { name: 'The market doubled.' }).getByRole('link').click()
  await expect(author.getByText('Waiting for another operator')).toBeVisible()
  await expect(button(author, 'Approve')).toHaveCount(0)
  await expect(button(author, 'Withdraw request')).toBeVisible()
  compare(await readRate()).toBe('12650.50')

  const colleague = await stage.newDesk({ as: 'admin' })
  await colleague.goto('/console/today')
  await pages(colleague).getByRole('link', { name: 'Approvals 1 request waits for your decision' }).click()
  await colleague.getByLabel('Show', { exact: true }).selectOption('Waiting for me')
  await colleague.getByRole('row', { name: 'USDT/UZS' }).getByRole('link').click()
  await expect(colleague.getByRole('dialog')).toContainText('Requested by Sandbox finance.')
  await expect(colleague.getByRole('row', { name: 'Rate Needs a second operator 12650.50 25000' })).toBeVisible()
  await button(colleague, 'Approve').click()
  await colleague.getByLabel('Note').fill('Seen the market.')
  await button(colleague, 'Approve request').click()
  await expect(colleague.getByText(/Request \d+ completed\./)).toBeVisible()
  await colleague.keyboard.press('Escape')
  await expect(pages(colleague).getByRole('link', { name: 'Approvals', exact: true })).toBeVisible()
  compare(await readRate()).toBe('25000')

  await author.reload()
  await expect(author.getByRole('dialog')).toContainText('Seen the market.')
  for (const page of [author, colleague]) expectQuiet(page, /422/)
})

test('a raised approval limit waits for the second admin, who may reject it with a note', async () => {
  const author = await stage.newDesk({ as: 'admin' })
  await author.goto('/console/approvals')
  await button(author, 'Approval limits').click()
  await button(author, 'Change UZS').click()
  const dialog = author.getByRole('dialog')
  await expect(dialog).toContainText('If you raise one of them, a second admin must approve.')
  await dialog.getByLabel('Limit for one operator').fill('9000000')
  await dialog.getByLabel('Reason').fill('A busy month.')
  await button(author, 'Save').click()
  await expect(author.getByText(/Sent for approval \(#\d+\)\./)).toBeVisible()
  await expect(dialog.getByText('1,000,000.00')).toBeVisible()

  const second = await stage.newDesk({ as: 'admin2' })
  await second.goto('/console/approvals?show=for_me')
  await second.getByRole('row', { name: 'A busy month.' }).getByRole('link').click()
  await button(second, 'Reject').click()
  await expect(button(second, 'Reject request')).toBeDisabled()
  await second.getByLabel('Note').fill('Too much.')
  await button(second, 'Reject request').click()
  await expect(second.getByText(/Request \d+ rejected\./)).toBeVisible()
  for (const page of [author, second]) expectQuiet(page)
})

test('the second operator sees what the first one saw: the fields and why, the area on a map, the balance, and links', async () => {
  const risk = await operatorOf(stage.world.address, 'risk')
  const { list } = (await risk.call(listAgents, { search: 'fenced@cashbox.test' })).payload
  const { id: agent_id = '', cash_id = '', version = 0 } = list[0] ?? {}
  const reason = 'Works in the whole city.'
  await risk.call(setAgentTerms, { agent_id, version, geo_area: 20_000, reason })
  const finance = await operatorOf(stage.world.address, 'finance')
  const money = { kind: 'adjustment', cash_id, amount: '2000000.00', reason: 'A lost deposit.' } as const
  await finance.call(createMoneyRequest, { id: crypto.randomUUID(), ...money })

  const second = await stage.newDesk({ as: 'admin' })
  await second.goto('/console/approvals?show=for_me')
  await second.getByRole('row', { name: reason }).getByRole('link').click()
  const drawer = second.getByRole('dialog')
  await expect(drawer).toContainText('a radius of more than 5,000 m')
  await expect(drawer.getByRole('row', { name: 'Radius in metres Needs a second operator 300 20000' })).toBeVisible()
  await expect(drawer.getByRole('application').or(drawer.locator('.leaflet-container'))).toBeVisible()
  await expect(drawer.getByText('Balance', { exact: true })).toBeVisible()
  await expect(drawer.getByRole('link', { name: `(${cash_id})` })).toHaveAttribute(
    'href',
    `/console/agents/${agent_id}`,
  )
  compare(await faults(second)).toEqual([])

  await second.goto('/console/approvals?show=for_me')
  await second.getByRole('row', { name: money.reason }).getByRole('link').click()
  const { balance = '' } = list[0] ?? {}
  const before = Number(balance)
  const shown = (amount: number) => amount.toLocaleString('en', { minimumFractionDigits: 2 })
  await expect(drawer.getByText(`${shown(before)} becomes`, { exact: false }).first()).toBeAttached()
  await button(second, 'Approve').click()
  const question = second.getByRole('dialog', { name: /^Approve request/ })
  await expect(question).toContainText(shown(before + 2_000_000))
  await expect(question).toContainText(`(${cash_id})`)
  compare(await faults(second)).toEqual([])
  await button(second, 'Approve request').click()
  await expect(second.getByText(/Request \d+ completed\./)).toBeVisible()
  expectQuiet(second)
})
