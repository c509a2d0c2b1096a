import { endWithUsage, readCommandLine } from '@cashbox/testing/command-line'
import { runDemo } from './run-demo.ts'
import { NoSandboxError } from './sandbox.ts'

const USAGE = `npm run demo -- [--speed 480] [--agents 8] [--days 1] [--url http://localhost:4000]
  Fills a running sandbox with six months of a network and a day at work. The day takes three minutes.
  --speed   how many minutes of the demonstration pass in one of yours; 60 for a day of 24 minutes
  --agents  honest agents, 1 to 10; two dishonest ones come on top
  --days    after how many days of the demonstration it ends; 0 until you press Ctrl-C
  --url     where the sandbox runs`

const print = (line: string) => void process.stdout.write(`${line}\n`)

function readOptions() {
  const { values } = readCommandLine(USAGE, {
    options: {
      speed: { type: 'string', default: '480' },
      agents: { type: 'string', default: '8' },
      days: { type: 'string', default: '1' },
      url: { type: 'string', default: 'http://localhost:4000' },
    },
  })
  const [speed, agents, days] = [Number(values.speed), Number(values.agents), Number(values.days)]
  const isRight =
    speed >= 1 && speed <= 10_000 && Number.isInteger(agents) && agents >= 1 && agents <= 10 && Number.isInteger(days)
  if (!isRight || days < 0 || !URL.canParse(values.url)) endWithUsage(USAGE)
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
    process.stderr.write(`${error instanceof NoSandboxError ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
