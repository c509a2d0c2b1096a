import { requestDemo } from '@cashbox/contract'
import { expect, expectQuiet, openStage, type Stage, stopClock } from '@cashbox/testing/browser/stage'
import type { Page, Request } from '@playwright/test'
import { afterAll, beforeAll, describe, test, vi } from 'vitest'
import { makeAgent } from './agents.ts'

const REFUSED = /status of 4\d\d/

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ worker: true })
})
afterAll(() => stage.close())

/** The link in the newest letter to an address; with `count`, once so many have come. */
const linkTo = (address: string, count = 1): Promise<string> =>
  vi.waitFor(
    async () => {
      const letters = ((await stage.world.inbox?.list()) ?? []).filter(({ to }) => to.includes(address))
      const link = letters[0]?.links[0]
      if (letters.length < count || !link) throw new Error(`no letter to ${address}`)
      return link
    },
    { timeout: 60_000, interval: 100 },
  )

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

function watch(page: Page, path: string): Request[] {
  const requests: Request[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(`/api${path}`)) requests.push(request)
  })
  return requests
}

async function choose(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

/** An agent who still has to follow the link, and the link. */
async function unverified() {
  const agent = await makeAgent(stage.world, { isEmailVerified: false })
  const page = await stage.newPhone()
  await page.goto('/auth/verify')
  await field(page, 'E-mail').fill(agent.email)
  await page.getByRole('button', { name: 'Send again' }).click()
  return { agent, page, link: await linkTo(agent.email) }
}

describe('a link that verifies the e-mail address', () => {
  test('is used on arrival, once, and opens the dashboard', async () => {
    const { link } = await unverified()
    const page = await stage.newPhone()
    const calls = watch(page, '/auth/verify-email')
    await page.goto(link)
    await expect(page).toHaveURL(/\/dashboard$/)
    expect(calls).toHaveLength(1)
    expect(calls[0]?.postDataJSON()).toEqual({
      hash: new URL(link).searchParams.get('hash'),
      fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
      user_agent: expect.any(String),
    })
    expectQuiet(page)
  })

  test('is taken out of the page’s address while it is checked', async () => {
    const { link } = await unverified()
    const page = await stage.newPhone()
    const gate = Promise.withResolvers<void>()
    await page.route('**/api/auth/verify-email', async (route) => {
      await gate.promise
      await route.continue()
    })
    await page.goto(link)
    await expect(page.getByText('Checking your link…')).toBeVisible()
    await expect(page).toHaveURL(/\/auth\/login$/)
    gate.resolve()
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.goBack()
    await expect(page).not.toHaveURL(/hash/)
  })

  test('that was used before shows the server’s message, leaves the address, and offers another', async () => {
    const { link } = await unverified()
    const first = await stage.newPhone()
    await first.goto(link)
    await expect(first).toHaveURL(/\/dashboard$/)
    const page = await stage.newPhone()
    const calls = watch(page, '/auth/verify-email')
    await page.goto(link)
    await expect(page.getByRole('alert').filter({ hasText: 'already used' })).toBeVisible()
    await expect(page).toHaveURL(/\/auth\/login$/)
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
    expect(calls).toHaveLength(1)
    await page.getByRole('link', { name: 'Send again' }).click()
    await expect(page).toHaveURL(/\/auth\/verify$/)
    expectQuiet(page, REFUSED)
  })

  test('can be tried again when the network failed', async () => {
    const { link } = await unverified()
    const page = await stage.newPhone()
    await page.route('**/api/auth/verify-email', (route) => route.abort())
    await page.goto(link)
    await expect(page.getByText('The server does not answer.')).toBeVisible()
    await page.unroute('**/api/auth/verify-email')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
  })
})

describe('the page that asks to check the mail', () => {
  test('shows an envelope and what to do', async () => {
    const page = await stage.newPhone()
    await page.goto('/auth/verify')
    await expect(page.locator('svg.lucide-mail-check')).toBeVisible()
    await expect(page.getByText('Open it to confirm your e-mail address.')).toBeVisible()
    expectQuiet(page)
  })

  test('sends another letter, and not the next one for a minute', async () => {
    const { agent, page } = await unverified()
    await expect(page.getByText('we have sent a new link')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Send again in \d+ seconds$/ })).toBeDisabled()
    await page.clock.install()
    await page.reload()
    await field(page, 'E-mail').fill(agent.email)
    await stopClock(page)
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByRole('button', { name: 'Send again in 60 seconds' })).toBeDisabled()
    await page.clock.runFor(61_000)
    await page.getByRole('button', { name: 'Send again', exact: true }).click()
    await linkTo(agent.email, 3)
  })
})

