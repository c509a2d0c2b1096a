import type { Browser, Page } from '@playwright/test'
import { type Device, type OpenTab, TIMEOUT_MS } from './phone.ts'

/** The smallest page of the server, to reach the storage of its origin without starting the app. */
const NOTHING = '/healthz'

/** A tab of its own for each page. */
export const newTabs =
  (browser: Browser): OpenTab =>
  async (device, storage) => {
    const context = await browser.newContext(device)
    context.setDefaultTimeout(TIMEOUT_MS)
    const page = await context.newPage()
    leaveAfterSheets(page)
    await page.goto(NOTHING)
    await fill(page, storage)
    return page
  }

const GOING_BACK_MS = 2_000

/**
 * A closed sheet goes back in the history, which takes the browser a moment. A person does not type another address
 * within it; a journey that does would have its page taken away again.
 */
function leaveAfterSheets(page: Page) {
  const untilBack = async () => {
    const deadline = Date.now() + GOING_BACK_MS
    // Where the clock of the page stands still, it does not go back.
    while (Date.now() < deadline && (await page.evaluate(isGoingBack).catch(() => false))) await page.waitForTimeout(10)
  }
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = (...to) => untilBack().then(() => goto(...to))
  page.reload = (...options) => untilBack().then(() => reload(...options))
}

const isGoingBack = () =>
  Reflect.get((history.state as object | null) ?? {}, 'openSheet') !== undefined &&
  document.querySelector('[role=dialog][data-open]') === null

const fill = (page: Page, storage: Readonly<Record<string, string>>) =>
  page.evaluate((wanted) => {
    localStorage.clear()
    sessionStorage.clear()
    for (const [name, value] of Object.entries(wanted)) localStorage.setItem(name, value)
  }, storage)

/**
 * Tabs that serve one journey after the other: a tab that has run the app before loads it for a third of the processor
 * time. What a journey leaves behind is taken away, and what can't be taken away ends the tab.
 */
export function keepTabs(browser: Browser) {
  const openTab = newTabs(browser)
  const free = new Map<string, Page[]>()
  const kinds = new WeakMap<Page, string>()

  return {
    async take(device: Device, storage: Readonly<Record<string, string>>): Promise<Page> {
      const kind = kindOf(device)
      const open = (free.get(kind) ?? []).filter((page) => !page.isClosed())
      const kept = open.pop()
      free.set(kind, open)
      if (kept) {
        await prepare(kept, device, storage)
        return kept
      }
      const page = await openTab(device, storage)
      if (device.serviceWorkers === 'block') kinds.set(page, kind)
      endWithWhatStays(page, () => kinds.delete(page))
      return page
    },

    async giveBack(page: Page): Promise<void> {
      const kind = kinds.get(page)
      const isClean =
        kind !== undefined &&
        !page.isClosed() &&
        (await clear(page).then(
          () => true,
          () => false,
        ))
      if (isClean) free.set(kind, [...(free.get(kind) ?? []), page])
      else await page.context().close()
    },

    /** Of the tabs that wait for the next journey. */
    contexts: () => new Set([...free.values()].flat().map((page) => page.context())),
  }
}

/** What a tab can't change once it is open. */
const kindOf = ({ isMobile, deviceScaleFactor, timezoneId, serviceWorkers }: Device): string =>
  JSON.stringify([isMobile, deviceScaleFactor, timezoneId, serviceWorkers])

async function prepare(page: Page, device: Device, storage: Readonly<Record<string, string>>) {
  const context = page.context()
  await context.clearPermissions()
  await context.grantPermissions(device.permissions)
  await context.setGeolocation(device.geolocation ?? null)
  await page.emulateMedia({ colorScheme: device.colorScheme, reducedMotion: device.reducedMotion })
  await page.setViewportSize(device.viewport)
  await fill(page, storage)
}

const HEARD = ['console', 'pageerror', 'request', 'requestfinished', 'requestfailed', 'response', 'popup'] as const

async function clear(page: Page) {
  const context = page.context()
  for (const event of HEARD) page.removeAllListeners(event)
  await Promise.all(
    context
      .pages()
      .filter((other) => other !== page)
      .map((other) => other.close()),
  )
  // A route may still hold an answer back.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearCookies()
  // A page that is left open keeps working: it listens to the server, and its clocks tick.
  await page.goto(NOTHING)
}

/** A clock and a script that a journey installs are there for every page of the tab. */
function endWithWhatStays(page: Page, end: () => void) {
  const addInitScript = page.addInitScript.bind(page)
  page.addInitScript = (...script) => {
    end()
    return addInitScript(...script)
  }
  const install = page.clock.install.bind(page.clock)
  page.clock.install = (options) => {
    end()
    return install(options)
  }
}
