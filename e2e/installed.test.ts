import { afterAll, beforeAll, test } from 'vitest'
import { makeAgent } from './agents.ts'
import { expect, openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const isControlled = () => navigator.serviceWorker.controller !== null

test('the app can be installed', async () => {
  const page = await stage.newPhone({ serviceWorker: true })
  await page.goto('/auth/login')
  await page.waitForFunction(isControlled)
  const chrome = await page.context().newCDPSession(page)
  const { installabilityErrors } = await chrome.send('Page.getInstallabilityErrors')
  // A context of a test is a private window, which can't install anything.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
})

test('without a network the app opens, says that it is offline, and goes on when the network is back', async () => {
  const page = await stage.newPhone({ as: await makeAgent(stage.world), serviceWorker: true })
  await page.goto('/dashboard')
  await expect(page.getByText('Available Balance')).toBeVisible()
  await page.waitForFunction(isControlled)
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText('You are offline')).toBeVisible()
  await expect(page.getByText('No connection', { exact: true })).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Available Balance')).toBeVisible()
  await expect(page.getByText('No connection', { exact: true })).toHaveCount(0)
})

test('without a network the app still speaks the chosen language', async () => {
  const page = await stage.newPhone({ language: 'ru', serviceWorker: true })
  await page.goto('/auth/login')
  await page.waitForFunction(isControlled)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Вход' })).toBeVisible()
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Вход' })).toBeVisible()
})

test('a session that is open while the network goes keeps what it shows', async () => {
  const page = await stage.newPhone({ as: await makeAgent(stage.world, { float: '1250.50' }) })
  await page.goto('/dashboard')
  await expect(page.getByText('1,250.50')).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByText('No connection', { exact: true })).toBeVisible()
  await expect(page.getByText('1,250.50')).toBeVisible()
})
