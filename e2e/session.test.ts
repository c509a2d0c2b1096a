import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'
import { makeAgent } from './agents.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const PASSWORD = 'Cashbox1!'

async function logIn(page: Page, email: string, { isRemembered = true } = {}) {
  await page.goto('/auth/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  if (!isRemembered) await page.getByLabel('Remember me').uncheck()
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
}

const stored = (page: Page) =>
  page.evaluate(() => ({
    local: localStorage.getItem('auth-token'),
    session: sessionStorage.getItem('auth-token'),
    remember: localStorage.getItem('remember-me'),
    cookie: document.cookie,
  }))

test('with remember-me the token is kept in local storage', async () => {
  const { email } = await makeAgent(stage.world)
  const page = await stage.newPhone()
  await logIn(page, email)
  expect(await stored(page)).toMatchObject({ local: expect.any(String), session: null, remember: 'true' })
  await page.reload()
  await expect(page).toHaveURL(/\/dashboard$/)
  expectQuiet(page)
})

test('without remember-me the token is kept in session storage, and a reload does not log out', async () => {
  const { email } = await makeAgent(stage.world)
  const page = await stage.newPhone()
  await logIn(page, email, { isRemembered: false })
  expect(await stored(page)).toMatchObject({ local: null, session: expect.any(String), remember: null })
  await page.reload()
  await expect(page.getByText('Available Balance')).toBeVisible()
})

test('without remember-me a new tab is not logged in', async () => {
  const { email } = await makeAgent(stage.world)
  const page = await stage.newPhone()
  await logIn(page, email, { isRemembered: false })
  const tab = await page.context().newPage()
  await tab.goto('/dashboard')
  await expect(tab).toHaveURL(/\/auth\/login$/)
})

test('at start-up a stored token is removed when remember-me is in neither local storage nor a cookie', async () => {
  const { token } = await makeAgent(stage.world)
  const page = await stage.newPhone({ stored: { 'auth-token': token } })
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/auth\/login$/)
  expect(await stored(page)).toMatchObject({ local: null, session: null })
})

test('a stored token at start-up means logged in', async () => {
  const page = await stage.newPhone({ as: await makeAgent(stage.world) })
  await page.goto('/')
  await expect(page).toHaveURL(/\/dashboard$/)
  expectQuiet(page)
})

test('an invalid token at start-up is only logged: the log-in page opens without a notification', async () => {
  const page = await stage.newPhone({ as: { token: 'not-a-token' } })
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/auth\/login$/)
  await expect(page.getByText('You were logged out')).toHaveCount(0)
  expect(await stored(page)).toMatchObject({ local: null, remember: null })
})

test('logging out goes to /auth/login, ends the session on the server and clears the other tabs', async () => {
  const agent = await makeAgent(stage.world)
  const page = await stage.newPhone({ as: agent })
  await page.goto('/profile')
  const tab = await page.context().newPage()
  await tab.goto('/dashboard')
  await expect(tab.getByText('Available Balance')).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/auth\/login$/)
  await expect(tab).toHaveURL(/\/auth\/login$/)
  expect(await stored(page)).toMatchObject({ local: null, remember: null })
  const { getProfile } = await import('@cashbox/contract')
  await expect.poll(async () => (await stage.world.call(getProfile, {}, { token: agent.token })).status).toBe(401)
})

test('after a log-out nothing of the agent is left for the next one on the same device', async () => {
  const page = await stage.newPhone({ as: await makeAgent(stage.world, { fullName: 'First Agent' }) })
  const second = await makeAgent(stage.world, { fullName: 'Second Agent' })
  await page.goto('/profile')
  await expect(page.getByText('First Agent')).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/auth\/login$/)
  await logIn(page, second.email)
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByText('Second Agent')).toBeVisible()
  await expect(page.getByText('First Agent')).toHaveCount(0)
})
