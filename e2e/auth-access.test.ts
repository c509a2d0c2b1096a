import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'
import { expect, expectQuiet, openStage, type PhoneOptions, type Stage } from './stage.ts'

const PATHS = [
  '/auth/login',
  '/auth/signup',
  '/auth/demo',
  '/auth/verify',
  '/auth/forgot-password',
  '/auth/new-password',
  `/auth/new-password?hash=${'x'.repeat(43)}`,
]

// Looking at every element takes its time.
const AXE_TIMEOUT_MS = 120_000

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** The page is there with its own part, which arrives after the frame. */
async function open(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

test.each<[string, readonly string[], PhoneOptions]>([
  ['by daylight', PATHS, {}],
  ['in the dark', PATHS, { theme: 'dark' }],
  ['in Arabic', PATHS.slice(0, 2), { language: 'ar' }],
  ['at a desk', PATHS.slice(0, 2), { viewport: 'desktop' }],
])(
  'no page before the log-in has a fault of accessibility %s',
  async (_when, paths, options) => {
    const page = await stage.newPhone(options)
    for (const path of paths) {
      await open(page, path)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => [path, id, nodes.map(({ html }) => html)])).toEqual([])
    }
    expectQuiet(page)
  },
  AXE_TIMEOUT_MS,
)

test.each(['en', 'ru', 'es', 'fr', 'tr', 'ar'] as const)(
  'no page before the log-in is wider than a narrow phone in %s',
  async (language) => {
    const page = await stage.newPhone({ language })
    await page.setViewportSize({ width: 360, height: 740 })
    for (const path of PATHS) {
      await open(page, path)
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 360])
    }
  },
)

test('everything that can be tapped before the log-in is as large as a thumb needs', async () => {
  const page = await stage.newPhone()
  for (const path of PATHS) {
    await open(page, path)
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('a, button, label:has(input), input:not([type=checkbox])')]
        .map((element) => ({ name: element.outerHTML, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.height < 44 || box.width < 44)
        .map(({ name }) => name),
    )
    expect([path, small]).toEqual([path, []])
  }
})
