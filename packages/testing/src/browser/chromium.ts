import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isNpmOnly } from '../programs.ts'

/** A browser that can be started, with what its start needs on this machine. */
export interface Chromium {
  readonly executablePath: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

const INSTALLED = [
  // Nothing but what tests need: the same pages for two thirds of the processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const UNPACKED = join(import.meta.dirname, '../../../../node_modules/.cache/chromium')

/** CHROMIUM_PATH, else an installed one, else the one inside an npm package, else Debian's package. */
export async function findChromium(): Promise<Chromium> {
  const named = process.env['CHROMIUM_PATH']
  if (isNpmOnly) return npmChromium()
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH points at ${named}, where there is nothing`)
    return installed(named)
  }
  const found = INSTALLED.find((path) => existsSync(path))
  if (found !== undefined) return installed(found)
  return npmChromium()
}

const npmChromium = () =>
  process.platform === 'linux' && process.arch === 'x64' ? unpackChromium() : installed(installFromDebian())

const isRoot = process.getuid?.() === 0
// The popups of an invisible address bar cost a process for each window. The last such list wins over
// Playwright's, so this one names what Playwright switches off as well.
const UNWANTED = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]
// The sandbox needs another user than root; small containers have little shared memory.
const ALWAYS = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-dev-shm-usage',
  `--disable-features=${UNWANTED.join(',')}`,
]

const installed = (executablePath: string): Chromium => ({ executablePath, args: ALWAYS, env: {} })

/** The package has a browser for x64 Linux only, with the libraries that a bare machine lacks. */
async function unpackChromium(folder = UNPACKED): Promise<Chromium> {
  if (!existsSync(folder)) await unpackInto(folder)
  writeFontSettings(join(folder, 'fonts'))
  return {
    executablePath: join(folder, 'chromium'),
    // It has no helper for the sandbox, under any user.
    args: ['--no-sandbox', '--no-zygote', ...ALWAYS],
    env: { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
  }
}

/** The package's own file names a fixed temporary folder. Without a font the browser dies at the first text field. */
function writeFontSettings(folder: string) {
  const path = (name: string) => join(folder, name).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const settings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path('fonts')}</dir>
  <cachedir>${path('cache')}</cachedir>
</fontconfig>
`
  const file = join(folder, 'fonts.conf')
  if (readFileSync(file, 'utf8') !== settings) writeFileSync(file, settings)
}

/** It unpacks into the temporary folder, reuses what is there already, and changes the environment. */
async function unpackInto(folder: string) {
  const partial = `${folder}-${process.pid}`
  const names = ['TMPDIR', 'AWS_LAMBDA_JS_RUNTIME', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'HOME']
  const before = names.map((name) => [name, process.env[name]] as const)
  mkdirSync(partial, { recursive: true })
  process.env['TMPDIR'] = partial
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs22.x'
  try {
    const { default: packed } = await import('@sparticuz/chromium')
    await packed.executablePath()
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
  try {
    renameSync(partial, folder)
  } catch (error) {
    // Another process may have been quicker.
    if (!existsSync(folder)) throw error
    rmSync(partial, { recursive: true })
  }
}

function installFromDebian(): string {
  const advice = 'Install Chromium or Chrome, or set CHROMIUM_PATH to one.'
  if (isNpmOnly || !isRoot || !existsSync('/usr/bin/apt-get')) {
    throw new Error(`There is no browser on this machine, and none in an npm package for ${process.arch}. ${advice}`)
  }
  process.stderr.write('There is no browser on this machine: installing the package chromium-headless-shell\n')
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', 'chromium-headless-shell']]) {
    spawnSync('apt-get', ['--quiet=2', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
  const path = '/usr/bin/chromium-headless-shell'
  if (!existsSync(path)) throw new Error(`The package chromium-headless-shell could not be installed. ${advice}`)
  return path
}
