import type { Page } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'
import { faults, faultsInEveryLook, widthIn } from './access.ts'
import { expect, expectQuiet, openStage, type Stage } from './stage.ts'

const PATHS = [
  '/auth/login',
  '/auth/signup',
  '/auth/demo',
  '/auth/verify',
  '/auth/forgot-password',
  '/terms',
  '/email-change?stop=none',
  '/auth/new-password',
  `/auth/new-password?hash=${'x'.repeat(43)}`,
]

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

/** What can be tapped and is smaller than a thumb needs. */
const tooSmall = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('a, button, label:has(input), input:not([type=checkbox])')]
      .map((element) => ({ name: element.outerHTML, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.height < 44 || box.width < 44)
      .map(({ name }) => name),
  )

test.each(PATHS)(
  '%s has no fault of accessibility, by day and by night, and nothing to tap that is smaller than a thumb',
  async (path) => {
    const page = await stage.newPhone()
    await open(page, path)
    expect(await faultsInEveryLook(page)).toEqual([])
    expect(await tooSmall(page)).toEqual([])
    expectQuiet(page)
  },
)

test.each(PATHS.slice(0, 2))('%s has no fault of accessibility in Arabic', async (path) => {
  const page = await stage.newPhone({ language: 'ar' })
  await open(page, path)
  expect(await faults(page)).toEqual([])
})

test.each(['en', 'ru', 'es', 'fr', 'tr', 'ar'] as const)(
  'no page before the log-in is wider than a narrow phone in %s',
  async (language) => {
    const page = await stage.newPhone({ language })
    for (const path of PATHS) {
      await open(page, path)
      expect([path, await widthIn(page, 360)]).toEqual([path, 360])
    }
  },
)
