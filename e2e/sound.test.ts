import { expect, openStage, type Stage } from '@cashbox/testing/browser/stage'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'
import { makeAgent } from './agents.ts'
import { openDeposit, openPopup } from './payments-popup.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** What the device plays and how it vibrates, from here on. */
async function listenTo(page: Page) {
  await page.addInitScript(() => {
    const given: unknown[] = []
    Reflect.set(window, 'given', given)
    // The app keeps silent when the device is slow to be ready; a busy machine gets ten times as long.
    const now = performance.now.bind(performance)
    performance.now = () => now() / 10
    navigator.vibrate = (pattern) => given.push(pattern) > 0
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (when) {
      given.push(this.frequency.value)
      start.call(this, when)
    }
  })
  return {
    given: () => page.evaluate(() => Reflect.get(window, 'given') as unknown[]),
    forget: () => page.evaluate(() => (Reflect.get(window, 'given') as unknown[]).splice(0)),
  }
}

test('a success and a refusal sound and feel different, and both can be switched off', async () => {
  const page = await stage.newPhone({ as: await makeAgent(stage.world) })
  const { given, forget } = await listenTo(page)
  const first = await openPopup(page, 'deposit')
  await first.id.fill(await openDeposit(stage.world, '10.00'))
  await expect(first.amount).toHaveValue('10.00')
  await first.amount.fill('11')
  await first.submit.click()
  await expect(first.sheet.getByText('The amount does not match this transaction.')).toBeVisible()
  await expect.poll(given).toEqual([[200, 100, 200], 196, 147])
  await forget()
  await first.amount.fill('10')
  await first.submit.click()
  await expect(first.gotIt).toBeVisible()
  await expect.poll(given).toEqual([[80], 660, 990])

  await page.goto('/profile')
  await page.getByRole('combobox', { name: 'Sound and vibration' }).click()
  await page.getByRole('option', { name: 'Off' }).click()
  await expect(page.getByText('Updated')).toBeVisible()
  const second = await openPopup(page, 'deposit')
  await second.id.fill(await openDeposit(stage.world, '10.00'))
  await expect(second.submit).toBeEnabled()
  await second.submit.click()
  await expect(second.gotIt).toBeVisible()
  expect(await given()).toEqual([])
})
