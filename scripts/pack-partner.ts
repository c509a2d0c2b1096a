import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readCommandLine } from '@cashbox/testing/command-line'

const ROOT = join(import.meta.dirname, '..')
const PACKAGE = join(ROOT, 'packages/partner-client')

const USAGE = `npm run pack:partner -- [FOLDER]
  Makes the published @cashbox/partner: JavaScript, types, page and licence. Without FOLDER: in packages/partner-client/dist.`

const [named] = readCommandLine(USAGE, { allowPositionals: true }).positionals
const folder = named === undefined ? join(PACKAGE, 'dist') : resolve(named)

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'inherit' })
run(process.execPath, join(ROOT, 'apps/server/src/docs/write-partner-types.ts'))
run(join(ROOT, 'node_modules/.bin/tsc'), '-p', join(PACKAGE, 'tsconfig.publish.json'), '--outDir', folder)

const {
  private: _,
  devDependencies: __,
  ...manifest
} = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as Record<string, unknown>
const published = {
  ...manifest,
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  sideEffects: false,
}
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
copyFileSync(join(PACKAGE, 'README.md'), join(folder, 'README.md'))
copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
