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

const LISTS = [
  'transactions',
  'approvals',
  'agents',
  'waiting',
  'held-topups',
  'due-commissions',
  'risk',
  'partners',
  'channels',
  'operators',
  'audit',
] as const

test.each([
  ['en', 1440],
  ['en', 1280],
  ['ru', 1280],
  ['ar', 1280],
] as const)(
  'in %s on a desk %i px wide, a row of a list is one line, nothing is left of sight, and every page has a name of one line',
  async (language, width) => {
    const page = await stage.newDesk({ as: 'admin', language })
    await page.setViewportSize({ width, height: 720 })
    const found: string[] = []
    for (const path of LISTS) {
      await page.goto(`/console/${path}`)
      await expect(page.locator('h1')).toBeVisible()
      await expect(page.locator('[aria-busy=true], .animate-pulse')).toHaveCount(0)
      const faults = () =>
        page
          .locator('section:has(> table)')
          .evaluateAll(
            (boxes, oneLine) =>
              boxes.flatMap((box) => [
                ...[...box.querySelectorAll('tbody tr')]
                  .map((row) => row.clientHeight)
                  .filter((high) => high >= oneLine),
                ...(box.scrollWidth > box.clientWidth
                  ? [`${box.scrollWidth - box.clientWidth} px beyond its box`]
                  : []),
              ]),
            ONE_LINE,
          )
      await page.evaluate('document.fonts.ready.then(() => undefined)')
      found.push(...(await faults()).map((fault) => `${path}: ${fault}`))
    }
    expect(found).toEqual([])
    const entries = page.getByRole('complementary').getByRole('navigation').getByRole('link')
    const beyond = (links: Element[]) =>
      links.flatMap((link) => {
        const [badge, box] = [link.querySelector('[data-count]') ?? link, link.closest('aside') as Element]
        const [inner, outer] = [badge.getBoundingClientRect(), box.getBoundingClientRect()]
        return link.clientHeight < 46 && inner.left > outer.left && inner.right < outer.right ? [] : [link.textContent]
      })
    expect(await entries.evaluateAll(beyond)).toEqual([])
    expectQuiet(page)
  },
)

test('a narrow desk leaves out the partner of a transaction, until the operator chooses its column', async () => {
  const page = await stage.newDesk({ as: 'finance' })
  await page.goto('/console/transactions')
  const partner = page.getByRole('columnheader', { name: 'Partner' })
  await expect(page.getByRole('columnheader', { name: 'Player' })).toBeVisible()
  await expect(partner).toHaveCount(0)
  await page.getByRole('button', { name: /and their order/ }).click()
  // Not `check`, which looks before the columns are drawn.
  await page.getByRole('checkbox', { name: 'Partner' }).click()
  await expect(partner).toBeVisible()
  await page.getByRole('checkbox', { name: 'Partner' }).click()
  await page.keyboard.press('Escape')
  await expect(partner).toHaveCount(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(partner).toBeVisible()
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
  const explorer = (what: RegExp) => drawer.getByRole('link', { name: what })
  await expect(explorer(/^Open in explorer: Network transaction/i)).toHaveAttribute(
    'href',
    /\/sandbox\/tron#[0-9a-f]{64}$/,
  )
  await expect(explorer(/^Open in explorer: .*sender/i)).toHaveAttribute('href', /\/sandbox\/tron#T[1-9A-Za-z]+$/)
  expectQuiet(page)
})
