import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'
import { expect, openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

interface Chunk {
  readonly name: string
  readonly bytes: number
}

/** The scripts that were asked for before the first screen could be used, on a device that has nothing yet. */
async function scriptsOf(page: Page, path: string, screen: string): Promise<Chunk[]> {
  const responses = new Map<string, Response>()
  page.on('response', (response) => responses.set(response.url(), response))
  await noteWhatIsSeen(page, screen)
  await page.goto(path)
  await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0)
  const { seen, names } = await page.evaluate(() => {
    const usableAt = performance.getEntriesByName('usable')[0]?.startTime ?? 0
    const before = performance.getEntriesByType('resource').filter(({ startTime }) => startTime <= usableAt)
    return { seen: Reflect.get(window, 'wasSeen') as boolean, names: before.map(({ name }) => name) }
  })
  expect(seen, `${screen} is on the screen when the app says that it can be used`).toBe(true)
  const scripts = names.flatMap((name) => {
    const response = responses.get(name)
    return response?.headers()['content-type']?.includes('javascript') ? [response] : []
  })
  return Promise.all(
    scripts.map(async (response) => ({
      name: new URL(response.url()).pathname,
      bytes: gzipSync(await response.body(), { level: 9 }).length,
    })),
  )
}

/** Looks at the very moment of the mark, so that it can't be set before there is something to use. */
const noteWhatIsSeen = (page: Page, screen: string) =>
  page.addInitScript((selector) => {
    const mark = performance.mark.bind(performance)
    performance.mark = (name, options) => {
      if (name === 'usable') {
        const { width = 0, height = 0 } = document.querySelector(selector)?.getBoundingClientRect() ?? {}
        Reflect.set(window, 'wasSeen', width > 0 && height > 0)
      }
      return mark(name, options)
    }
  }, screen)

function expectWithin(chunks: readonly Chunk[], limit: number) {
  const total = chunks.reduce((sum, { bytes }) => sum + bytes, 0)
  const rows = chunks
    .toSorted((a, b) => b.bytes - a.bytes)
    .map(({ name, bytes }) => `${String(bytes).padStart(8)} ${name}`)
  const table = [...rows, `${String(total).padStart(8)} in all, of ${limit} allowed`].join('\n')
  expect(total, table).toBeGreaterThan(0)
  expect(total, `scripts, gzip:\n${table}\n`).toBeLessThanOrEqual(limit)
}

test('the log-in page loads at most 107 kB of scripts', async () => {
  const page = await stage.newPhone()
  expectWithin(await scriptsOf(page, '/auth/login', 'form input[type="password"]'), 107_000)
})

test('an agent who opens the dashboard loads at most 150 kB of scripts', async () => {
  const page = await stage.newPhone({ as: 'approved' })
  expectWithin(await scriptsOf(page, '/dashboard', 'main svg[role="img"]'), 150_000)
})
