import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import type { Locator } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'
import { makeAgent } from './agents.ts'
import { openDeposit, openPopup, openWithdrawal } from './payments-popup.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const SMALL = { width: 320, height: 568 } as const

const edges = (part: Locator) =>
  part.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return { top: Math.round(top), bottom: Math.round(bottom) }
  })

test('on a desk the popup of a withdrawal shows the advice about the cash as a whole above its button', async () => {
  const page = await stage.newPhone({ as: await makeAgent(stage.world), viewport: 'desktop' })
  const { id, code } = await openWithdrawal(stage.world, '80000.00')
  const popup = await openPopup(page, 'withdraw')
  await popup.id.fill(id)
  await popup.typeCode(code)
  await expect(popup.submit).toBeEnabled()
  const advice = popup.sheet.getByText('Don’t pay out until you see the green screen.')
  await expect(advice).toBeVisible()
  expect((await edges(advice)).bottom).toBeLessThan((await edges(popup.submit)).top)
  expectQuiet(page)
})

test('on the smallest phone nothing of the form is seen below its button, and a success is seen as a whole', async () => {
  const page = await stage.newPhone({ as: await makeAgent(stage.world) })
  await page.setViewportSize(SMALL)
  const popup = await openPopup(page, 'deposit')
  await popup.id.fill(await openDeposit(stage.world, '1250.00'))
  await expect(popup.submit).toBeEnabled()
  await expect
    .poll(async () => (await edges(popup.submit.locator('..'))).bottom - (await edges(popup.sheet)).bottom)
    .toBe(0)
  await popup.submit.click()
  const green = page.getByRole('status').filter({ hasText: 'Payment was successful' })
  await expect(green).toBeVisible()
  expect((await edges(green)).top).toBeGreaterThanOrEqual(0)
  await expect(popup.gotIt.or(page.getByRole('button', { name: 'Got It' })).first()).toBeInViewport({ ratio: 1 })
  expectQuiet(page)
})

/** Words whose letters are on two lines. */
const brokenWords = (element: Element) => {
  const text = element.firstChild as Text
  return (text.data.match(/\S+/g) ?? []).filter((word) => {
    const letters = document.createRange()
    letters.setStart(text, text.data.indexOf(word))
    letters.setEnd(text, text.data.indexOf(word) + word.length)
    return letters.getClientRects().length > 1
  })
}

test('on the smallest phone no word of a waiting agent’s card is broken, and the language keeps its name', async () => {
  const waiting = await stage.newPhone({ as: 'pending', language: 'ru' })
  await waiting.setViewportSize(SMALL)
  await waiting.goto('/dashboard')
  const title = waiting.getByRole('heading', { level: 2 }).first()
  await expect(title).toContainText('аккаунт')
  expect(await title.evaluate(brokenWords)).toEqual([])

  const guest = await stage.newPhone({ language: 'ru' })
  await guest.setViewportSize(SMALL)
  await guest.goto('/auth/signup')
  const language = guest.getByRole('combobox').filter({ hasText: 'Русский' }).getByText('Русский')
  await expect(language).toBeVisible()
  expect(await language.evaluate((name) => name.scrollWidth - name.clientWidth)).toBe(0)
})
