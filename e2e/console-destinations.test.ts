import { startAlertDelivery } from '@cashbox/server/watch/alerts/deliver-notifications'
import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect as compare, test } from 'vitest'

let stage: Stage
let worker: ReturnType<typeof startAlertDelivery>
beforeAll(async () => {
  stage = await openStage()
  const { world } = stage
  worker = startAlertDelivery({ ...world.services, sendMail: async () => {} })
})
afterAll(async () => {
  await worker.stop()
  compare(await stage.world.verify()).toEqual([])
  await stage.close()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('an admin adds a Telegram chat, a second one approves it, and a test arrives', async () => {
  const author = await stage.newDesk({ as: 'admin' })
  await author.goto('/console/alert-destinations')
  await button(author, 'Add destination').click()
  const dialog = author.getByRole('dialog')
  await dialog.getByLabel('Type').selectOption('Telegram chat')
  await dialog.getByLabel('Name').fill('Night shift')
  await dialog.getByLabel('Chat', { exact: true }).fill('-1007')
  await dialog.getByLabel('Bot token').fill('wrong')
  await dialog.getByLabel('Reason').fill('For the nights.')
  await dialog.getByRole('button', { name: 'Add destination' }).click()
  await expect(dialog.getByLabel('Bot token')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Bot token').fill('7654321:another-token-of-a-bot-for-the-night')
  await dialog.getByRole('button', { name: 'Add destination' }).click()
  await expect(author.getByText(/Sent for approval \(#\d+\)\./)).toBeVisible()
  const night = card(author, 'Night shift')
  await expect(night).toContainText('Waits for approval')
  await expect(night.getByRole('button', { name: 'Send test' })).toHaveCount(0)

  const second = await stage.newDesk({ as: 'admin2' })
  await second.goto('/console/approvals?show=for_me')
  await second.getByRole('row', { name: 'For the nights.' }).getByRole('link').click()
  await expect(second.getByRole('dialog')).toContainText('-1007')
  await button(second, 'Approve').click()
  await button(second, 'Approve request').click()
  await expect(second.getByText(/Request \d+ completed\./)).toBeVisible()

  await author.reload()
  await night.getByRole('button', { name: 'Send test' }).click()
  await expect(night).toContainText('Delivered')
  await author.goto('/sandbox/alerts')
  await expect(author.getByText('This is a test message. Alerts will arrive here.').first()).toBeVisible()
  for (const page of [author, second]) expectQuiet(page, /422/)
})
