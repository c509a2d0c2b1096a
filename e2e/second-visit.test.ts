import { expect, openStage, type Stage } from '@cashbox/testing/browser/stage'
import type { Page, Request } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'
import { makeAgent } from './agents.ts'
import { rows } from './history-list.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const pathOf = (request: Request) => new URL(request.url()).pathname

/** Not the stream of live updates, which stays open. */
const isCall = (request: Request) => pathOf(request).startsWith('/api/') && pathOf(request) !== '/api/user/live'

/** The path of every call, in order, and those without an answer yet. */
function callsOf(page: Page) {
  const calls: string[] = []
  const waiting = new Set<Request>()
  page.on('request', (request) => {
    if (!isCall(request)) return
    calls.push(pathOf(request))
    waiting.add(request)
  })
  const forget = (request: Request) => void waiting.delete(request)
  page.on('requestfinished', forget)
  page.on('requestfailed', forget)
  return { calls, waiting }
}

test('a screen that is opened again asks for nothing, until the server reports a change', async () => {
  const agent = await makeAgent(stage.world, { history: 3 })
  const page = await stage.newPhone({ as: agent })
  await page.clock.install()
  const { calls, waiting } = callsOf(page)
  // A screen that is left before its answers are there has to ask again.
  const isAnswered = () => expect.poll(() => waiting.size).toBe(0)
  const open = async (name: string) => {
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    // Only what has been asked can be waited for, and a screen asks a moment after it is drawn.
    if (name === 'History') await expect(rows(page).first()).toBeVisible()
    if (name === 'Profile') await expect(page.getByText('Used today').locator('..')).toContainText('UZS')
    await isAnswered()
  }
  await page.goto('/dashboard')
  await open('History')
  await open('Profile')
  await open('Dashboard')
  // These are the last to be asked for, in spare time.
  await page.clock.fastForward(3_000)
  const late = ['/api/user/topups', '/api/user/notices', '/api/user/forecast']
  await expect.poll(() => late.every((path) => calls.includes(path))).toBe(true)
  await isAnswered()

  // Longer than an answer would be trusted without live updates, and well before the connection would pass for dead.
  await page.clock.fastForward(16_000)
  calls.length = 0
  for (const name of ['History', 'Dashboard', 'Profile', 'History', 'Dashboard']) await open(name)
  expect(calls).toEqual([])

  const { transaction_id } = await stage.world.openTransaction('deposit', '77.00', agent.cashId)
  await stage.world.confirm(agent.token, { type: 'deposit', transaction_id, amount: '77.00' })
  await expect.poll(() => calls).toContain('/api/user/profile')
  await open('History')
  await expect(rows(page).first()).toContainText(transaction_id)

  // Longer than any answer is trusted: the server is asked, and sends nothing that the app has already.
  const answers: string[] = []
  page.on('response', (response) => answers.push(`${response.status()} ${new URL(response.url()).pathname}`))
  await page.clock.fastForward(11 * 60_000)
  await open('Dashboard')
  await open('History')
  await expect
    .poll(() => answers)
    .toEqual(expect.arrayContaining(['304 /api/user/profile', '304 /api/payments/history']))
})
