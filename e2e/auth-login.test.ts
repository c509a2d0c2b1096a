import { logIn } from '@cashbox/contract'
import { sql } from '@cashbox/postgres/database'
import { expect, expectQuiet, openStage, type PhoneOptions, type Stage } from '@cashbox/testing/browser/stage'
import type { Page, Request } from '@playwright/test'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { makeAgent } from './agents.ts'

/** The browser reports every answer above 399 and every call that did not get through. */
const REFUSED = /status of 4\d\d/
const LOST = /net::ERR_/

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ allowance: 1 })
})
afterAll(() => stage.close())

async function openLogin(options: PhoneOptions = {}) {
  const page = await stage.newPhone(options)
  const logins: Request[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/login')) logins.push(request)
  })
  await page.goto('/auth/login')
  return {
    page,
    logins,
    email: page.getByLabel('E-mail'),
    password: page.getByLabel('Password', { exact: true }),
    button: page.getByRole('button', { name: 'Log in' }),
  }
}

/** Lets the call through only on request. */
async function holdLogin(page: Page) {
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/auth/login', async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

describe('the area of guests', () => {
  test('/auth and unknown paths below it lead to /auth/login', async () => {
    const page = await stage.newPhone()
    for (const path of ['/auth', '/auth/', '/auth/nothing', '/auth/login/more']) {
      await page.goto(path)
      await expect(page).toHaveURL(/\/auth\/login$/)
      await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
    }
    expectQuiet(page)
  })

  test('an agent who is logged in is sent to /dashboard from every page of it', async () => {
    const page = await stage.newPhone({ as: 'approved' })
    for (const path of ['/auth', '/auth/login', '/auth/signup', '/auth/demo', '/auth/verify', '/auth/new-password']) {
      await page.goto(path)
      await expect(page).toHaveURL(/\/dashboard$/)
    }
  })

  test('has a logo, a link that switches between log-in and sign-up, and the title of the page', async () => {
    const { page } = await openLogin()
    await expect(page.getByRole('banner').getByText('Cashbox')).toBeVisible()
    await expect(page).toHaveTitle('Log in · Cashbox')
    await page.getByRole('banner').getByRole('link', { name: 'Sign up' }).click()
    await expect(page).toHaveURL(/\/auth\/signup$/)
    await expect(page.getByRole('heading', { name: 'Sign up' })).toBeFocused()
    await expect(page).toHaveTitle('Sign up · Cashbox')
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
    await expect(page).toHaveURL(/\/auth\/login$/)
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeFocused()
  })

  test('the log-in links to the sign-up, the demo and the forgotten password', async () => {
    const { page } = await openLogin()
    for (const [name, path] of [
      ['Sign up', '/auth/signup'],
      ['Try the demo', '/auth/demo'],
      ['Forgot your password?', '/auth/forgot-password'],
    ] as const) {
      await page.getByRole('main').getByRole('link', { name }).click()
      await expect(page).toHaveURL((url) => url.pathname === path)
      await page.goBack()
    }
  })

  test('choosing a language sets it, saves it under the key language, and keeps what was typed', async () => {
    const { page, email } = await openLogin()
    await email.fill('agent@example.com')
    await page.getByRole('combobox', { name: 'Language' }).click()
    await page.getByRole('option', { name: 'العربية' }).click()
    await expect(page.getByRole('heading', { name: 'تسجيل الدخول' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('language'))).toBe('ar')
    await expect(page.locator('input[type=email]')).toHaveValue('agent@example.com')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'تسجيل الدخول' })).toBeVisible()
    expectQuiet(page)
  })
})

