import { formatMoney } from '@cashbox/console/platform/values/formats'
import { chartNetworkVolumes } from '@cashbox/contract/operator'
import { countNetwork } from '@cashbox/server/watch/count-network'
import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import { operatorOf } from '@cashbox/testing/operator-client'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'
import { makeAgent } from './agents.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  stage.world.clock.leaveMidnight()
})
afterAll(() => stage.close())

const chart = (page: Page, name: string) => page.getByRole('figure', { name })
const plot = (page: Page, name: string) => page.getByRole('slider', { name })

test('an operator reads charts by keyboard and as tables, for the network, an agent, a channel and a partner', async () => {
  const { world } = stage
  const agent = await makeAgent(world, { float: '10000.00' })
  const { transaction_id } = await world.openTransaction('deposit', '700.00', agent.cashId)
  await world.confirm(agent.token, { type: 'deposit', amount: '700.00', transaction_id })
  await world.confirm(agent.token, { type: 'deposit', amount: '1.00', transaction_id: 'NONE' })
  world.clock.advance(2 * 60)
  await countNetwork(world)
  const { points } = (await (await operatorOf(world.address, 'finance')).call(chartNetworkVolumes, { step: 'day' }))
    .payload
  const today = points.at(-1)
  const yesterday = points.at(-2)

  const page = await stage.newDesk({ as: 'finance' })
  await page.goto('/console/today?tab=charts')
  await page.getByRole('radio', { name: '30 days' }).check()
  const volumes = plot(page, 'Volume')
  // Until the days are there, the hours of today are shown.
  await expect(volumes).toHaveAttribute('aria-valuemax', '30')
  await expect(volumes).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`so far.*${formatMoney(today?.deposits.sum ?? '')}`),
  )
  // The last label stands below the last bar.
  const middles = await chart(page, 'Volume').evaluate((figure) => {
    const middleOf = (element: Element | null | undefined) => {
      const { left = 0, right = 0 } = element?.getBoundingClientRect() ?? {}
      return Math.round((left + right) / 2)
    }
    const plot = figure.querySelector('[role=slider]')
    const bars = [...(plot?.querySelectorAll(':scope > span.flex-1') ?? [])]
    return [middleOf(bars.at(-1)), middleOf(plot?.nextElementSibling?.lastElementChild?.firstElementChild)]
  })
  expect(Math.abs((middles[0] ?? 0) - (middles[1] ?? 9))).toBeLessThanOrEqual(2)
  await volumes.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(volumes).toHaveAttribute('aria-valuetext', new RegExp(formatMoney(yesterday?.deposits.sum ?? '')))
  await chart(page, 'Volume').getByText('View as table').click()
  const rows = page.getByRole('table', { name: 'Volume', exact: true }).getByRole('row')
  await expect(rows).toHaveCount(31)
  await expect(rows.last()).toContainText(formatMoney(today?.deposits.sum ?? ''))
  await page.getByRole('radio', { name: 'Number' }).check()
  await expect(page.getByRole('table', { name: 'Confirmed transactions' }).getByRole('row').last()).toContainText(
    String(today?.deposits.count),
  )

  await page.goto(`/console/agents/${agent.id}?tab=charts`)
  await expect(plot(page, 'Volume')).toHaveAttribute('aria-valuetext', /Deposits 700\.00/)
  await expect(plot(page, 'Float forecast')).toHaveAttribute('aria-valuetext', /Float 9,300\.00/)
  await expect(page.getByRole('list', { name: 'Declined confirmations' })).toContainText(/Transaction not found.*1/)
  await page.goto('/console/channels/tashkent')
  await expect(plot(page, 'Volume')).toHaveAttribute('aria-valuetext', /Deposits/)
  await page.goto('/console/partners/sandbox?tab=charts')
  await expect(plot(page, 'Volume')).toHaveAttribute('aria-valuetext', /Deposits/)
  await expect(page.getByRole('heading', { name: 'Declined confirmations' })).toBeVisible()
  expectQuiet(page)
})
