/**
 * The whole product on a stage: the real server on its own copy of the seeded database, and real browsers in front.
 *
 *   const stage = await openStage()                       // in beforeAll; takes the options of openWorld
 *   const page = await stage.newPhone({ as: 'approved' }) // a Playwright page for one test, signed in as a seeded agent
 *   await page.goto('/dashboard')
 *   await expect(page.getByRole('heading')).toBeVisible() // waits, up to 40 s; takes plain values as well
 *   expectQuiet(page)                                     // nothing was logged as an error, no policy was broken
 *   const desk = await stage.newDesk({ as: 'admin' })     // the same for the console, as an operator of that role
 *   await stage.close()                                   // in afterAll
 *
 * `stage.world` is the server's side: `call`, `logIn`, `openTransaction`, `db`, `clock`, `inbox` (with `worker: true`).
 * `makeAgent(stage.world, …)` from agents.ts makes an agent for one test; `newPhone({ as: agent })` signs them in.
 */
import type { Browser, Page } from '@playwright/test'
import { inject, onTestFinished } from 'vitest'
import { openWorld, type World } from '../world.ts'
import { type DeskOptions, openDesk } from './desk.ts'
import { expectAlive, type OpenTab, openPhone, type PhoneOptions, startBrowser } from './phone.ts'
import { keepTabs } from './tabs.ts'

export { expect, expectQuiet, noticesOf, type PhoneOptions, stopClock, TASHKENT, untilDrawn } from './phone.ts'

export interface Stage {
  readonly world: World
  readonly browser: Browser
  newPhone(options?: PhoneOptions): Promise<Page>
  newDesk(options?: DeskOptions): Promise<Page>
  close(): Promise<void>
}

/** One for all files of a worker. It ends with the worker; one that has died is replaced before the next file. */
let running: Promise<Browser> | null = null

async function aliveBrowser(): Promise<Browser> {
  const browser = await running?.catch(() => null)
  if (!browser?.isConnected()) running = startBrowser(inject('chromium'))
  return running as Promise<Browser>
}

/** Tabs that have loaded the app from that address. The next file of the worker listens there again. */
interface KeptTabs {
  readonly browser: Browser
  readonly address: string
  readonly tabs: ReturnType<typeof keepTabs>
}

let kept: KeptTabs | null = null

// Outside the range from which the system takes ports, and different for each worker.
const ownPort = 10_000 + ((process.pid * 8 + Number(process.env['VITEST_POOL_ID'] ?? 0)) % 10_000)

export async function openStage(options: Parameters<typeof openWorld>[0] = {}): Promise<Stage> {
  const [world, browser] = await Promise.all([
    // Journeys make top-ups without their rails.
    openWorld({
      isPublic: true,
      preferredPort: ownPort,
      verifiesAtClose: false,
      webFolder: inject('webFolder'),
      consoleFolder: inject('consoleFolder'),
      ...options,
    }),
    aliveBrowser(),
  ])
  const tabs = kept?.browser === browser && kept.address === world.address ? kept.tabs : keepTabs(browser)
  const takeTab: OpenTab = async (device, storage) => {
    const page = await tabs.take(device, storage).catch((error: unknown) => {
      expectAlive(browser)
      throw error
    })
    onTestFinished(async () => {
      await tabs.giveBack(page)
      expectAlive(browser)
    })
    return page
  }
  const server = { address: world.address, signIn: (name: string) => world.logIn(name) }
  return {
    world,
    browser,
    newPhone: (phone = {}) => openPhone(takeTab, server, phone),
    newDesk: (desk = {}) => openDesk(takeTab, world.address, desk),
    async close() {
      kept = { browser, address: world.address, tabs }
      const isKept = tabs.contexts()
      await Promise.all(
        browser
          .contexts()
          .filter((context) => !isKept.has(context))
          .map((context) => context.close()),
      )
      await world.close()
    },
  }
}
