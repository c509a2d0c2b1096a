import { spawnSync } from 'node:child_process'

interface Step {
  readonly name: string
  readonly command: readonly string[]
}

const steps: readonly Step[] = [
  { name: 'format', command: ['biome', 'check'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'types', command: ['tsc', '-p', '.'] },
  { name: 'types of the app', command: ['tsc', '-p', 'apps/agent'] },
  { name: 'types of the console', command: ['tsc', '-p', 'apps/console'] },
  { name: 'types of what the apps share', command: ['tsc', '-p', 'packages/client'] },
  { name: 'types of the design system', command: ['tsc', '-p', 'packages/ui'] },
  { name: 'types of the journeys', command: ['tsc', '-p', 'e2e'] },
  { name: 'boundaries', command: ['node', 'scripts/check-boundaries.ts'] },
  { name: 'dead code', command: ['knip'] },
]

const failed = steps.filter(({ name, command }) => {
  const [program = '', ...args] = command
  const started = performance.now()
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  const problem = status === 0 ? null : `${stdout}${stderr}`
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`${problem === null ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)\n`)
  if (problem !== null) process.stdout.write(`${problem}\n`)
  return problem !== null
})

process.exitCode = failed.length === 0 ? 0 : 1
