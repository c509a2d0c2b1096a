import { gzipSync } from 'node:zlib'
import { expect, openStage, type Stage } from '@cashbox/testing/browser/stage'
import type { Locator, Page, Response } from '@playwright/test'
import { afterAll, beforeAll, test } from 'vitest'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** Over one connection each, as browsers speak to a server without HTTP/2. */
const FILES_AT_ONCE = 6

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

test('the log-in page loads at most 100 kB of scripts', async () => {
  const page = await stage.newPhone()
  expectWithin(await scriptsOf(page, '/auth/login', 'form input[type="password"]'), 100_000)
})

test('an agent who opens the dashboard loads at most 135 kB of scripts, in no more files than come at once', async () => {
  const page = await stage.newPhone({ as: 'approved' })
  const scripts = await scriptsOf(page, '/dashboard', 'main svg[role="img"]')
  expectWithin(scripts, 135_000)
  expect(scripts.map(({ name }) => name).slice(FILES_AT_ONCE)).toEqual([])
})

/** The scripts of the console that a page asks for until what it shows is there. Nothing is touched meanwhile. */
async function scriptsOfConsole(page: Page, path: string, shown: Locator): Promise<(Chunk & { text: string })[]> {
  const scripts: Promise<Chunk & { text: string }>[] = []
  page.on('response', (response) => {
    if (!response.headers()['content-type']?.includes('javascript')) return
    const name = new URL(response.url()).pathname.split('/').at(-1) ?? ''
    const read = async () => {
      const body = await response.body()
      return { name, bytes: gzipSync(body, { level: 9 }).length, text: body.toString() }
    }
    scripts.push(read())
  })
  await page.goto(path)
  await expect(shown).toBeVisible()
  return Promise.all(scripts)
}

/** Of a console that is open in English. */
const LATER = /^(map-view|world-outline|menu|palette|dialog|drawer|enrolment|compile-texts|ru|es|fr|tr|ar)-/
const CHARTS = /^(chart-set|volume-chart)-/
/** Stands in zod wherever it is. */
const SCHEMAS = 'invalid_type'

test('the log-in page of the console loads at most 200 kB of scripts, and nothing that it does not show', async () => {
  const page = await stage.newDesk()
  const chunks = await scriptsOfConsole(page, '/console/', page.getByLabel('Password', { exact: true }))
  expectWithin(chunks, 200_000)
  expect(chunks.filter(({ name }) => LATER.test(name) || CHARTS.test(name)).map(({ name }) => name)).toEqual([])
  expect(chunks.filter(({ text }) => text.includes(SCHEMAS)).map(({ name }) => name)).toEqual([])
})

test('an operator who opens Today loads at most 200 kB of scripts, and nothing that it does not show', async () => {
  const page = await stage.newDesk({ as: 'admin' })
  const todo = page.getByRole('region', { name: 'To do' })
  const chunks = await scriptsOfConsole(page, '/console/today', todo)
  expectWithin(chunks, 200_000)
  expect(chunks.filter(({ name }) => LATER.test(name) || CHARTS.test(name)).map(({ name }) => name)).toEqual([])
  expect(chunks.filter(({ text }) => text.includes(SCHEMAS)).map(({ name }) => name)).toEqual([])
})
