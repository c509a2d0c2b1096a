import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

const MAIN = join(import.meta.dirname, '../../../apps/operations/src/main.js')
const START_WITHIN_MS = 180_000
const environment = (env: Record<string, string>) => ({ PATH: process.env['PATH'], ...env })

export interface ServerProcess {
  readonly url: string
  readonly pid: number
  /** Everything it has printed so far. */
  output(): string
  /** Its exit code, when it has ended and everything it has printed is there; null after a kill. */
  readonly ended: Promise<number | null>
  kill(signal: NodeJS.Signals): Promise<number | null>
}

/** The program as it is started in earnest, in a process that can be killed. */
export async function startProcess(
  env: Record<string, string>,
  command = 'start',
  main = MAIN,
  /** A program with arguments that starts it in other surroundings, such as `unshare`. */
  through: readonly string[] = [],
): Promise<ServerProcess> {
  const port = Number(env['PORT'] ?? (await freePort()))
  const { child, ...running } = launch({ PORT: String(port), CASHBOX_CAPTCHA: 'off', ...env }, command, main, through)
  const url = `http://127.0.0.1:${port}`
  await untilReady(child, url, running.output)
  return { url, ...running }
}

/** A process that only works in the background. It has no port, so no one can ask whether it is ready. */
export function startWorkerProcess(
  env: Record<string, string>,
  command = 'work',
  main = MAIN,
): Omit<ServerProcess, 'url'> {
  const { child: _child, ...running } = launch(env, command, main)
  return running
}

function launch(env: Record<string, string>, command: string, main: string, through: readonly string[] = []) {
  const [program = '', ...args] = [...through, process.execPath, main, ...command.split(' ')]
  const child = spawn(program, args, {
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (printed += chunk.toString()))
  return {
    child,
    pid: child.pid ?? 0,
    output: () => printed,
    ended: new Promise<number | null>((resolve) => child.once('close', resolve)),
    kill: (signal: NodeJS.Signals) =>
      new Promise<number | null>((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode)
        child.once('exit', (code) => resolve(code))
        child.kill(signal)
      }),
  }
}

async function untilReady(child: ChildProcess, url: string, printed: () => string) {
  const deadline = Date.now() + START_WITHIN_MS
  while (child.exitCode === null && Date.now() < deadline) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill('SIGKILL')
  throw new Error(`the server did not start:\n${printed()}`)
}

/** Runs a command of the program to its end. */
export const runCommand = (command: string, env: Record<string, string>) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, [MAIN, ...command.split(' ')], { env: environment(env) }, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0
      resolve({ code, output: stdout + stderr })
    })
  })
