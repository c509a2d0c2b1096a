import { realpathSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { findEngines, findMissing, findUnhashed, LOCK_FILE, type Lock, readLock } from './lock.ts'

const ROOT = dirname(LOCK_FILE)
const lock = readLock()
const names = Object.keys(lock.packages)

// npm writes only this machine's binaries when it makes the lock from an existing node_modules.
test.each([
  ['linux-arm64', 'linux-x64'],
  ['linux-x64', 'linux-arm64'],
])('everything locked for %s is locked for %s too', (here, there) => {
  const twins = names.filter((name) => name.includes(here)).map((name) => name.replace(here, there))
  expect(twins.length).toBeGreaterThan(5)
  expect(twins.filter((name) => !names.includes(name))).toEqual([])
})

test('the lock names no registry', () => {
  const addresses = Object.values(lock.packages).flatMap(({ resolved }) =>
    resolved?.includes('://') ? [resolved] : [],
  )
  expect(addresses).toEqual([])
})

const ELSEWHERE = 'choose a version that the registry has for every kind of machine'

test('npm ci finds every package for every kind of machine in the lock', () => {
  expect(findMissing(lock), ELSEWHERE).toEqual([])
})

test('every package in the lock has a hash', () => {
  expect(findUnhashed(lock), ELSEWHERE).toEqual([])
  expect(findUnhashed({ packages: { 'node_modules/tool': { version: '1.0.0' } } })).toEqual(['node_modules/tool'])
})

// Elsewhere npm runs the Node that is installed.
test.runIf(process.platform === 'linux')(
  'the Node that npm scripts run comes from the lock, and no script fetches it',
  () => {
    const program = relative(ROOT, realpathSync(join(ROOT, 'node_modules/.bin/node')))
    expect(program).toBe(`node_modules/node-linux-${process.arch}/bin/node`)
    expect(lock.packages).toHaveProperty([dirname(dirname(program)), 'version'], process.versions.node)
  },
)

test('npm finds nothing in the lock to warn of on an older Node than the one that runs the packages', () => {
  expect(findEngines(lock), 'run npm run lock').toEqual([])
})

test('a package that only another folder has is missing', () => {
  const asking = { optionalDependencies: { 'tool-linux-x64': '1.0.0', 'tool-darwin-x64': '1.0.0' } }
  const found: Lock = {
    packages: {
      '': {},
      'node_modules/tool': asking,
      'node_modules/tool/node_modules/tool-linux-x64': { version: '1.0.0' },
      'node_modules/other/node_modules/tool-darwin-x64': { version: '1.0.0' },
    },
  }
  expect(findMissing(found)).toEqual(['tool-darwin-x64@1.0.0'])
})
