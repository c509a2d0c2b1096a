/**
 * Takes a picture of every screen: `npm run pictures`, or of some: `npm run pictures -- dashboard history.phone-dark`
 * (a screen, a look, or both with a dot between them).
 * All go to the folder pictures/, and those that the documentation shows also to docs/pictures/app/.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { startProcess } from '../apps/server/test/server-process.ts'
import { consoleScreens } from './console-screens/index.ts'
import { openDesk } from './desk.ts'
import { expect, openPhone, type PhoneOptions, startBrowser } from './phone.ts'
import { post, propsOf } from './props.ts'
import { looks, type Screen, screens, shown } from './screens.ts'
import { newTabs } from './tabs.ts'

const ROOT = join(import.meta.dirname, '..')
const ALL = join(ROOT, 'pictures')
const DOCUMENTED = join(ROOT, 'docs/pictures/app')
const SETTLE_WITHIN_MS = 5000

const print = (line: string) => void process.stdout.write(`${line}\n`)

/** One session for each agent, however many pictures. */
function signInAt(address: string) {
  const tokens = new Map<string, Promise<string>>()
  return (name: string): Promise<string> => {
    const token =
      tokens.get(name) ??
      post<{ payload: { token: string } }>(`${address}/api/auth/login`, {
        email: `${name}@cashbox.test`,
        password: 'Cashbox1!',
      }).then(({ payload }) => payload.token)
    tokens.set(name, token)
    return token
  }
}

interface Studio {
  readonly browser: Browser
  readonly address: string
  readonly signIn: (name: string) => Promise<string>
}

/** Fonts, pictures and answers are there, and nothing more is on its way. */
async function settle(page: Page) {
  const waiting = page.locator('[aria-busy="true"], .animate-pulse')
  await expect(waiting).toHaveCount(0)
  // A connection that stays open for news would keep the network busy for ever.
  await page.waitForLoadState('networkidle', { timeout: SETTLE_WITHIN_MS }).catch(() => {})
  await expect(waiting).toHaveCount(0)
  await page.evaluate('document.fonts.ready.then(() => undefined)')
}

const isOfConsole = ({ path }: Screen) => path.startsWith('/console')

function openScreen(studio: Studio, screen: Screen, look: Omit<PhoneOptions, 'as'>): Promise<Page> {
  const { as, operator, phone } = screen
  const openTab = newTabs(studio.browser)
  return isOfConsole(screen)
    ? openDesk(openTab, studio.address, { ...look, ...(operator ? { as: operator } : {}) })
    : openPhone(openTab, studio, { ...look, ...phone, ...(as ? { as } : {}) })
}

async function take(studio: Studio, screen: Screen, look: PhoneOptions, path: string) {
  const props = propsOf(studio, look.language ?? 'en')
  await screen.before?.(props)
  const page = await openScreen(studio, screen, { isSharp: true, ...look })
  try {
    await page.goto(screen.path)
    await settle(page)
    if (screen.act) {
      await screen.act(page, props)
      await settle(page)
    }
    await page.screenshot({ path, type: 'webp', quality: 75 })
  } finally {
    await page.context().close()
    await screen.after?.(props)
  }
}

async function takeAll(studio: Studio, wanted: readonly string[]): Promise<string[]> {
  const failed: string[] = []
  for (const screen of [...screens, ...consoleScreens]) {
    for (const [look, options] of Object.entries<PhoneOptions>(looks)) {
      // What is done on a page of the console is named in English.
      if (isOfConsole(screen) && options.language !== undefined && screen.act) continue
      const name = `${screen.name}.${look}`
      if (wanted.length > 0 && !wanted.some((one) => [screen.name, look, name].includes(one))) continue
      const path = join(ALL, `${name}.webp`)
      try {
        await take(studio, screen, options, path)
        if (shown.some((one) => one === name)) copyFileSync(path, join(DOCUMENTED, `${name}.webp`))
        print(name)
      } catch (error) {
        failed.push(name)
        print(`${name} FAILED: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
  }
  return failed
}

function build() {
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'build'], { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the web app could not be built:\n${stdout}${stderr}`)
}

build()
for (const folder of [ALL, DOCUMENTED]) mkdirSync(folder, { recursive: true })
const data = mkdtempSync(join(tmpdir(), 'cashbox-pictures-'))
try {
  const server = await startProcess({ CASHBOX_DATA_DIR: data })
  const browser = await startBrowser()
  // Pictures in the dictionaries are at the public address, which is this one.
  const address = server.url.replace('127.0.0.1', 'localhost')
  const failed = await takeAll({ browser, address, signIn: signInAt(address) }, process.argv.slice(2))
  await browser.close()
  await server.kill('SIGTERM')
  process.exitCode = failed.length === 0 ? 0 : 1
} finally {
  rmSync(data, { recursive: true, force: true })
}
