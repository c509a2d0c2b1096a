import { expect, expectQuiet, openStage, type Stage } from '@cashbox/testing/browser/stage'
import { afterAll, beforeAll, test } from 'vitest'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test.each([
  { path: '/docs', title: 'Cashbox agent API', call: 'Confirm that cash changed hands.' },
  { path: '/docs/partner', title: 'Cashbox partner API', call: 'Open a deposit or withdrawal' },
  { path: '/docs/operator', title: 'Cashbox operator API', call: 'Log in' },
])('$path shows the API in a browser, keeps to the content policy, and asks no other server', async (api) => {
  const page = await stage.newPhone({ viewport: 'desktop' })
  const asked: string[] = []
  page.on('request', (request) => void asked.push(request.url()))
  await page.goto(api.path)
  // Found by selector: the page has so many elements that a search by role takes seconds.
  // Attached, not visible: a browser without fonts of its own draws no text here.
  for (const shown of [
    page.locator('h1', { hasText: api.title }),
    page.locator('h2', { hasText: api.call }).first(),
    page.locator('[role=tab]', { hasText: 'curl' }).first(),
  ]) {
    await expect(shown).toBeAttached({ timeout: 120_000 })
  }
  expect(
    await page.evaluate(() => getComputedStyle(document.querySelector('.redoc-wrap') ?? document.body).display),
  ).toBe('flex')
  expect(asked.filter((url) => !url.startsWith(stage.world.address) && !url.startsWith('data:'))).toEqual([])
  expectQuiet(page)
})
