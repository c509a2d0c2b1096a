import { type HistoryItem, listHistory } from '@cashbox/contract'
import { expect, type Stage } from '@cashbox/testing/browser/stage'
import type { World } from '@cashbox/testing/world'
import type { Page } from '@playwright/test'
import type { Agent } from './agents.ts'

/** What is drawn of the list. */
export const rows = (page: Page) => page.getByRole('main').locator('li[aria-posinset]')

/** The query of every call for the history, in order. */
export function queriesOf(page: Page) {
  const queries: Record<string, string>[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/payments/history') queries.push(Object.fromEntries(searchParams))
  })
  return queries
}

/** What the server has, up to 100 from an offset on. */
export async function storedHistory(world: World, { token }: Agent, offset = 0): Promise<readonly HistoryItem[]> {
  const { payload } = await world.call(listHistory, { limit: '100', offset: `${offset}` }, { token })
  return payload.list
}

export async function openHistory(stage: Stage, as: Agent | string, options: Parameters<Stage['newPhone']>[0] = {}) {
  const page = await stage.newPhone({ as, ...options })
  const queries = queriesOf(page)
  await page.goto('/history')
  await expect(rows(page).first()).toBeVisible()
  return { page, queries }
}

/** The transaction ids from top to bottom, by their places. */
export const readAll = (page: Page) =>
  page.evaluate(async () => {
    const rows = () => [...document.querySelectorAll('li[aria-posinset]')]
    // Above the first row is the name of its day, below the last one the edge of the list.
    const [above, below] = [100, 50]
    /** Rows are drawn a moment after the page was scrolled, from above the screen to below it. */
    const isDrawn = () => {
      const drawn = rows().map((row) => row.getBoundingClientRect())
      const list = rows()[0]?.closest('section')?.parentElement?.getBoundingClientRect() ?? new DOMRect()
      const [from, to] = [Math.min(...drawn.map(({ top }) => top)), Math.max(...drawn.map(({ bottom }) => bottom))]
      return from <= Math.max(0, list.top + above) && to >= Math.min(window.innerHeight, list.bottom - below)
    }
    const found = new Map<number, string>()
    for (let top = 0; top < document.documentElement.scrollHeight; top += window.innerHeight / 2) {
      window.scrollTo(0, top)
      do await new Promise((resolve) => setTimeout(resolve, 10))
      while (!isDrawn())
      for (const row of rows()) {
        const place = Math.round(row.getBoundingClientRect().top + window.scrollY)
        found.set(place, row.querySelector('bdi.font-mono')?.textContent ?? '')
      }
    }
    return [...found].toSorted(([one], [other]) => one - other).map(([, id]) => id)
  })

export const toEnd = (page: Page) => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))

export async function scrollToTheEnd(page: Page) {
  await expect(async () => {
    await toEnd(page)
    await expect(page.getByText('No more transactions this month.')).toBeVisible({ timeout: 500 })
  }).toPass()
}
