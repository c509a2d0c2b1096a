import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findChromium } from '@cashbox/testing/browser/chromium'
import { readCommandLine } from '@cashbox/testing/command-line'
import { freePort } from '@cashbox/testing/free-port'
import { startProcess } from '@cashbox/testing/server-process'
import { chromium } from '@playwright/test'
import lighthouse, { type Flags } from 'lighthouse'
import { opening, tempFolder } from '../common/database.ts'
import { median, round } from '../common/measurement.ts'
import { finish, print } from '../common/report.ts'

const RUNS = 5
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
type Category = (typeof CATEGORIES)[number]

const FLAWLESS = { accessibility: 100, 'best-practices': 100 }
/** The pages, and the least points of each, which are from 0 to 100. */
const PAGES: readonly {
  readonly path: string
  readonly needsLogIn: boolean
  readonly least: Record<Category, number>
}[] = [
  { path: '/auth/login', needsLogIn: false, least: { performance: 98, ...FLAWLESS } },
  { path: '/dashboard', needsLogIn: true, least: { performance: 95, ...FLAWLESS } },
]
/** Times in ms, and how far things move. */
const AUDITS = {
  fcp: 'first-contentful-paint',
  lcp: 'largest-contentful-paint',
  tbt: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
} as const

function build() {
  const cwd = join(import.meta.dirname, '../../..')
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'build'], { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the web app could not be built:\n${stdout}${stderr}`)
}

async function logIn(address: string): Promise<string> {
  const response = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'approved@cashbox.test', password: 'Cashbox1!' }),
  })
  return ((await response.json()) as { payload: { token: string } }).payload.token
}

/** What Lighthouse says of a phone that has never been here, apart from the session. */
const visit = (address: string, path: string, token: string | null) =>
  opening(async (opened) => {
    const profile = opened.use(tempFolder('lighthouse')).path
    const port = await freePort()
    const { executablePath, args, env } = await findChromium()
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      args: [...args, `--remote-debugging-port=${port}`],
      env: { ...(process.env as Record<string, string>), ...env },
      viewport: null,
      permissions: ['geolocation'],
      geolocation: { latitude: 41.2995, longitude: 69.2401, accuracy: 10 },
    })
    opened.defer(() => context.close())
    if (token !== null) {
      const page = await context.newPage()
      await page.goto(`${address}/healthz`)
      await page.evaluate(`localStorage.setItem('auth-token', '${token}'); localStorage.setItem('remember-me', 'true')`)
      await page.close()
    }
    // The session is in the storage; everything else in this profile is new.
    const flags: Flags = { port, logLevel: 'error', onlyCategories: [...CATEGORIES], disableStorageReset: true }
    const result = await lighthouse(address + path, flags)
    if (!result) throw new Error(`Lighthouse had nothing to say about ${path}`)
    const { lhr } = result
    if (lhr.runtimeError) throw new Error(`${path}: ${lhr.runtimeError.message}`)
    // A page that sent the visitor elsewhere would be measured under the wrong name.
    const shown = new URL(lhr.finalDisplayedUrl ?? '').pathname
    if (shown !== path) throw new Error(`${path} led to ${shown}`)
    return lhr
  })

type Report = Awaited<ReturnType<typeof visit>>

const scoreOf = (report: Report, category: Category) => Math.round((report.categories[category]?.score ?? 0) * 100)

/** What kept a score below 100, by the name of the audit. */
const weaknessesOf = (report: Report, category: Category) =>
  (report.categories[category]?.auditRefs ?? [])
    .filter(({ weight }) => weight > 0)
    .map(({ id }) => report.audits[id])
    .filter((audit) => audit !== undefined && audit.score !== null && audit.score < 1)
    .map((audit) => `${audit?.id}: ${audit?.title}`)

/** The median of each figure, printed with the performance of each run, and what could be better. */
function summarize(path: string, reports: readonly Report[]) {
  const medianBy = (valueOf: (report: Report) => number, digits = 0) => round(median(reports.map(valueOf)), digits)
  const scores = CATEGORIES.map((category) => [category, medianBy((report) => scoreOf(report, category))] as const)
  const values = Object.entries(AUDITS).map(([name, audit]) => {
    const digits = name === 'cls' ? 3 : 0
    return [name, medianBy((report) => report.audits[audit]?.numericValue ?? Number.NaN, digits)] as const
  })
  const figures = Object.fromEntries([...scores, ...values]) as Record<Category | keyof typeof AUDITS, number>
  const each = reports.map((report) => scoreOf(report, 'performance'))
  print(`${path}: ${JSON.stringify(figures)}, performance of each run ${each.join(', ')}`)
  const weaknesses = reports.flatMap((report) => CATEGORIES.slice(1).flatMap((one) => weaknessesOf(report, one)))
  for (const weakness of new Set(weaknesses)) print(`  ${weakness}`)
  return figures
}

const USAGE = `npm run bench:web
  Measures the first pages of the agents' app with Lighthouse, five times each, and fails below the points that they must have.`
readCommandLine(USAGE, {})

build()
await opening(async (opened) => {
  const env = { CASHBOX_DATA_DIR: opened.use(tempFolder('bench-web')).path }
  // A script can't pass the bot check, and the pages are measured with it.
  const open = await startProcess(env)
  const token = await logIn(open.url)
  await open.kill('SIGTERM')
  const server = await startProcess({ ...env, CASHBOX_CAPTCHA: 'on' })
  opened.defer(async () => void (await server.kill('SIGTERM')))
  // Pictures in the dictionaries are at the public address, which is this one.
  const address = server.url.replace('127.0.0.1', 'localhost')
  const figures: Record<string, object> = {}
  const problems: string[] = []
  let machine = 0
  for (const { path, needsLogIn, least } of PAGES) {
    const reports: Report[] = []
    for (let run = 0; run < RUNS; run++) reports.push(await visit(address, path, needsLogIn ? token : null))
    const summary = summarize(path, reports)
    const low = CATEGORIES.filter((category) => summary[category] < least[category])
    problems.push(...low.map((category) => `${path}: ${category} ${summary[category]} instead of ${least[category]}`))
    figures[path] = summary
    machine = Math.max(machine, ...reports.map(({ environment }) => environment.benchmarkIndex))
  }
  // How fast this machine was, by Lighthouse's measure; a busy one spoils the performance.
  finish({ benchmarkIndex: Math.round(machine), ...figures }, problems)
})
