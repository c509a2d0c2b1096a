import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page, expect as patient } from '@playwright/test'
import { type Chromium, findChromium } from './chromium.ts'

/** Wide, for a machine that has much else to do. */
export const TIMEOUT_MS = 90_000
export const TASHKENT = { latitude: 41.2995, longitude: 69.2401 }

/** Playwright's, with our patience. */
export const expect = patient.configure({ timeout: TIMEOUT_MS })

export interface PhoneOptions {
  /** The name of a seeded agent, or one that has a token. No one is signed in without it. */
  readonly as?: string | { readonly token: string }
  readonly language?: 'en' | 'ru' | 'es' | 'fr' | 'tr' | 'ar'
  /** What the system asks for. */
  readonly theme?: 'light' | 'dark'
  readonly geolocation?:
    | { readonly latitude: number; readonly longitude: number; readonly accuracy?: number }
    | 'denied'
  readonly viewport?: 'phone' | 'desktop'
  /** As many pixels as a phone has. */
  readonly isSharp?: boolean
  /** Of the device. */
  readonly timezoneId?: string
  /** Off by default: it would fetch the whole app for every phone, and hide requests from `page.route`. */
  readonly serviceWorker?: boolean
  /** More for the browser's storage. */
  readonly stored?: Readonly<Record<string, string>>
}

const LAST_CHARACTERS = 4_000
const LAUNCHER = join(import.meta.dirname, 'chromium.sh')
const logs = new WeakMap<Browser, string>()

export async function startBrowser(found?: Chromium): Promise<Browser> {
  const { executablePath, args, env } = found ?? (await findChromium())
  const folder = mkdtempSync(join(tmpdir(), 'cashbox-browser-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const log = join(folder, 'log')
  const browser = await chromium
    .launch({
      executablePath: LAUNCHER,
      args: [...args],
      env: {
        ...(process.env as Record<string, string>),
        ...env,
        CASHBOX_CHROMIUM: executablePath,
        CASHBOX_CHROMIUM_LOG: log,
      },
    })
    .catch((error: unknown) => {
      throw new Error(`${executablePath} does not start. ${lastWords(log)}`, { cause: error })
    })
  logs.set(browser, log)
  return browser
}

/** Fails the test that lost its browser, with what the browser printed last. */
export function expectAlive(browser: Browser): void {
  if (!browser.isConnected()) throw new Error(`The browser has died. ${lastWords(logs.get(browser))}`)
}

const lastWords = (log = '') =>
  `It printed last:\n${existsSync(log) ? readFileSync(log, 'utf8').slice(-LAST_CHARACTERS) : ''}`

interface Server {
  readonly address: string
  readonly signIn: (name: string) => Promise<string>
}

/** Where a page comes from: a tab of its own, or one that an earlier journey has left. */
export type OpenTab = (device: Device, storage: Readonly<Record<string, string>>) => Promise<Page>

/** A page on a device of its own: nothing is shared with other phones. */
export async function openPhone(openTab: OpenTab, { address, signIn }: Server, options: PhoneOptions): Promise<Page> {
  const { as, language, stored = {} } = options
  const token = typeof as === 'string' ? await signIn(as) : as?.token
  const page = await openTab(
    { ...deviceOf(options), baseURL: address },
    {
      ...(token === undefined ? {} : { 'auth-token': token, 'remember-me': 'true' }),
      ...(language === undefined ? {} : { language }),
      ...stored,
    },
  )
  listen(page)
  return page
}

export type Device = ReturnType<typeof deviceOf> & { readonly baseURL: string }

function deviceOf({
  isSharp = false,
  viewport = 'phone',
  theme = 'light',
  timezoneId = 'UTC',
  geolocation = TASHKENT,
  serviceWorker = false,
}: PhoneOptions) {
  const isPhone = viewport === 'phone'
  const clipboard = ['clipboard-read', 'clipboard-write']
  return {
    viewport: isPhone ? { width: 390, height: 844 } : { width: 1280, height: 800 },
    isMobile: isPhone,
    hasTouch: isPhone,
    // A phone has more pixels; drawing them is slow without a graphics card, and only pictures need them.
    deviceScaleFactor: isPhone && isSharp ? 2 : 1,
    colorScheme: theme,
    timezoneId,
    locale: 'en-US',
    reducedMotion: 'reduce' as const,
    serviceWorkers: serviceWorker ? ('allow' as const) : ('block' as const),
    // Granting some refuses all the others.
    permissions: geolocation === 'denied' ? clipboard : ['geolocation', ...clipboard],
    ...(geolocation === 'denied' ? {} : { geolocation: { accuracy: 10, ...geolocation } }),
  } satisfies BrowserContextOptions
}

const heard = new WeakMap<Page, string[]>()

function listen(page: Page) {
  const noises: string[] = []
  heard.set(page, noises)
  // Broken content policies and failed requests come this way too.
  page.on('console', (message) => {
    if (message.type() === 'error') noises.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => noises.push(error.stack ?? error.message))
}

/** Fails when the browser reported an error that the test did not ask for. */
export function expectQuiet(page: Page, ...asked: readonly RegExp[]): void {
  const noises = heard.get(page) ?? []
  expect(noises.filter((noise) => !asked.some((pattern) => pattern.test(noise)))).toEqual([])
}

/** On a page with a clock of its own: from here on its time passes only when it is told to. */
export const stopClock = async (page: Page): Promise<void> =>
  // Far enough ahead for a busy machine, for the clock runs until it is stopped.
  page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000))

/** Until what a press has led to is on the screen, for a look at what must not be there. */
export const untilDrawn = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )

/**
 * Tells what notices have said since, of one kind or of both. They go after three seconds, and a busy machine may look
 * later than that.
 */
export async function noticesOf(page: Page, kind: 'alert' | 'status' | null = null): Promise<() => Promise<string[]>> {
  const said = await page.evaluateHandle((wanted) => {
    const texts: string[] = []
    const region = `section[aria-label] > ${wanted ? `[role=${wanted}]` : '[aria-live]'}`
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if (!(target as Element).matches(region)) continue
        for (const notice of addedNodes) if ((notice as Element).checkVisibility()) texts.push(notice.textContent ?? '')
      }
    }).observe(document.body, { childList: true, subtree: true })
    return texts
  }, kind)
  return () => said.jsonValue()
}