describe('the demo', () => {
  test('can be asked for once everything is filled in, and then a confirmation shows', async () => {
    const page = await stage.newPhone()
    await page.goto('/auth/login')
    await page.getByRole('link', { name: 'Try the demo' }).click()
    const button = page.getByRole('button', { name: 'Request demo' })
    await expect(button).toBeDisabled()
    await field(page, 'E-mail').fill('curious@example.com')
    await expect(button).toBeDisabled()
    await choose(page, 'Country', 'Uzbekistan')
    await expect(button).toBeDisabled()
    await choose(page, 'Messenger', 'Telegram')
    await expect(button).toBeDisabled()
    await field(page, 'Messenger ID').fill('@curious')
    await expect(button).toBeEnabled()
    const calls = watch(page, '/auth/demo/registration')
    await button.click()
    await expect(page.getByText('We sent the demo login to')).toContainText('curious@example.com')
    expect(calls[0]?.postDataJSON()).toEqual({
      email: 'curious@example.com',
      country_code: 'UZ',
      messenger: 'telegram',
      messenger_id: '@curious',
      fingerprint: expect.any(String),
      user_agent: expect.any(String),
    })
    expectQuiet(page)
  })

  test('opens by its link, with the call for demos', async () => {
    await stage.world.call(requestDemo, {
      email: 'visitor@example.com',
      country_code: 'UZ',
      messenger: 'telegram',
      messenger_id: '@visitor',
    })
    const link = await linkTo('visitor@example.com')
    const page = await stage.newPhone({ geolocation: 'denied' })
    const calls = watch(page, '/auth/demo/verify')
    await page.goto(link)
    await expect(page).toHaveURL(/\/dashboard$/)
    expect(calls).toHaveLength(1)
    const again = await stage.newPhone()
    await again.goto(link)
    await expect(again.getByRole('alert').filter({ hasText: 'already used' })).toBeVisible()
    await again.getByRole('link', { name: 'Request demo' }).click()
    await expect(again).toHaveURL(/\/auth\/demo$/)
  })
})

describe('a forgotten password', () => {
  test('is replaced by way of a letter', async () => {
    const agent = await makeAgent(stage.world)
    const page = await stage.newPhone()
    await page.goto('/auth/login')
    await field(page, 'E-mail').fill(agent.email)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(field(page, 'E-mail')).toHaveValue(agent.email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText('If there is an account for')).toContainText(agent.email)

    await page.goto(await linkTo(agent.email))
    await expect(page).toHaveURL(/\/auth\/new-password$/)
    const save = page.getByRole('button', { name: 'Save password' })
    await expect(save).toBeDisabled()
    await field(page, 'New password').fill('Bazaar7!gate')
    await field(page, 'Repeat password').fill('Bazaar7!gates')
    await save.click()
    await expect(field(page, 'Repeat password')).toHaveAttribute('aria-invalid', 'true')
    await page.reload()
    await field(page, 'New password').fill('Bazaar7!gate')
    await field(page, 'Repeat password').fill('Bazaar7!gate')
    await save.click()
    await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible()

    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
    await field(page, 'E-mail').fill(agent.email)
    await field(page, 'Password').fill('Bazaar7!gate')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    expectQuiet(page, REFUSED)
  })

  test('with a link that does not work leads to a new one', async () => {
    const page = await stage.newPhone()
    await page.goto(`/auth/new-password?hash=${'x'.repeat(43)}`)
    await field(page, 'New password').fill('Bazaar7!gate')
    await field(page, 'Repeat password').fill('Bazaar7!gate')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'already used' })).toBeVisible()
    await page.getByRole('link', { name: 'Request a new link' }).click()
    await expect(page).toHaveURL(/\/auth\/forgot-password$/)
    await page.goto('/auth/new-password')
    await expect(page.getByText('This link did not work')).toBeVisible()
    expectQuiet(page, REFUSED)
  })
})
