import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { makeAgent } from './agents.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** From the form of the app to the page of the provider. */
async function openCheckout(): Promise<Page> {
  const page = await stage.newPhone({ as: await makeAgent(stage.world, { float: '1000.00' }) })
  await page.goto('/account-deposit?type=perfect-money')
  await page.getByLabel('Amount').fill('25.5')
  await page.getByRole('button', { name: 'Proceed' }).click()
  await expect(page.getByRole('heading', { name: 'Pay with Perfect Money' })).toBeVisible()
  return page
}

describe('at the provider', () => {
  test('paying ends on success, and the balance has grown by what the calculator said', async () => {
    const page = await openCheckout()
    await page.getByRole('button', { name: 'Pay 25.50 USD' }).click()
    await expect(page.getByRole('heading', { name: 'Payment successful' })).toBeVisible()
    await page.getByRole('button', { name: 'Got it' }).click()
    await expect(page.getByText('322,555.00')).toBeVisible()
    await page.goto('/account-deposit')
    await expect(page.getByRole('region', { name: 'Your added funds' }).getByRole('listitem')).toContainText(
      '+321,555.00UZS',
    )
    expectQuiet(page)
  })

  test('cancelling ends on the decline, and nothing was credited', async () => {
    const page = await openCheckout()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { name: 'Payment declined' })).toBeVisible()
    await page.goto('/account-deposit')
    await expect(page.getByText('You have not added funds yet. Payments will appear here automatically.')).toBeVisible()
  })
})
