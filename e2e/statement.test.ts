import { randomUUID } from 'node:crypto'
import { formatMoney } from '@cashbox/agent/platform/time/formats'
import { explainBalance, type HistoryItem } from '@cashbox/contract'
import { createMoneyRequest } from '@cashbox/contract/operator'
import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import { operatorOf } from '@cashbox/testing/operator-client'
import { afterAll, beforeAll, test } from 'vitest'
import { faults } from './access.ts'
import { type Agent, makeAgent } from './agents.ts'
import { rows, storedHistory } from './history-list.ts'

let stage: Stage
let agent: Agent
let history: readonly HistoryItem[]
beforeAll(async () => {
  stage = await openStage()
  agent = await makeAgent(stage.world, { history: 45, float: '250000.00' })
  history = await storedHistory(stage.world, agent)
})
afterAll(() => stage.close())

test('an agent finds out what moved the balance: lines, kinds, words, the story of a line, and news at once', async () => {
  const { world } = stage
  const page = await stage.newPhone({ as: agent })
  await page.goto('/dashboard')
  await page.getByRole('main').getByRole('link', { name: 'Statement' }).click()
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByText('Closing balance')).toBeVisible()
  await expect.poll(async () => (await rows(page).first().boundingBox())?.y).toBeLessThan(422)
  await expect(page.getByRole('link', { name: 'History', exact: true })).toHaveAttribute('aria-current', 'page')

  const card = page.getByRole('region', { name: 'How your balance changed' })
  const { explanation } = (await world.call(explainBalance, {}, { token: agent.token })).payload
  await page.getByLabel('Period').selectOption({ label: 'All time' })
  await card.getByText('How your balance changed').click()
  for (const { amount } of explanation.kinds) {
    await expect(card.getByText(formatMoney(amount.replace('-', '')))).toHaveCount(1)
  }
  await expect(card).toContainText(/Opening balance\s*0\.00\s*UZS/)
  await expect(card).toContainText(/Closing balance\s*250,000\.00\s*UZS/)
  expect(await faults(page)).toEqual([])

  const finance = await operatorOf(world.address, 'finance')
  await finance.call(createMoneyRequest, {
    id: randomUUID(),
    kind: 'adjustment',
    cash_id: agent.cashId,
    amount: '-1250.50',
    reason: 'Counted twice on Friday',
  })
  await expect(rows(page).first()).toContainText('−1,250.50')
  await expect(rows(page).first()).toContainText('Balance 248,749.50')
  await expect(card).toContainText(/Closing balance\s*248,749\.50\s*UZS/)

  const kind = (name: string) => card.getByRole('button', { name: new RegExp(`^${name}`) })
  await kind('Withdrawals').click()
  await expect(rows(page).first()).toContainText('Withdrawal')
  await expect(rows(page).filter({ hasText: 'Adjustment' })).toHaveCount(0)
  await kind('Adjustments').click()
  await expect(rows(page).first()).toContainText('Adjustment')
  await rows(page).first().getByRole('link').click()
  await expect(page.getByRole('main')).toContainText('Counted twice on Friday')
  await expect(page.getByRole('main')).toContainText('250,000.00')
  await page.goBack()
  await expect(kind('Adjustments')).toHaveAttribute('aria-pressed', 'true')

  await kind('Deposits').click()
  await expect(rows(page).first()).toContainText('Deposit')
  const newest = history.find(({ type }) => type === 'deposit')
  await rows(page).first().getByRole('link').click()
  await expect(page.getByRole('main')).toContainText(newest?.transaction_id ?? '')
  await page.getByRole('link', { name: /Deposit · Commission/ }).click()
  await expect(page.getByRole('main')).toContainText(`+${formatMoney(newest?.fee ?? '')}`)
  await page.getByRole('main').getByRole('link', { name: 'Statement' }).click()
  await expect(page.getByRole('radio', { name: 'Commission' })).toBeChecked()
  expectQuiet(page)
})

test('the history is searched by ID, player and amount, and says when nothing is found', async () => {
  const page = await stage.newPhone({ as: agent })
  await page.goto('/history')
  await page.getByRole('button', { name: 'Search the history' }).click()
  const field = page.getByRole('searchbox', { name: 'Search the history' })
  const [item] = history.slice(20)
  if (!item) throw new Error('there is none')
  await field.fill('7')
  await expect(page.getByText('Type at least 2 characters')).toBeVisible()
  await field.fill(item.transaction_id.toLowerCase())
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).first()).toContainText(item.transaction_id)
  await field.fill(formatMoney(item.amount))
  await expect(rows(page).filter({ hasText: item.transaction_id })).toHaveCount(1)
  await expect(rows(page).filter({ hasNotText: formatMoney(item.amount) })).toHaveCount(0)
  const month = page.getByLabel('Month', { exact: true })
  await expect(month).toHaveValue('all')
  await month.selectOption({ index: 6 })
  await expect(page.getByText('Nothing found')).toBeVisible()
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByRole('region', { name: 'Month totals' })).toBeVisible()
  expectQuiet(page)
})
