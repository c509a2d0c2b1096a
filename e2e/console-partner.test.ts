import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rotateKey, setEventTypes } from '@cashbox/contract/partner'
import { deliverDue } from '@cashbox/server/partners/webhooks/deliver'
import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import { openPartner, signingClient } from '@cashbox/testing/partner-client'
import { afterAll, beforeAll, onTestFinished, test } from 'vitest'
import { verifyWebhook } from '../packages/partner-client/src/verify-webhook.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** A program of the partner that keeps what it receives. */
async function startReceiver() {
  const received: { body: string; headers: Record<string, string> }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => void (body += chunk.toString()))
    request.on('end', () => {
      received.push({ body, headers: request.headers as Record<string, string> })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, received }
}

test('a partner replaces its key itself and chooses event types, and operators see both, with an alert', async () => {
  const partner = await openPartner(stage.world)
  const { key, secret } = (await partner.call(rotateKey, {})).payload
  const next = signingClient(stage.world, { id: key.id, secret: secret ?? '' })
  expect((await next.call(setEventTypes, { event_types: ['transaction.reversed'] })).status).toBe(200)
  const page = await stage.newDesk({ as: 'support' })
  await page.goto('/console/')
  const alert = page.getByRole('listitem').filter({ hasText: key.id })
  await expect(alert).toContainText('Ask them whether they did it.')
  await alert.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/console/partners/${partner.code}\\?tab=access$`))
  await expect(page.getByRole('row', { name: key.id }).first()).toContainText(`Replaces ${partner.key.id}`)
  await expect(page.getByRole('row', { name: partner.key.id }).last()).toContainText('Expires')
  const webhook = page.getByRole('region', { name: 'Webhook', exact: true })
  await expect(webhook).toContainText('Transaction reversed')

  const admin = await stage.newDesk({ as: 'admin' })
  await admin.goto(`/console/audit?subject_kind=partner&subject_id=${partner.code}`)
  await admin.getByRole('row', { name: 'Partner replaced its key' }).getByRole('link').click()
  await expect(admin.getByRole('dialog')).toContainText(key.id)
  expectQuiet(page)
})

test('a developer has webhooks of the sandbox sent to a program, checks them with the secret, and takes them back', async () => {
  const { url, received } = await startReceiver()
  const page = await stage.newDesk()
  await page.goto('/sandbox/player-service')
  await page.getByText('Key and secrets for your own program').click()
  await page.getByLabel('Send webhooks to your program').fill(url)
  await page.getByRole('button', { name: 'Send webhooks there' }).click()
  await expect(page.getByText(`Sent to your program at ${url}`)).toBeVisible()
  const secret = (await page.locator('dt:text-is("CASHBOX_WEBHOOK_SECRET") + dd').textContent()) ?? ''

  await page.getByLabel('Amount').fill('1250.00')
  await page.getByLabel('Player ID').fill('48210001')
  await page.getByRole('button', { name: 'Open transaction' }).click()
  await page
    .getByRole('button', { name: /^Confirm as the agent/ })
    .first()
    .click()
  await expect(page.getByText(/^Confirmed by/).first()).toBeVisible()
  await expect
    .poll(async () => {
      await deliverDue(stage.world.services)
      return received.length
    })
    .toBe(1)
  const [{ body, headers } = { body: '', headers: {} }] = received
  expect(verifyWebhook(secret, body, headers).event.type).toBe('transaction.confirmed')

  await page.getByRole('button', { name: 'Send webhooks to this page again' }).click()
  await expect(page.getByText(/Sent to your program at/)).toHaveCount(0)
  expectQuiet(page)
})
