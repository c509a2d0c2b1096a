/** Makes the published `@cashbox/partner`: JavaScript, types, page and licence, in `dist` or in a named folder. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const PACKAGE = join(ROOT, 'packages/partner-client')

const [named] = process.argv.slice(2)
const folder = named === undefined ? join(PACKAGE, 'dist') : resolve(named)

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const generator = join(ROOT, 'apps/server/src/docs/write-partner-types.ts')
const generated = spawnSync(process.execPath, [generator], { stdio: 'inherit' })
if (generated.status !== 0) process.exit(generated.status ?? 1)
const compiler = join(ROOT, 'node_modules/.bin/tsc')
const { status } = spawnSync(compiler, ['-p', join(PACKAGE, 'tsconfig.publish.json'), '--outDir', folder], {
  stdio: 'inherit',
})
if (status !== 0) process.exit(status ?? 1)

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
