import { getProfile, getStats } from '@cashbox/contract'
import { expectAlive } from '@cashbox/testing/browser/phone'
import { expect, expectQuiet, openStage, type Stage, TASHKENT } from '@cashbox/testing/browser/stage'
import { afterAll, beforeAll, describe, onTestFinished, test } from 'vitest'
import { faults, faultsInEveryLook } from './access.ts'
import { makeAgent } from './agents.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

describe('a phone', () => {
  test('is at the counter, signed in, and may read the clipboard', async () => {
    const page = await stage.newPhone({ as: 'approved', language: 'ru', theme: 'dark', timezoneId: 'Asia/Tashkent' })
    await page.goto('/healthz')
    const seen = await page.evaluate(async () => ({
      place: await new Promise((resolve, reject) => {
        navigator.geolocation.getCurrentPosition(
          ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
          reject,
        )
      }),
      token: localStorage.getItem('auth-token'),
      others: [localStorage.getItem('remember-me'), localStorage.getItem('language')],
      width: window.innerWidth,
      isDark: matchMedia('(prefers-color-scheme: dark)').matches,
      isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
      isCoarse: matchMedia('(pointer: coarse)').matches,
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      clipboard: await navigator.clipboard.writeText('copied').then(() => navigator.clipboard.readText()),
    }))
    const { token, ...rest } = seen
    expect(rest).toEqual({
      place: TASHKENT,
      others: ['true', 'ru'],
      width: 980,
      isDark: true,
      isStill: true,
      isCoarse: true,
      timeZone: 'Asia/Tashkent',
      clipboard: 'copied',
    })
    const { payload } = await stage.world.call(getProfile, {}, { token })
    expect(payload.user.email).toBe('approved@cashbox.test')
  })

  test('can be refused its place', async () => {
    const page = await stage.newPhone({ geolocation: 'denied' })
    await page.goto('/healthz')
    const code = await page.evaluate(
      () =>
        new Promise((resolve) => {
          navigator.geolocation.getCurrentPosition(
            () => resolve('allowed'),
            (error) => resolve(error.code),
          )
        }),
    )
    expect(code).toBe(1)
  })

  test.each([
    ['an uncaught error', () => void setTimeout(() => (null as unknown as string).length)],
    ['a logged error', () => globalThis.console.error('broken')],
    ['a failed request', () => void fetch('/api/nothing')],
    [
      'a broken content policy',
      () => {
        const script = document.createElement('script')
        script.textContent = 'globalThis.isBroken = true'
        document.body.append(script)
      },
    ],
  ])('is not quiet after %s', async (_what, act) => {
    const page = await stage.newPhone()
    await page.goto('/sandbox')
    expectQuiet(page)
    await page.evaluate(act)
    await expect(() => expect(() => expectQuiet(page)).toThrow()).toPass()
    expectQuiet(page, /./)
  })
})

test('the app opens, and finds nothing to complain of', async () => {
  const page = await stage.newPhone()
  await page.goto('/')
  await expect(page).toHaveURL(/\/auth\/login$/)
  await expect(page.getByRole('button').first()).toBeVisible()
  expectQuiet(page)
})

describe('an agent of one’s own', () => {
  test('has what was wished for', async () => {
    const agent = await makeAgent(stage.world, {
      status: 'suspended',
      note: 'Call us.',
      fullName: 'A B',
      float: '12.34',
    })
    const { payload } = await stage.world.call(getProfile, {}, { token: agent.token })
    expect(payload.user).toMatchObject({
      status: 'suspended',
      note: 'Call us.',
      full_name: 'A B',
      cash_id: agent.cashId,
      email: agent.email,
    })
    expect(await stage.world.balance(agent.token)).toBe('12.34')
  })

  test('can have a long month behind them, and books that balance', async () => {
    const agent = await makeAgent(stage.world, { history: 1000, float: '1000.00' })
    expect(await stage.world.balance(agent.token)).toBe('1000.00')
    const now = stage.world.clock.now()
    const { payload } = await stage.world.call(
      getStats,
      {
        from: String(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) / 1000),
        to: String(Math.floor(now.getTime() / 1000)),
      },
      { token: agent.token },
    )
    expect(Number(payload.stats.deposit_sum)).toBeGreaterThan(Number(payload.stats.withdraw_sum))
    expect(await stage.world.verify()).toEqual([])
  })
})

describe('the look for faults of accessibility', () => {
  test('finds them on a page, in an open dialog, and where they are in the dark only', async () => {
    const page = await stage.newPhone()
    await page.goto('/auth/login')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await faults(page)).toEqual([])
    const add = (html: string) =>
      page.evaluate((part) => document.querySelector('main')?.insertAdjacentHTML('beforeend', part), html)
    await add('<button id="nameless"></button>')
    expect(await faults(page)).toEqual([['button-name', ['<button id="nameless"></button>']]])
    await add('<div role="dialog" aria-label="Asks"><img src="data:," alt></div>')
    expect(await faults(page)).toEqual([])
    await page.evaluate(() => document.querySelector('[role=dialog] img')?.removeAttribute('alt'))
    expect(await faults(page)).toEqual([['image-alt', ['<img src="data:,">']]])
    await page.evaluate(() => document.querySelector('[role=dialog]')?.remove())
    await page.evaluate(() => document.querySelector('#nameless')?.remove())
    await add('<p id="dim">Words</p>')
    await page.evaluate(() => {
      const dim = document.querySelector<HTMLElement>('#dim')
      if (dim)
        dim.style.cssText =
          'color-scheme: light dark; color: light-dark(#000, #222); background: light-dark(#fff, #000)'
    })
    expect((await faultsInEveryLook(page)).map(([rule]) => rule)).toContain('color-contrast')
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await faults(page)).toEqual([])
  })

  test('leaves a list alone that arrives meanwhile', async () => {
    const page = await stage.newDesk({ as: 'admin' })
    const looking = Promise.withResolvers<void>()
    await page.route('**/operator/v1/operators', async (route) => {
      await looking.promise
      await route.continue()
    })
    await page.goto('/console/operators')
    await expect(page.locator('tbody tr')).toHaveCount(8)
    // A look that takes as long as the test says.
    await page.evaluate(() => {
      const run = () =>
        new Promise((end) => {
          addEventListener('looked', () => end({ violations: [] }))
        })
      Reflect.set(window, 'axe', { run })
    })
    const found = faults(page)
    // The rows after the fourth are out of its way.
    await expect(page.locator('tbody tr:visible')).toHaveCount(4)
    looking.resolve()
    await expect(page.getByRole('link', { name: 'Sandbox admin' })).toBeVisible()
    await page.evaluate(() => dispatchEvent(new Event('looked')))
    expect(await found).toEqual([])
    await expect(page.locator('[data-row-link]:visible')).toHaveCount(await page.locator('tbody tr').count())
    expectQuiet(page)
  })
})

test('a browser that dies says why, and is replaced for the next file', async () => {
  const { browser } = stage
  expectAlive(browser)
  const died = new Promise((resolve) => browser.once('disconnected', resolve))
  const session = await browser.newBrowserCDPSession()
  await Promise.all([died, session.send('Browser.crash').catch(() => {})])
  expect(() => expectAlive(browser)).toThrow(/^The browser has died\. It printed last:\n[\s\S]*\S/)
  const next = await openStage()
  onTestFinished(() => next.close())
  const page = await next.newPhone()
  await page.goto('/healthz')
  expectQuiet(page)
})
