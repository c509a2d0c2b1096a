import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

/** Those that take time, and are started by people. */
const ours = Object.entries(scripts).flatMap(([name, line]) => {
  const [, path] = /node ((?:bench|e2e|scripts)\/\S+)$/.exec(line) ?? []
  return path === undefined || ['check', 'lock'].includes(name) ? [] : [[name, path] as const]
})

test.each(ours)('npm run %s says how it is used, without starting anything', (name, path) => {
  expect(execFileSync(process.execPath, [path, '--help'], { cwd: ROOT, encoding: 'utf8' })).toMatch(`npm run ${name}`)
  const { status, stderr } = spawnSync(process.execPath, [path, '--nonsense'], { cwd: ROOT, encoding: 'utf8' })
  expect([status, stderr.split('\n')[0]]).toEqual([2, expect.stringContaining(`npm run ${name}`)])
})
