import { expect, expectQuiet, noticesOf, openStage, type Stage } from '@cashbox/testing/browser/stage'
import type { Page, Request } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ env: { CASHBOX_CAPTCHA: 'on' } })
})
afterAll(() => stage.close())

async function openLogin() {
  const page = await stage.newPhone()
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await page.goto('/auth/login')
  const challenges = () => requests.filter((request) => request.url().includes('/tools/captcha?action=login'))
  const proofs = () =>
    requests
      .filter((request) => request.url().endsWith('/auth/login') && request.method() === 'POST')
      .map((request) => request.postDataJSON() as Record<string, string>)
  return { page, challenges, proofs }
}

async function logIn(page: Page, password: string) {
  await page.getByLabel('E-mail').fill('approved@cashbox.test')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

test('the bot check begins when the form is touched, before anything is sent', async () => {
  const { page, challenges } = await openLogin()
  await expect(page.getByLabel('E-mail')).toBeVisible()
  expect(challenges()).toHaveLength(0)
  await page.getByLabel('E-mail').focus()
  await expect(() => expect(challenges()).toHaveLength(1)).toPass()
  await page.getByLabel('Password', { exact: true }).focus()
  expect(challenges()).toHaveLength(1)
})

test('a log-in carries a proof of its own, also after one that was refused', async () => {
  const { page, proofs } = await openLogin()
  await logIn(page, 'Wrong1!')
  await expect(page.getByText('The e-mail or the password is wrong.')).toBeVisible()
  await logIn(page, 'Cashbox1!')
  await expect(page).toHaveURL(/\/dashboard$/)
  const [first, second] = proofs()
  expect(first).toMatchObject({ captcha_type: 'altcha', captcha_id: 'login' })
  expect(second).toMatchObject({ captcha_type: 'altcha', captcha_id: 'login' })
  expect(second?.['captcha_text']).not.toBe(first?.['captcha_text'])
  expectQuiet(page, /status of 422/)
})

test('a bot check that fails is logged, no captcha data is sent, and the refusal is a notification', async () => {
  const { page, proofs } = await openLogin()
  const warnings: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text())
  })
  await page.route('**/tools/captcha?action=*', (route) => route.abort())
  const said = await noticesOf(page)
  await logIn(page, 'Cashbox1!')
  await expect.poll(said).toEqual([expect.stringContaining('not a robot')])
  await expect(page.getByText('not a robot')).toBeHidden()
  expect(warnings.some((text) => text.includes('the bot check failed'))).toBe(true)
  expect(Object.keys(proofs()[0] ?? {}).filter((key) => key.startsWith('captcha'))).toEqual([])
  await expect(page).toHaveURL(/\/auth\/login$/)
})

test.each([
  ['/auth/forgot-password', 'Send link', 'login', 'If there is an account for'],
  ['/auth/verify', 'Send again', 'signup', 'we have sent a new link'],
])('%s is guarded too', async (path, button, action, done) => {
  const page = await stage.newPhone()
  const asked = page.waitForRequest((request) => request.url().includes(`/tools/captcha?action=${action}`))
  await page.goto(path)
  await page.getByLabel('E-mail').fill('unknown@example.com')
  await page.getByRole('button', { name: button }).click()
  await asked
  await expect(page.getByText(done)).toBeVisible()
  expectQuiet(page)
})
