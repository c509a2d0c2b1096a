import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '@cashbox/testing/browser/chromium'
import { freePort } from '@cashbox/testing/free-port'
import { chromium } from '@playwright/test'
import lighthouse, { type Flags } from 'lighthouse'

export type Audit = ReturnType<typeof read>
/** Scores from 0 to 100, times in milliseconds. */
export type Figures = Audit['figures']
export type Visit = Awaited<ReturnType<typeof visitPage>>

interface Page {
  readonly address: string
  readonly path: string
  readonly token: string | null
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
// The session is in the storage; everything else in this profile is new.
const FLAGS: Flags = { logLevel: 'error', onlyCategories: [...CATEGORIES], disableStorageReset: true }
/** Lighthouse's default, meant for a fast desktop computer. */
export const DEFAULT_SLOWDOWN = 4

/** A phone that has never been here, apart from the session. */
export async function visitPage({ address, path, token }: Page) {
  const folder = mkdtempSync(join(tmpdir(), 'cashbox-lighthouse-'))
  const port = await freePort()
  const { executablePath, args, env } = await findChromium()
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath,
    args: [...args, `--remote-debugging-port=${port}`],
    env: { ...(process.env as Record<string, string>), ...env },
    viewport: null,
    permissions: ['geolocation'],
    geolocation: { latitude: 41.2995, longitude: 69.2401, accuracy: 10 },
  })
  try {
    if (token !== null) {
      const page = await context.newPage()
      await page.goto(`${address}/healthz`)
      await page.evaluate(`localStorage.setItem('auth-token', '${token}'); localStorage.setItem('remember-me', 'true')`)
      await page.close()
    }
    await lighthouse(address + path, { ...FLAGS, port, gatherMode: folder })
  } finally {
    await context.close()
  }
  // How fast this machine was meanwhile, by Lighthouse's own measure; a busy one spoils the performance.
  const { BenchmarkIndex: benchmarkIndex } = readSeen(folder)
  return { path, address, folder, benchmarkIndex }
}

/** What the visit would have been on slow 4G, with a processor that is so many times slower than this one. */
export async function judgeVisit({ path, address, folder }: Visit, cpuSlowdownMultiplier: number): Promise<Audit> {
  // The processor is slowed down in the calculation only, but Lighthouse wants to have known of it before.
  const seen = readSeen(folder)
  const throttling = { ...seen.settings.throttling, cpuSlowdownMultiplier }
  writeFileSync(seenIn(folder), JSON.stringify({ ...seen, settings: { ...seen.settings, throttling } }))
  const result = await lighthouse(address + path, { ...FLAGS, auditMode: folder, throttling })
  if (!result) throw new Error(`Lighthouse had nothing to say about ${path}`)
  return read(result.lhr, path)
}

export const forgetVisit = ({ folder }: Visit): void => rmSync(folder, { recursive: true, force: true })

interface Seen {
  readonly BenchmarkIndex: number
  readonly settings: { readonly throttling: object }
}

const seenIn = (folder: string) => join(folder, 'artifacts.json')
const readSeen = (folder: string) => JSON.parse(readFileSync(seenIn(folder), 'utf8')) as Seen

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

function read(report: Report, path: string) {
  if (report.runtimeError) throw new Error(`${path}: ${report.runtimeError.message}`)
  // A page that sent the visitor elsewhere would be measured under the wrong name.
  const shown = new URL(report.finalDisplayedUrl ?? '').pathname
  if (shown !== path) throw new Error(`${path} led to ${shown}`)
  const score = (category: (typeof CATEGORIES)[number]) => Math.round((report.categories[category]?.score ?? 0) * 100)
  const value = (audit: string) => report.audits[audit]?.numericValue ?? Number.NaN
  return {
    figures: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      fcp: Math.round(value('first-contentful-paint')),
      lcp: Math.round(value('largest-contentful-paint')),
      tbt: Math.round(value('total-blocking-time')),
      cls: Math.round(value('cumulative-layout-shift') * 1000) / 1000,
    },
    /** What kept a score below 100, by the name of the audit. */
    weak: CATEGORIES.slice(1).flatMap((category) => weakOf(report, category)),
  }
}

const weakOf = (report: Report, category: string) =>
  (report.categories[category]?.auditRefs ?? [])
    .filter(({ weight }) => weight > 0)
    .map(({ id }) => report.audits[id])
    .filter((audit) => audit !== undefined && audit.score !== null && audit.score < 1)
    .map((audit) => `${audit?.id}: ${audit?.title}`)
