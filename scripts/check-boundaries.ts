import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { brokenRules, type Cruise, misplacedCalls, type Rule, uncovered, unread } from './boundaries.ts'

const FOLDERS = ['apps', 'packages', 'scripts', 'bench', 'e2e']
const CONFIG = '.dependency-cruiser.cjs'
const OUTPUT_LIMIT_BYTES = 256 * 1024 * 1024

function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: OUTPUT_LIMIT_BYTES })
  if (status !== 0) throw new Error(`${program} ended with ${status}\n${stdout}${stderr}`)
  return stdout
}

const cruise = JSON.parse(run('depcruise', [...FOLDERS, '--config', CONFIG, '--output-type', 'json'])) as Cruise
const { forbidden } = createRequire(import.meta.url)(`../${CONFIG}`) as { forbidden: readonly Rule[] }
const sources = run('git', ['ls-files', ...FOLDERS])
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

const problems = [
  ...brokenRules(cruise),
  ...unread(cruise, sources),
  ...uncovered(forbidden, sources),
  ...misplacedCalls(sources),
]
for (const problem of problems) process.stdout.write(`${problem}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
