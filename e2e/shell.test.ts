import type { AgentStatus } from '@cashbox/contract'
import { paper } from '@cashbox/contract/app-page'
import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { makeAgent } from './agents.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const setSettings = (payload: object) => stage.world.app.inject({ method: 'POST', url: '/sandbox/settings', payload })

test('a guest who opens a page of the app, or one that is none, is sent to /auth/login', async () => {
  const page = await stage.newPhone()
  for (const path of ['/', '/dashboard', '/history', '/profile', '/no/such/page']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/auth\/login$/)
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  }
  expectQuiet(page)
})

test('a logged-in agent who opens no page in particular, or one that is none, is sent to /dashboard', async () => {
  const page = await stage.newPhone({ as: 'approved' })
  for (const path of ['/', '/no/such/page']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByText('Available Balance')).toBeVisible()
  }
  expectQuiet(page)
})

describe('the bottom menu', () => {
  test('shows where the agent is', async () => {
    const page = await stage.newPhone({ as: 'approved' })
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    for (const [path, name] of [
      ['/dashboard', 'Dashboard'],
      ['/account-deposit', 'Dashboard'],
      ['/history', 'History'],
      ['/statistics', 'Statistics'],
      ['/profile', 'Profile'],
    ] as const) {
      await page.goto(path)
      await expect(menu.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
      await expect(menu.locator('[aria-current]')).toHaveCount(1)
      await expect(page).toHaveURL(new RegExp(`${path}$`))
    }
  })

  test.each<AgentStatus>(['pending', 'rejected', 'blocked'])(
    'history, statistics and profit are neither there nor asked for while an agent is %s',
    async (status) => {
      const page = await stage.newPhone({ as: await makeAgent(stage.world, { status }) })
      const asked: string[] = []
      page.on('request', (request) => {
        if (/\/api\/payments\/(history|stats)/.test(request.url())) asked.push(request.url())
      })
      await page.goto('/dashboard')
      for (const name of ['History', 'Statistics']) {
        const entry = page.getByRole('link', { name })
        await expect(entry).toHaveAttribute('aria-disabled', 'true')
        await entry.click({ force: true })
        await expect(page).toHaveURL(/\/dashboard$/)
      }
      await expect(page.getByRole('link', { name: 'Profile' })).not.toHaveAttribute('aria-disabled')
      for (const path of ['/history', '/statistics']) {
        await page.goto(path)
        await expect(page).toHaveURL(/\/dashboard$/)
        await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
      }
      await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
      await expect(page.getByRole('region', { name: 'Profit' })).toHaveCount(0)
      expect(asked).toEqual([])
      expectQuiet(page)
    },
  )

  test.each<AgentStatus>(['approved', 'suspended'])('a %s agent can open all of it', async (status) => {
    const page = await stage.newPhone({ as: await makeAgent(stage.world, { status }) })
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'History' }).click()
    await expect(page).toHaveURL(/\/history$/)
  })
})

test('the page title is the screen title and the partner name', async () => {
  const page = await stage.newPhone({ as: 'approved' })
  await page.goto('/history')
  await expect(page).toHaveTitle('History · Cashbox')
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveTitle('Profile · Cashbox')
})

test('a full-screen loader shows while the first data loads', async () => {
  const page = await stage.newPhone({ as: 'approved' })
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(/\/api\/user\/profile/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await expect(page.locator('[aria-busy="true"]')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toHaveCount(0)
  letGo()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('the partner name and colour come from the settings', async () => {
  await setSettings({ partner_name: 'Somon Pay', brand_color: '#7a1f5c' })
  const page = await stage.newPhone()
  await page.goto('/auth/login')
  await expect(page).toHaveTitle('Log in · Somon Pay')
  await expect(page.getByRole('banner').getByText('Somon Pay')).toBeVisible()
  const manifest = await (await page.request.get('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ name: 'Somon Pay', theme_color: '#7a1f5c' })
  await setSettings({ partner_name: 'Cashbox', brand_color: '#0b6b63' })
})

test.each(['light', 'dark'] as const)('the bar around the page has the colour of its %s paper', async (theme) => {
  const page = await stage.newPhone({ theme })
  await page.goto('/auth/login')
  const bar = page.locator(`meta[name=theme-color][media*=${theme}]`)
  await expect(bar).toHaveAttribute('content', paper[theme])
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(paper[theme].slice(at, at + 2), 16))
  await expect(page.locator('html')).toHaveCSS('background-color', `rgb(${red}, ${green}, ${blue})`)
  const manifest = await (await page.request.get('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ background_color: paper.light })
})

test('during maintenance a full-screen page says so, and Refresh leaves it when it is over', async () => {
  await setSettings({ is_off_maintenance: false })
  const page = await stage.newPhone()
  await page.goto('/auth/login')
  await expect(page.getByText('Maintenance is under way. Service will be available soon.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Log in' })).toHaveCount(0)
  await setSettings({ is_off_maintenance: true })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
})
