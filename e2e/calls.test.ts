import { logOut } from '@cashbox/contract'
import { expect, expectQuiet, noticesOf, openStage, type Stage, stopClock } from '@cashbox/testing/browser/stage'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'
import { makeAgent } from './agents.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const failure = (status: number, errors: Record<string, string[]> = {}, message = 'The words of the server') => ({
  status,
  json: { message, errors, code: 'test', request_id: 'r-1' },
})
const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh balance' })

async function openDashboard(page: Page) {
  await page.goto('/dashboard')
  await expect(refresh(page)).toBeVisible()
}

test('every call carries the stored token and the stored language', async () => {
  const agent = await makeAgent(stage.world)
  const page = await stage.newPhone({ as: agent, language: 'ru' })
  const sent: Record<string, string>[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) sent.push(request.headers())
  })
  await page.goto('/profile')
  await expect(page.getByText(agent.cashId)).toBeVisible()
  await expect.poll(() => sent.length).toBeGreaterThan(3)
  for (const headers of sent) {
    expect(headers).toMatchObject({ authorization: `Bearer ${agent.token}`, 'x-language': 'ru' })
  }
})

test('without a choice the language sent is en', async () => {
  const page = await stage.newPhone()
  const asked = page.waitForRequest(/\/api\/tools\/settings/)
  await page.goto('/auth/login')
  expect((await asked).headers()['x-language']).toBe('en')
  expect((await asked).headers()['authorization']).toBeUndefined()
})

test('a 401 logs out', async () => {
  const agent = await makeAgent(stage.world)
  const page = await stage.newPhone({ as: agent })
  await openDashboard(page)
  // While the call is on its way: ended earlier, any other call could find out first and take the button away.
  await page.route(/\/api\/user\/wallet\/check/, async (route) => {
    await stage.world.call(logOut, {}, { token: agent.token })
    await route.continue()
  })
  const said = await noticesOf(page)
  await refresh(page).click()
  await expect(page).toHaveURL(/\/auth\/login$/)
  await expect.poll(said).toContain('You were logged out. Please log in again.')
})

test('a 403 logs out', async () => {
  const page = await stage.newPhone({ as: await makeAgent(stage.world) })
  await openDashboard(page)
  await page.route(/\/api\/user\/wallet\/check/, (route) => route.fulfill(failure(403)))
  await refresh(page).click()
  await expect(page).toHaveURL(/\/auth\/login$/)
})

test('a 403 does not log out where the request opts to ignore it', async () => {
  const page = await stage.newPhone({ as: await makeAgent(stage.world) })
  await page.route(/\/api\/payments\/lookup/, (route) => route.fulfill(failure(403)))
  await openDashboard(page)
  await page.getByRole('button', { name: 'TopUp' }).click()
  const answered = page.waitForResponse(/\/api\/payments\/lookup/)
  await page.getByLabel('Transaction ID').fill('ABCD234567')
  await answered
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a 422 with a maintenance entry shows the message of the response', async () => {
  const page = await stage.newPhone({ as: await makeAgent(stage.world) })
  await openDashboard(page)
  await page.route(/\/api\/user\/wallet\/check/, (route) =>
    route.fulfill(failure(422, { maintenance: ['x'] }, 'Back in ten minutes')),
  )
  const said = await noticesOf(page)
  await refresh(page).click()
  await expect.poll(said).toContain('Back in ten minutes')
})

test('a call is given up after 50 seconds', async () => {
  const page = await stage.newPhone({ as: await makeAgent(stage.world) })
  // Time is not waited for: the limit is noted, and then made short for the one call that hangs.
  await page.addInitScript(() => {
    const original = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (ms) => {
      Object.assign(window, { limitMs: ms })
      return original('isShort' in window ? 200 : ms)
    }
  })
  await openDashboard(page)
  expect(await page.evaluate(() => (window as unknown as { limitMs: number }).limitMs)).toBe(50_000)
  await page.route(/\/api\/user\/wallet\/check/, () => {})
  await page.evaluate(() => Object.assign(window, { isShort: true }))
  const said = await noticesOf(page)
  await refresh(page).click()
  await expect.poll(said).toContain('The server did not answer in time. Please try again.')
})

test('a wallet refresh that fails shows the message of the response, which goes after 3000 ms', async () => {
  const page = await stage.newPhone({ as: await makeAgent(stage.world) })
  await page.clock.install()
  await openDashboard(page)
  await page.route(/\/api\/user\/wallet\/check/, (route) => route.fulfill(failure(422)))
  await stopClock(page)
  await refresh(page).click()
  const notice = page.getByText('The words of the server')
  await expect(notice).toBeVisible()
  await page.mouse.move(0, 0)
  await page.clock.runFor(2000)
  await expect(notice).toBeVisible()
  await page.clock.runFor(1500)
  await expect(notice).toHaveCount(0)
})

test('dictionaries and settings that fail to load are only logged, and the app opens', async () => {
  const page = await stage.newPhone()
  await page.route(/\/api\/tools\/(dictionaries|settings)/, (route) => route.fulfill(failure(500)))
  await page.goto('/auth/login')
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  expectQuiet(page, /500/)
})

test('an answer that is no JSON is an error with a way to try again, not a blank page', async () => {
  const page = await stage.newPhone({ as: await makeAgent(stage.world) })
  await page.route(/\/api\/user\/profile/, (route) => route.fulfill({ status: 502, body: '<html>bad gateway</html>' }))
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unroute(/\/api\/user\/profile/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Available Balance')).toBeVisible()
})
