import { execFile } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { type Chromium, findChromium } from './chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    chromium: Chromium
    /** The build of the agents' app. */
    webFolder: string
    /** The build of the operators' app. */
    consoleFolder: string
  }
}

const ROOT = join(import.meta.dirname, '../../../..')
const USED_BY_BOTH = ['packages/contract', 'packages/client', 'packages/ui', 'package-lock.json', 'tsconfig.web.json']

const shared = globalThis as { cashboxBuilds?: Promise<readonly Build[]> }

interface Build {
  readonly folder: string
  readonly isTemporary: boolean
}

/** A browser, and both apps as they are now. The projects of a run share the builds. */
export default async function setup(project: TestProject) {
  project.provide('chromium', await findChromium())
  shared.cashboxBuilds ??= Promise.all(['apps/agent', 'apps/console'].map(findOrBuild))
  const builds = await shared.cashboxBuilds
  project.provide('webFolder', builds[0]?.folder ?? '')
  project.provide('consoleFolder', builds[1]?.folder ?? '')
  return () =>
    Promise.all(
      builds.filter((build) => build.isTemporary).map(({ folder }) => rm(folder, { recursive: true, force: true })),
    )
}

/** The app's own build, unless something has changed since. */
async function findOrBuild(app: string): Promise<Build> {
  const own = join(ROOT, app, 'dist')
  const builtAt = statSync(join(own, 'index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  if ([app, ...USED_BY_BOTH].every((path) => lastChange(join(ROOT, path)) < builtAt)) {
    return { folder: own, isTemporary: false }
  }
  const folder = join(ROOT, `node_modules/.cache/${app.replace('/', '-')}-${process.pid}`)
  const options = ['--outDir', relative(join(ROOT, app), folder), '--emptyOutDir']
  await promisify(execFile)('npm', ['run', 'build', '-w', app, '--', ...options], {
    cwd: ROOT,
    // Vitest says "test", and then Vite would not build for production.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  return { folder, isTemporary: true }
}

/** When a file was last changed, or a file or folder inside a folder. */
function lastChange(path: string): number {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  const inside = readdirSync(path)
    .filter((name) => name !== 'dist' && name !== 'node_modules')
    .map((name) => lastChange(join(path, name)))
  return Math.max(stats.mtimeMs, ...inside)
}
