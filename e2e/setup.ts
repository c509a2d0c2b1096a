import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type Chromium, findChromium } from './chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    chromium: Chromium
    /** Where the build of the agents' app is. */
    webFolder: string
    /** The same of the operators' app. */
    consoleFolder: string
  }
}

const ROOT = join(import.meta.dirname, '..')

/** Each app with the name of a build to take instead of making one, to save the time. */
const apps = {
  webFolder: { app: 'apps/agent', given: process.env['E2E_APP_FOLDER'] },
  consoleFolder: { app: 'apps/console', given: process.env['E2E_CONSOLE_FOLDER'] },
} as const

/** Once for a run: the apps as they are now, each built into a folder of its own, and a browser to open them in. */
export default async function setup(project: TestProject) {
  project.provide('chromium', await findChromium())
  const made: string[] = []
  const remove = () => Promise.all(made.map((folder) => rm(folder, { recursive: true, force: true })))
  try {
    for (const name of ['webFolder', 'consoleFolder'] as const) {
      const { app, given } = apps[name]
      const folder = given ? resolve(given) : join(ROOT, `node_modules/.cache/${name}-${process.pid}`)
      project.provide(name, folder)
      if (given) continue
      made.push(folder)
      buildInto(app, folder)
    }
  } catch (error) {
    await remove()
    throw error
  }
  return remove
}

function buildInto(app: string, folder: string) {
  const options = ['--outDir', relative(join(ROOT, app), folder), '--emptyOutDir']
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'build', '-w', app, '--', ...options], {
    cwd: ROOT,
    encoding: 'utf8',
    // Vitest says "test", and then Vite would not build for production.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Error(`${app} could not be built:\n${stdout}${stderr}`)
}
