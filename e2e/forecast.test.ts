import { expect, openStage, type Stage } from '@cashbox/testing/browser/stage'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'
import { makeAgent } from './agents.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const DAY_MS = 24 * 60 * 60 * 1000
const noonIn = (days: number) => Math.floor(Date.now() / DAY_MS) * DAY_MS + (days + 0.5) * DAY_MS
const weekday = (ms: number) => new Date(ms).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })

/** The pace of an agent takes a week to know; what is tested here is only when it ends. */
async function runsOutAt(page: Page, ms: number) {
  await page.route(/\/api\/user\/forecast/, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { payload: object }
    await route.fulfill({ response, json: { ...answer, payload: { ...answer.payload, lasts_until: ms / 1000 } } })
  })
}

test('until when the balance lasts is said by the clock of the device, and the first screen needs no Intl for it', async () => {
  const page = await stage.newPhone({ as: await makeAgent(stage.world), timezoneId: 'Asia/Kathmandu' })
  await page.addInitScript(() => {
    const used: string[] = []
    Object.assign(window, { used })
    for (const name of ['DateTimeFormat', 'NumberFormat', 'PluralRules']) {
      const original = Reflect.get(Intl, name) as typeof Intl.DateTimeFormat
      const apply = (...[, , args]: [unknown, unknown, []]) => (used.push(name), original(...args))
      const construct = (...[, args]: [unknown, []]) => (used.push(name), new original(...args))
      Reflect.set(Intl, name, new Proxy(original, { apply, construct }))
    }
  })
  const end = noonIn(2)
  await runsOutAt(page, end)
  await page.goto('/dashboard')
  await expect(page.getByText(`At this pace the balance lasts until ${weekday(end)}, about 17:45.`)).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { used: string[] }).used)).toEqual([])
})

test('a time zone that was chosen goes before that of the device, and the weekday is a word of the sentence', async () => {
  const page = await stage.newPhone({
    as: await makeAgent(stage.world),
    language: 'ru',
    timezoneId: 'Asia/Kathmandu',
    stored: { 'select-timezone': 'Asia/Tashkent' },
  })
  const until = ['воскресенья', 'понедельника', 'вторника', 'среды', 'четверга', 'пятницы', 'субботы']
  const end = noonIn(2)
  await runsOutAt(page, end)
  await page.goto('/dashboard')
  const sentence = `При таком темпе баланса хватит до ${until[new Date(end).getUTCDay()]}, примерно до 17:00.`
  await expect(page.getByText(sentence)).toBeVisible()
})
