import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

const SUITE = 'bookworm'
/** What every Debian machine has that was installed from its disks. */
const INCLUDED = 'systemd,systemd-sysv,dbus,ca-certificates'
const STARTED_WITHIN_MS = 60_000

const ENVIRONMENT = ['/usr/bin/env', '-i', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin']

interface RunOptions {
  readonly show?: boolean
  readonly env?: Readonly<Record<string, string>>
}

export type Machine = Awaited<ReturnType<typeof bootMachine>>

/** A bare Debian in a folder, started with systemd. It shares the network of this machine, and nothing else. */
export async function bootMachine(folder: string) {
  await call('mmdebstrap', ['--quiet', '--variant=minbase', `--include=${INCLUDED}`, SUITE, folder])
  const isManagedHere = existsSync('/run/systemd/system')
  const container = spawn(
    'systemd-nspawn',
    ['--quiet', '--register=no', ...(isManagedHere ? [] : ['--keep-unit']), '-D', folder, '--boot'],
    { stdio: 'ignore' },
  )
  const init = await firstProcess(container)
  const inside = (args: readonly string[]) => ['--target', String(init), '--all', '--', ...args]
  const machine = {
    folder,
    /** Runs a command in it and answers what it printed; `show` passes that on as well. */
    run: (args: readonly string[], { show = false, env = {} }: RunOptions = {}) =>
      call('nsenter', inside([...ENVIRONMENT, ...Object.entries(env).map((pair) => pair.join('=')), ...args]), show),
    async stop() {
      const ended = new Promise((resolve) => container.once('exit', resolve))
      // What systemd takes for the power button.
      container.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await untilStarted(machine.run)
  return machine
}

const firstProcess = (container: ChildProcess) =>
  untilFound('the machine did not start', async () => {
    const { pid, exitCode } = container
    if (exitCode !== null) throw new Error('the machine has ended')
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
    return child ? Number(child) : null
  })

const untilStarted = (run: (args: readonly string[]) => Promise<string>) =>
  untilFound('the machine did not finish its start', async () => {
    // Before its systemd answers, the command itself fails.
    const state = await run(['sh', '-c', 'systemctl is-system-running || true']).catch(() => '')
    return /running|degraded/.test(state) || null
  })

async function untilFound<T>(failure: string, find: () => Promise<T | null>): Promise<T> {
  const deadline = Date.now() + STARTED_WITHIN_MS
  while (Date.now() < deadline) {
    const found = await find()
    if (found !== null) return found
    await wait(100)
  }
  throw new Error(failure)
}

/** Waits without holding up this process, which takes the machine's mail meanwhile. */
function call(command: string, args: readonly string[], show = false): Promise<string> {
  const child = spawn(command, [...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      if (show) process.stdout.write(chunk)
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`${command} is not installed: ${error.message}`)))
    child.once('close', (code) => {
      if (code === 0) resolve(printed)
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}: ${printed}`))
    })
  })
}
