import { afterAll, beforeAll, test } from 'vitest'
import { expect, expectQuiet, openStage, type Stage } from './stage.ts'

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
  // Attached, not visible: a browser without fonts of its own draws no text here.
  await expect(page.getByRole('heading', { level: 1, name: api.title })).toBeAttached()
  await expect(page.getByRole('heading', { name: api.call }).first()).toBeAttached()
  await expect(page.getByRole('tab', { name: 'curl' }).first()).toBeAttached()
  expect(
    await page.evaluate(() => getComputedStyle(document.querySelector('.redoc-wrap') ?? document.body).display),
  ).toBe('flex')
  expect(asked.filter((url) => !url.startsWith(stage.world.address) && !url.startsWith('data:'))).toEqual([])
  expectQuiet(page)
})
