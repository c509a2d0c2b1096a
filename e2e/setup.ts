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
  }
}

const ROOT = join(import.meta.dirname, '..')
const AGENT_APP = join(ROOT, 'apps/agent')

/**
 * Once for a run: the app as it is now, built into a folder of its own, and a browser to open it in.
 * E2E_APP_FOLDER names a build to take instead, to save the time.
 */
export default async function setup(project: TestProject) {
  project.provide('chromium', await findChromium())
  const given = process.env['E2E_APP_FOLDER']
  const webFolder = given ? resolve(given) : join(ROOT, `node_modules/.cache/agent-app-${process.pid}`)
  project.provide('webFolder', webFolder)
  if (given) return undefined
  const remove = () => rm(webFolder, { recursive: true, force: true })
  try {
    buildInto(webFolder)
  } catch (error) {
    await remove()
    throw error
  }
  return remove
}

function buildInto(folder: string) {
  const options = ['--outDir', relative(AGENT_APP, folder), '--emptyOutDir']
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'build', '-w', 'apps/agent', '--', ...options], {
    cwd: ROOT,
    encoding: 'utf8',
    // Vitest says "test", and then Vite would not build for production.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Error(`the web app could not be built:\n${stdout}${stderr}`)
}
