/**
 * The whole product on a stage: the real server on its own copy of the seeded database, and real browsers in front.
 *
 *   const stage = await openStage()                       // in beforeAll; takes the options of openWorld
 *   const page = await stage.newPhone({ as: 'approved' }) // a Playwright page for one test, signed in as a seeded agent
 *   await page.goto('/dashboard')
 *   await expect(page.getByRole('heading')).toBeVisible() // waits, up to 10 s; takes plain values as well
 *   expectQuiet(page)                                     // nothing was logged as an error, no policy was broken
 *   const desk = await stage.newDesk({ as: 'admin' })     // the same for the console, as an operator of that role
 *   await stage.close()                                   // in afterAll
 *
 * `stage.world` is the server's side: `call`, `logIn`, `openTransaction`, `db`, `clock`, `inbox` (with `worker: true`).
 * `makeAgent(stage.world, …)` from agents.ts makes an agent for one test; `newPhone({ as: agent })` signs them in.
 */
import type { Browser, Page } from '@playwright/test'
import { inject, onTestFinished } from 'vitest'
import { openWorld, type World } from '../apps/server/test/world.ts'
import { type DeskOptions, openDesk } from './desk.ts'
import { openPhone, type PhoneOptions, startBrowser } from './phone.ts'

export { expect, expectQuiet, type PhoneOptions, TASHKENT } from './phone.ts'

export interface Stage {
  readonly world: World
  readonly browser: Browser
  newPhone(options?: PhoneOptions): Promise<Page>
  newDesk(options?: DeskOptions): Promise<Page>
  close(): Promise<void>
}

/** One for all files of a worker. It ends with the worker. */
let running: Promise<Browser> | null = null

/** A page that is left open keeps working: it listens to the server, and its clocks tick. */
const closeAfterTest = (page: Page): Page => {
  const context = page.context()
  onTestFinished(async () => {
    // A route may still hold an answer back, and a journey may have closed its page itself.
    await context.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => {})
    await context.close()
  })
  return page
}

export async function openStage(options: Parameters<typeof openWorld>[0] = {}): Promise<Stage> {
  running ??= startBrowser(inject('chromium'))
  const [world, browser] = await Promise.all([
    openWorld({ isPublic: true, webFolder: inject('webFolder'), consoleFolder: inject('consoleFolder'), ...options }),
    running,
  ])
  const server = { address: world.address, signIn: (name: string) => world.logIn(name) }
  return {
    world,
    browser,
    newPhone: async (phone = {}) => closeAfterTest(await openPhone(browser, server, phone)),
    newDesk: async (desk = {}) => closeAfterTest(await openDesk(browser, world.address, desk)),
    async close() {
      await Promise.all(browser.contexts().map((context) => context.close()))
      await world.close()
    },
  }
}
