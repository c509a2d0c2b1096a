import { expect, openStage, type Stage } from '@cashbox/testing/browser/stage'
import { afterAll, beforeAll, test } from 'vitest'
import { makeAgent } from './agents.ts'

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

test('a push message is shown while no screen of the app is looked at, and not over one that is', async () => {
  const page = await stage.newPhone({ serviceWorker: true })
  await page.context().grantPermissions(['notifications'])
  const chrome = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    chrome.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration) resolve(registration.registrationId)
    })
  })
  await chrome.send('ServiceWorker.enable')
  await page.goto('/auth/login')
  await page.waitForFunction(isControlled)
  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'))
  // A browser without a screen has no place for notifications, so this is where its part begins.
  await worker.evaluate(() => {
    const { registration, clients } = globalThis as unknown as {
      registration: ServiceWorkerRegistration
      clients: { matchAll(wanted: object): Promise<unknown> }
    }
    registration.showNotification = async (title, options) => {
      shown.push([title, options?.data])
    }
    const [shown, arrived]: [unknown[], unknown[]] = [[], []]
    // Asks the same as the app's own listener, and after it: the app has its answer by then.
    const screens = { type: 'window', includeUncontrolled: true }
    addEventListener('push', () => void clients.matchAll(screens).then(() => arrived.push(true)))
    Object.assign(globalThis, { shown, arrived })
  })
  const kept = (name: 'shown' | 'arrived') =>
    worker.evaluate((list) => (globalThis as unknown as Record<string, unknown[]>)[list], name)
  const registrationId = await registered
  const push = (title: string) =>
    chrome.send('ServiceWorker.deliverPushMessage', {
      origin: stage.world.address,
      registrationId,
      data: JSON.stringify({ title, body: 'Open Cashbox', path: '/history', tag: title, lang: 'en', dir: 'ltr' }),
    })
  await push('Seen on the screen')
  await expect.poll(() => kept('arrived')).toHaveLength(1)
  await page.goto('about:blank')
  await push('A payment was reversed')
  await expect.poll(() => kept('shown')).toEqual([['A payment was reversed', { path: '/history' }]])
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
  // The service worker hands the texts on first, and keeps them then.
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('tools')).keys()).map(({ url }) => url)))
    .toContainEqual(expect.stringContaining('/tools/translations'))
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
