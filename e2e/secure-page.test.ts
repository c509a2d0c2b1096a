import { expect, openStage, type Stage } from '@cashbox/testing/browser/stage'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ env: { CASHBOX_CAPTCHA: 'on' } })
})
afterAll(() => stage.close())

const HOST = 'http://cashbox.test'
const NOTE = 'This connection is not secure'

/** Another machine than this one, without TLS: the browser withholds what it gives only to secure pages. */
async function openPlain(page: Page, path: string) {
  await page.route(`${HOST}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    // A stream never ends, so it can't be passed on as a whole.
    if (pathname.endsWith('/user/live')) return route.abort()
    const response = await route.fetch({ url: `${stage.world.address}${pathname}${search}` })
    return route.fulfill({ response })
  })
  // An earlier test may have logged in there in the same tab.
  await page.goto(`${HOST}/healthz`)
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${HOST}${path}`)
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false)
}

async function logIn(page: Page, email: string) {
  await openPlain(page, '/auth/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('Cashbox1!')
  await page.getByRole('button', { name: 'Log in' }).click()
}

test('a page without TLS says once what does not work there and why', async () => {
  const page = await stage.newPhone()
  await openPlain(page, '/auth/login')
  const note = page.getByText(NOTE)
  await expect(note).toBeVisible()
  await expect(page.getByText('The address does not begin with https.')).toBeVisible()
  await page.getByRole('button', { name: 'I understand' }).click()
  await expect(note).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(note).toBeHidden()
})

test('a secure page says nothing of it', async () => {
  const page = await stage.newPhone()
  await page.goto('/auth/login')
  await page.waitForLoadState('networkidle')
  await expect(page.getByText(NOTE)).toBeHidden()
})

test('without TLS the check for robots is solved, and an agent is told why there is no location', async () => {
  const page = await stage.newPhone()
  await logIn(page, 'fenced@cashbox.test')
  await expect(page.getByRole('heading', { name: 'Allow location access' })).toBeVisible()
  await expect(page.getByText('This page is open without https')).toBeVisible()
})

test('without TLS every popup can be closed', async () => {
  const page = await stage.newPhone()
  await logIn(page, 'demo@cashbox.test')
  await page.getByRole('button', { name: 'TopUp' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Scan', exact: true }).click()
  await expect(sheet.getByText('The browser gives the camera only to secure pages')).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toBeHidden()
})