describe('the log-in', () => {
  test('its button is disabled while e-mail or password is empty', async () => {
    const { button, email, password } = await openLogin()
    await expect(button).toBeDisabled()
    await email.fill('agent@example.com')
    await expect(button).toBeDisabled()
    await password.fill('secret')
    await expect(button).toBeEnabled()
    await email.fill('  ')
    await expect(button).toBeDisabled()
    await email.fill('agent@example.com')
    await password.fill('')
    await expect(button).toBeDisabled()
  })

  test('remember-me is on from the start', async () => {
    const { page } = await openLogin()
    await expect(page.getByLabel('Remember me')).toBeChecked()
  })

  test('the password can be shown and hidden again', async () => {
    const { page, password } = await openLogin()
    await password.fill('Cashbox1!')
    await expect(password).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect(password).toHaveAttribute('type', 'password')
  })

  test('sends e-mail, password, rememberMe, fingerprint and user agent, and opens the dashboard', async () => {
    const agent = await makeAgent(stage.world)
    const { page, logins, email, password, button } = await openLogin()
    await email.fill(agent.email)
    await password.fill(agent.password)
    await button.click()
    await expect(page).toHaveURL(/\/dashboard$/)
    expect(logins[0]?.postDataJSON()).toEqual({
      email: agent.email,
      password: agent.password,
      rememberMe: true,
      fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
      user_agent: await page.evaluate(() => navigator.userAgent.slice(0, 500)),
    })
    expectQuiet(page)
  })

  test('Enter submits', async () => {
    const agent = await makeAgent(stage.world)
    const { page, email, password } = await openLogin()
    await email.fill(agent.email)
    await password.fill(agent.password)
    await password.press('Enter')
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test('is sent once, however often the button or Enter is pressed', async () => {
    const agent = await makeAgent(stage.world)
    const { page, logins, email, password, button } = await openLogin()
    const letThrough = await holdLogin(page)
    await email.fill(agent.email)
    await password.fill(agent.password)
    await button.dblclick()
    await password.press('Enter')
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await button.click({ force: true })
    letThrough()
    await expect(page).toHaveURL(/\/dashboard$/)
    expect(logins).toHaveLength(1)
  })

  test('a slow network is said to be slow', async () => {
    const { page, email, password, button } = await openLogin()
    await holdLogin(page)
    await email.fill('agent@example.com')
    await password.fill('secret')
    await page.clock.install()
    await button.click()
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await page.clock.fastForward(8_000)
    await expect(page.getByText('The connection is slow')).toBeVisible()
  })

  test('an unverified e-mail leads to /auth/verify, which knows the address without showing it in its own', async () => {
    const agent = await makeAgent(stage.world, { isEmailVerified: false })
    const { page, email, password, button } = await openLogin()
    await email.fill(agent.email)
    await password.fill(agent.password)
    await button.click()
    await expect(page).toHaveURL(/\/auth\/verify$/)
    await expect(page.getByText(agent.email)).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('auth-token'))).toBeNull()
    await page.reload()
    await expect(page.getByText(agent.email)).toBeVisible()
    expectQuiet(page)
  })
})

describe('a log-in that fails', () => {
  test('shows the server’s message beside its field, goes there, and takes it back when the field changes', async () => {
    const agent = await makeAgent(stage.world)
    const { page, email, password, button } = await openLogin()
    await email.fill(agent.email)
    await password.fill('Wrong1!')
    await button.click()
    await expect(password).toBeFocused()
    await expect(password).toHaveAccessibleDescription('The e-mail or the password is wrong.')
    await email.fill(`${agent.email}.uz`)
    await expect(password).toHaveAccessibleDescription('The e-mail or the password is wrong.')
    await password.fill('Wrong2!')
    await expect(page.getByText('The e-mail or the password is wrong.')).toHaveCount(0)
    expectQuiet(page, REFUSED)
  })

  test('shows the message of an address that is none beside the e-mail', async () => {
    const { email, password, button } = await openLogin()
    await email.fill('no-address')
    await password.fill('secret')
    await button.click()
    await expect(email).toHaveAccessibleDescription(/./)
    await expect(email).toBeFocused()
  })

  test('says when there is no network, and works when it is back', async () => {
    const agent = await makeAgent(stage.world)
    const { page, email, password, button } = await openLogin()
    await page.route('**/api/auth/login', (route) => route.abort())
    await email.fill(agent.email)
    await password.fill(agent.password)
    await button.click()
    await expect(page.getByRole('alert').filter({ hasText: 'The server does not answer.' })).toBeVisible()
    await page.unroute('**/api/auth/login')
    await button.click()
    await expect(page).toHaveURL(/\/dashboard$/)
    expectQuiet(page, LOST)
  })

  test('says when there were too many attempts', async () => {
    const agent = await makeAgent(stage.world)
    // Where an agent has logged in before they have tries of their own.
    await stage.world.db.execute(sql`update session set ip = '203.0.113.9' where agent_id = ${agent.id}`)
    const wrong = () => stage.world.call(logIn, { email: agent.email, password: 'Wrong1!' })
    await Promise.all(Array.from({ length: 10 }, wrong))
    const { page, email, password, button } = await openLogin()
    await email.fill(agent.email)
    await password.fill(agent.password)
    await button.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Too many attempts.' })).toBeVisible()
    expectQuiet(page, REFUSED)
  })

  test('gives a number for support when the server is at fault', async () => {
    const { page, email, password, button } = await openLogin()
    await page.route('**/api/auth/login', (route) =>
      route.fulfill({
        status: 500,
        json: { code: 'internal', message: 'Something went wrong on our side.', errors: {}, request_id: 'r-77' },
      }),
    )
    await email.fill('agent@example.com')
    await password.fill('secret')
    await button.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong on our side.' })).toContainText('r-77')
  })
})
