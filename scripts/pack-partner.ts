import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCommandLine } from '@cashbox/testing/command-line'
import { neededPackages } from './needed-packages.ts'

const ROOT = join(import.meta.dirname, '..')
const PACKAGE = join(ROOT, 'packages/partner-client')
const TARBALL = join(PACKAGE, 'dist/cashbox-partner.tgz')

const USAGE = `npm run pack:partner
  Makes packages/partner-client/dist/cashbox-partner.tgz, which the server offers to partners: JavaScript, types, page, licence.`
readCommandLine(USAGE, {})

const folder = mkdtempSync(join(tmpdir(), 'cashbox-partner-'))
const contents = join(folder, 'package')
const run = (program: string, ...args: string[]) => execFileSync(program, args, { cwd: ROOT, encoding: 'utf8' })
run(process.execPath, join(ROOT, 'apps/server/src/docs/write-partner-types.ts'))
run(join(ROOT, 'node_modules/.bin/tsc'), '-p', join(PACKAGE, 'tsconfig.publish.json'), '--outDir', contents)

const {
  private: _,
  devDependencies: __,
  ...manifest
} = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as Record<string, unknown>
const published = {
  ...manifest,
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  sideEffects: false,
  // What it needs comes with it, so that no registry has to be reachable.
  bundleDependencies: true,
}
writeFileSync(join(contents, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
copyFileSync(join(PACKAGE, 'README.md'), join(contents, 'README.md'))
copyFileSync(join(ROOT, 'LICENSE'), join(contents, 'LICENSE'))
for (const path of neededPackages('packages/partner-client')) {
  if (path === 'node_modules/@cashbox/partner') continue
  cpSync(join(ROOT, path), join(contents, path), { recursive: true })
}
run('npm', 'pack', contents, '--pack-destination', folder)
// In one step: a server may be reading it.
mkdirSync(join(PACKAGE, 'dist'), { recursive: true })
copyFileSync(join(folder, `cashbox-partner-${String(manifest['version'])}.tgz`), `${TARBALL}.${process.pid}`)
renameSync(`${TARBALL}.${process.pid}`, TARBALL)
rmSync(folder, { recursive: true })
