import { parseArgs } from 'node:util'
import { runDemo } from './run-demo.ts'
import { NoSandboxError } from './sandbox.ts'

const USAGE = `npm run demo -- [--speed 60] [--agents 8] [--days 0] [--url http://localhost:4000]
  --speed   how many minutes of the demonstration pass in one of yours
  --agents  honest agents, 1 to 10; two dishonest ones come on top
  --days    after how many days of the demonstration it ends; 0: with Ctrl-C`

class UsageError extends Error {}

const print = (line: string) => void process.stdout.write(`${line}\n`)

function readOptions() {
  const { values } = parseArgs({
    options: {
      speed: { type: 'string', default: '60' },
      agents: { type: 'string', default: '8' },
      days: { type: 'string', default: '0' },
      url: { type: 'string', default: 'http://localhost:4000' },
    },
  })
  const [speed, agents, days] = [Number(values.speed), Number(values.agents), Number(values.days)]
  const isRight =
    speed >= 1 && speed <= 10_000 && Number.isInteger(agents) && agents >= 1 && agents <= 10 && Number.isInteger(days)
  if (!isRight || days < 0 || !URL.canParse(values.url)) throw new UsageError(USAGE)
  return { speed, agents, days, url: new URL(values.url).origin }
}

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (!stop.signal.aborted) print('Ending: what has begun is finished.')
    stop.abort()
  })
}

try {
  await runDemo({ ...readOptions(), signal: stop.signal, print })
} catch (error) {
  if (!stop.signal.aborted) {
    const isExpected = error instanceof NoSandboxError || error instanceof UsageError
    process.stderr.write(`${isExpected ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
