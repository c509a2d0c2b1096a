import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as {
  packages: Record<string, { resolved?: string }>
}
const names = Object.keys(lock.packages)

// npm writes only this machine's binaries when it makes the lock from an existing node_modules.
test.each([
  ['linux-arm64', 'linux-x64'],
  ['linux-x64', 'linux-arm64'],
])('whatever is locked for %s is locked for %s too', (here, there) => {
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
