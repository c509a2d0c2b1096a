import { randomUUID } from 'node:crypto'
import { createMoneyRequest } from '@cashbox/contract/operator'
import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import { operatorOf } from '@cashbox/testing/operator-client'
import { afterAll, beforeAll, test } from 'vitest'
import { makeAgent } from './agents.ts'
import { propsOf } from './props.ts'
import { topupsIn } from './topups.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  const props = propsOf({ address: stage.world.address, signIn: (name) => stage.world.logIn(name) }, 'en')
  await props.confirmDeposit('12500.00')
  await props.lockWithdrawal('8000.00')
  await props.holdPayment('60')
  const finance = await operatorOf(stage.world.address, 'finance')
  const reason = 'Counted twice on Friday, after both of them had looked at the receipts of the whole week.'
  const input = { kind: 'adjustment', cash_id: '100001', reason, amount: '9000000.00' } as const
  await finance.call(createMoneyRequest, { id: randomUUID(), ...input })
})
afterAll(() => stage.close())

/** A line of text with the room around it. */
const ONE_LINE = 46

test('on a desk a row of a list is one line high, and every page of the navigation has a name of one line', async () => {
  const page = await stage.newDesk({ as: 'admin' })
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const path of [
    'transactions',
    'approvals',
    'agents',
    'waiting',
    'held-topups',
    'partners',
    'operators',
    'audit',
  ]) {
    await page.goto(`/console/${path}`)
    await expect(page.locator('tbody tr').first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    const heights = () => page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.clientHeight))
    expect((await heights()).filter((high) => high >= ONE_LINE).map((high) => `${path} ${high}`)).toEqual([])
  }
  const entries = page.getByRole('navigation').getByRole('link')
  const high = await entries.evaluateAll((links) => links.map(({ clientHeight }) => clientHeight))
  expect(Math.max(...high)).toBeLessThan(ONE_LINE)
  expectQuiet(page)
})

test('a date is typed and shown in the form that every date has', async () => {
  const page = await stage.newDesk({ as: 'finance' })
  await page.goto('/console/transactions')
  await page.getByRole('button', { name: 'More filters' }).click()
  const from = page.getByLabel('Created from')
  await from.fill('4.5.2031 9:30')
  await from.press('Tab')
  await expect(from).toHaveValue('04 May 2031 09:30')
  await expect(page).toHaveURL(/created_from=1935653400/)
  await page.goto('/console/reports?from=2026-11')
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('Nov 2026')
  expect(
    await page
      .locator('input[type=date], input[type=month], input[type=datetime-local]')
      .evaluateAll((inputs) => inputs.filter((input) => input.getAttribute('aria-hidden') === null).length),
  ).toBe(0)
  expectQuiet(page)
})

test('a held top-up names its sum in groups of three, and its sender and hash can be copied and looked up', async () => {
  const { id: agentId } = await makeAgent(stage.world)
  const topups = topupsIn(stage.world)
  const id = await topups.arrive({ agentId, units: 1_500_000_000n })
  await topups.hold(id, 'below_minimum')
  const page = await stage.newDesk({ as: 'finance' })
  await page.goto('/console/held-topups?reason=below_minimum')
  await page.locator('[data-row-link]').first().click()
  const drawer = page.getByRole('dialog', { name: 'Held top-up' })
  await expect(drawer).toContainText(/1,500\s*USDT/)
  await expect(drawer.getByRole('button', { name: /^Copy.*sender/i })).toBeVisible()
  await expect(drawer.getByRole('link', { name: /^Open in explorer/ })).toHaveAttribute(
    'href',
    /\/sandbox\/tron#[0-9a-f]{64}$/,
  )
  expectQuiet(page)
})
