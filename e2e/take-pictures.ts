/**
 * Takes the pictures of the documentation: `npm run pictures`. Others by name, such as `-- dashboard history.phone-dark`
 * (a screen, a look, or both with a dot between them), or all of them, for an hour: `-- all`.
 * They are of a sandbox that it starts, or of a running one, such as after `npm run demo`: `-- --url http://localhost:4000`.
 * All go to the folder pictures/, and those that the documentation shows also to docs/pictures/app/, with the texts that
 * are on them: scripts/docs.test.ts says when one of these has changed.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { consoleTexts } from '@cashbox/contract/console-texts'
import { type Translations, translations } from '@cashbox/contract/translations'
import { openDesk } from '@cashbox/testing/browser/desk'
import { expect, openPhone, type PhoneOptions, startBrowser } from '@cashbox/testing/browser/phone'
import { newTabs } from '@cashbox/testing/browser/tabs'
import { readCommandLine } from '@cashbox/testing/command-line'
import { startProcess } from '@cashbox/testing/server-process'
import { solveCaptcha } from '@cashbox/testing/solve-captcha'
import type { Browser, Page } from '@playwright/test'
import { consoleScreens } from './console-screens/index.ts'
import { post, propsOf } from './props.ts'
import { goTo, looks, type Screen, screens, shown } from './screens.ts'

const ROOT = join(import.meta.dirname, '..')
const ALL = join(ROOT, 'pictures')
const DOCUMENTED = join(ROOT, 'docs/pictures/app')
const TEXTS = join(DOCUMENTED, 'texts.json')
const SETTLE_WITHIN_MS = 5000
const LEAST_LETTERS = 4

const print = (line: string) => void process.stdout.write(`${line}\n`)

/** One session for each agent, however many pictures. */
function signInAt(address: string) {
  const tokens = new Map<string, Promise<string>>()
  return (name: string): Promise<string> => {
    const token =
      tokens.get(name) ??
      solveCheck(address)
        .then((check) =>
          post<{ payload: { token: string } }>(`${address}/api/auth/login`, {
            email: `${name}@cashbox.test`,
            password: 'Cashbox1!',
            ...check,
          }),
        )
        .then(({ payload }) => payload.token)
    tokens.set(name, token)
    return token
  }
}

/** A running sandbox checks for robots. */
async function solveCheck(address: string) {
  const answer = await fetch(`${address}/api/tools/captcha?action=login`)
  const { payload } = (await answer.json()) as {
    payload: { captcha_type: string; challenge: Parameters<typeof solveCaptcha>[0] | null }
  }
  if (payload.captcha_type !== 'altcha' || !payload.challenge) return {}
  const captcha_text = await solveCaptcha(payload.challenge)
  return { captcha_type: payload.captcha_type, captcha_id: 'login', captcha_text }
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
    await goTo(page, screen)
    await settle(page)
    if (screen.act) {
      await screen.act(page, props)
      await settle(page)
    }
    await page.screenshot({ path, type: 'webp', quality: 75 })
    return await textsOn(page, isOfConsole(screen) ? consoleTexts.en : translations[look.language ?? 'en'])
  } finally {
    await page.unrouteAll({ behavior: 'wait' })
    await page.context().close()
    await screen.after?.(props)
  }
}

/** Those texts of the app that can be read on the page, each on a line by itself. */
async function textsOn(page: Page, texts: Translations): Promise<string[]> {
  const lines = new Set((await page.locator('body').innerText()).split('\n').map((line) => line.trim()))
  return [...new Set(leavesOf(texts))].filter((text) => text.length >= LEAST_LETTERS && lines.has(text)).toSorted()
}

const leavesOf = (texts: Translations): string[] =>
  Object.values(texts).flatMap((text) => (typeof text === 'string' ? [text] : leavesOf(text)))

function keepTexts(name: string, texts: readonly string[]) {
  const known = JSON.parse(readFileSync(TEXTS, { encoding: 'utf8', flag: 'a+' }) || '{}') as Record<string, string[]>
  const kept = Object.entries({ ...known, [name]: texts }).filter(([one]) => shown.some((other) => other === one))
  writeFileSync(TEXTS, `${JSON.stringify(Object.fromEntries(kept.toSorted()), null, 2)}\n`)
}

async function takeAll(studio: Studio, wanted: readonly string[]): Promise<string[]> {
  const failed: string[] = []
  for (const screen of [...screens, ...consoleScreens]) {
    for (const [look, options] of Object.entries<PhoneOptions>(looks)) {
      // What is done on a page of the console is named in English.
      if (isOfConsole(screen) && options.language !== undefined && screen.act) continue
      const name = `${screen.name}.${look}`
      if (!wanted.some((one) => [screen.name, look, name, 'all'].includes(one))) continue
      const path = join(ALL, `${name}.webp`)
      try {
        const texts = await take(studio, screen, options, path)
        if (shown.some((one) => one === name)) {
          copyFileSync(path, join(DOCUMENTED, `${name}.webp`))
          keepTexts(name, texts)
        }
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

/** Of a server that is there already. */
async function photograph(url: string, wanted: readonly string[]) {
  const browser = await startBrowser()
  // Pictures in the dictionaries are at the public address, which is this one.
  const address = url.replace('127.0.0.1', 'localhost')
  const failed = await takeAll({ browser, address, signIn: signInAt(address) }, wanted)
  await browser.close()
  process.exitCode = failed.length === 0 ? 0 : 1
}

async function photographOwn(wanted: readonly string[]) {
  build()
  const data = mkdtempSync(join(tmpdir(), 'cashbox-pictures-'))
  try {
    const server = await startProcess({ CASHBOX_DATA_DIR: data })
    await photograph(server.url, wanted)
    await server.kill('SIGTERM')
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

const USAGE = `npm run pictures -- [NAME …] [--url http://localhost:4000]
  Takes the pictures of the docs, or those named, of a server that it starts.
  --url  of a server that runs`

const { values, positionals } = readCommandLine(USAGE, { options: { url: { type: 'string' } }, allowPositionals: true })
const wanted = positionals.length > 0 ? positionals : shown
for (const folder of [ALL, DOCUMENTED]) mkdirSync(folder, { recursive: true })
await (values.url === undefined ? photographOwn(wanted) : photograph(values.url, wanted))
