import { randomUUID } from 'node:crypto'
import { createMoneyRequest } from '@cashbox/contract/operator'
import { expect, expectQuiet, openStage, type Stage, untilDrawn } from '@cashbox/testing/browser/stage'
import { operatorOf } from '@cashbox/testing/operator-client'
import { afterAll, beforeAll, test } from 'vitest'
import { makeAgent } from './agents.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('an agent is told live of an adjustment and why, reads it in the inbox, and chooses when the balance is low', async () => {
  const agent = await makeAgent(stage.world, { float: '5000.00' })
  const page = await stage.newPhone({ as: agent })
  // What tells of news comes late and reads the top-ups first; only what comes after the notices it knows is news.
  const read = Promise.all([page.waitForResponse(/\/user\/notices/), page.waitForResponse(/\/user\/topups/)])
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
  await read
  await untilDrawn(page)
  const finance = await operatorOf(stage.world.address, 'finance')
  const input = { kind: 'adjustment', cash_id: agent.cashId, amount: '-100.25', reason: 'Counted twice' } as const
  await finance.call(createMoneyRequest, { id: randomUUID(), ...input })
  const toasts = page.getByRole('region', { name: 'Notifications' })
  await expect(toasts.getByText('100.25 UZS was taken from your balance.')).toBeVisible()

  await page.getByRole('link', { name: 'Notifications, 1 unread' }).click()
  await expect(page.getByText('Counted twice')).toBeVisible()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
  await expect(page.getByText('Unread')).toHaveCount(0)

  await page.getByRole('link', { name: 'Counted twice' }).click()
  await expect(page.getByRole('main')).toContainText('−100.25')
  await page.goBack()

  await page.getByRole('link', { name: 'Notification settings' }).click()
  await page.getByRole('checkbox', { name: 'Reversals: E-mail' }).check()
  await page.getByRole('checkbox', { name: 'Use quiet hours' }).check()
  await page.getByLabel('Until').fill('06:30')
  await page.getByLabel('Warn me below (UZS)').fill('6000')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toasts.getByText('Updated')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Until')).toHaveValue('06:30')
  await expect(page.getByRole('checkbox', { name: 'Reversals: E-mail' })).toBeChecked()

  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
  await expect(page.getByText('Balance below 6,000.00 UZS.')).toBeVisible()
  expectQuiet(page)
})
