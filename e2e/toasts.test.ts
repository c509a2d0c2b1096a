import { randomUUID } from 'node:crypto'
import { createTransaction } from '@cashbox/contract/partner'
import { expect, openStage, type Stage, untilDrawn } from '@cashbox/testing/browser/stage'
import { openPartner, type PartnerClient } from '@cashbox/testing/partner-client'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { type Agent, makeAgent } from './agents.ts'
import { openDeposit, openPopup, openWithdrawal, popupOf } from './payments-popup.ts'

let stage: Stage
let partner: PartnerClient
beforeAll(async () => {
  stage = await openStage()
  partner = await openPartner(stage.world)
})
afterAll(() => stage.close())

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications', includeHidden: true })

/** Which buttons of the popup and of the menu lie below a toast, by their names. */
const coveredBy = (page: Page) =>
  page.evaluate(() => {
    const boxes = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)]
        .filter((element) => element.checkVisibility())
        .map((element) => ({ name: element.ariaLabel ?? element.innerText, box: element.getBoundingClientRect() }))
    const shown = boxes('section > [aria-live] > div')
    const isOver = (a: DOMRect, b: DOMRect) =>
      a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    return boxes('[role=dialog] :is(button, a, input), nav[data-menu] a')
      .filter(({ box }) => shown.some((toast) => isOver(toast.box, box)))
      .map(({ name }) => name)
  })

/** A partner opens transactions for this cashbox: each is announced. */
async function announce(page: Page, agent: Agent, amounts: readonly string[]) {
  for (const amount of amounts)
    await partner.call(createTransaction, {
      reference: randomUUID(),
      type: 'deposit',
      amount,
      currency_code: 'UZS',
      player_id: '48210001',
      cash_id: agent.cashId,
    })
  for (const amount of amounts) await expect(toasts(page).getByText(`New deposit: ${amount} UZS`)).toBeVisible()
  await untilDrawn(page)
}

async function openDashboard(viewport: { width: number; height: number }) {
  const agent = await makeAgent(stage.world, { float: '10000.00' })
  const page = await stage.newPhone({ as: agent })
  await page.setViewportSize(viewport)
  // Toasts stay for as long as a test looks at them.
  await page.addInitScript(() => {
    const { setTimeout: later } = window
    window.setTimeout = ((act: () => void, ms?: number) => later(act, ms === 3000 ? 60_000 : ms)) as typeof setTimeout
  })
  const read = page.waitForResponse(/\/payments\/pending/)
  return { agent, page, read }
}

describe.each([
  { width: 390, height: 844 },
  { width: 320, height: 640 },
  { width: 1280, height: 800 },
])('at $width×$height a toast lies over no button', (viewport) => {
  test('of an open popup or the menu, however many come at once', async () => {
    const { agent, page, read } = await openDashboard(viewport)
    const { id, code } = await openWithdrawal(stage.world, '20.00')
    const popup = await openPopup(page, 'withdraw')
    await read
    await popup.id.fill(id)
    await popup.typeCode(code)
    await expect(popup.submit).toHaveText('Confirm withdrawal 20.00 UZS')
    await announce(page, agent, ['11.00'])
    expect(await coveredBy(page)).toEqual([])
    await announce(page, agent, ['12.00', '13.00'])
    expect(await coveredBy(page)).toEqual([])
    await expect(popup.submit).toBeInViewport({ ratio: 1 })
  })

  test('of the success view', async () => {
    const { agent, page, read } = await openDashboard(viewport)
    const popup = await openPopup(page, 'deposit')
    await read
    await popup.id.fill(await openDeposit(stage.world, '20.00'))
    await popup.submit.click()
    await expect(popup.gotIt).toBeVisible()
    await announce(page, agent, ['14.00', '15.00'])
    expect(await coveredBy(page)).toEqual([])
  })
})

test('a toast goes in time where a finger rests on it', async () => {
  const agent = await makeAgent(stage.world, { float: '10000.00' })
  const page = await stage.newPhone({ as: agent })
  await page.clock.install()
  const read = page.waitForResponse(/\/payments\/pending/)
  await openPopup(page, 'deposit')
  await read
  await announce(page, agent, ['21.00'])
  const toast = toasts(page).getByText('New deposit: 21.00 UZS')
  const box = await toast.boundingBox()
  const touch = await page.context().newCDPSession(page)
  const at = { x: (box?.x ?? 0) + 5, y: (box?.y ?? 0) + 5 }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  await page.clock.fastForward(3100)
  await expect(toast).toBeHidden({ timeout: 2000 })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
})

test('closing a toast leaves the popup open', async () => {
  const { agent, page, read } = await openDashboard({ width: 390, height: 844 })
  await openPopup(page, 'deposit')
  await read
  await announce(page, agent, ['22.00'])
  await toasts(page).getByRole('button', { name: 'Close' }).click()
  await expect(toasts(page).getByText('New deposit: 22.00 UZS')).toBeHidden()
  await expect(popupOf(page).sheet).toBeVisible()
})
