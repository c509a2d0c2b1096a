import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'

interface Step {
  readonly name: string
  readonly command: readonly string[]
}

// The longest first, so that none of them is left over at the end.
const steps: readonly Step[] = [
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'boundaries', command: ['node', 'scripts/check-boundaries.ts'] },
  { name: 'dead code', command: ['knip'] },
  { name: 'types', command: ['tsc', '-p', '.'] },
  { name: 'types of the app', command: ['tsc', '-p', 'apps/agent'] },
  { name: 'types of the console', command: ['tsc', '-p', 'apps/console'] },
  { name: 'types of what the apps share', command: ['tsc', '-p', 'packages/client'] },
  { name: 'types of the design system', command: ['tsc', '-p', 'packages/ui'] },
  { name: 'types of the journeys', command: ['tsc', '-p', 'e2e'] },
  { name: 'format', command: ['biome', 'check'] },
]

/** What the step has to complain of, or null. */
const run = ({ command: [program = '', ...args] }: Step) =>
  new Promise<string | null>((resolve) => {
    const options = { maxBuffer: Number.POSITIVE_INFINITY }
    execFile(program, args, options, (error, stdout, stderr) => resolve(error && `${stdout}${stderr}`))
  })

const waiting = [...steps]

async function runWaiting() {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const started = performance.now()
    const problem = await run(step)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    process.stdout.write(`${problem === null ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s)\n`)
    if (problem === null) continue
    process.stdout.write(`${problem}\n`)
    process.exitCode = 1
  }
}

// The other steps read what this one writes.
const problem = await run({ name: 'types of the partner API', command: ['npm', 'run', 'types:partner'] })
if (problem !== null) throw new Error(problem)
await Promise.all(Array.from({ length: availableParallelism() }, runWaiting))
