import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const DEPLOY = join(import.meta.dirname, '../../../deploy')

interface Proxy {
  /** The sample in `deploy`. */
  readonly sample: string
  readonly command: (config: string, folder: string) => readonly [string, ...string[]]
  /** How long it leaves a process alone after it took no connection. */
  readonly pauseS: number
}

const proxies = {
  nginx: {
    sample: 'nginx.conf',
    command: (config, folder) => [
      'nginx',
      '-p',
      folder,
      '-c',
      config,
      '-g',
      `daemon off; user root; pid ${folder}/pid; error_log stderr;`,
    ],
    pauseS: 10,
  },
  haproxy: { sample: 'haproxy.cfg', command: (config) => ['haproxy', '-db', '-f', config], pauseS: 2 },
  caddy: {
    sample: 'Caddyfile',
    command: (config) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', config],
    pauseS: 2,
  },
} as const satisfies Record<string, Proxy>

export type ProxyName = keyof typeof proxies
export const proxyNames = Object.keys(proxies) as ProxyName[]

/** The proxy with its sample of `deploy`, in front of two processes. It must be installed, such as with apt. */
export async function startProxy(name: ProxyName, port: number, [one, two]: readonly [number, number]) {
  const { sample, command, pauseS } = proxies[name]
  const folder = mkdtempSync(join(tmpdir(), 'cashbox-proxy-'))
  const config = join(folder, sample)
  const text = readFileSync(join(DEPLOY, sample), 'utf8')
    .replaceAll('4001', String(one))
    .replaceAll('4002', String(two))
    .replaceAll('8080', String(port))
  writeFileSync(config, text)
  const [program, ...args] = command(config, folder)
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: folder } })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => void (said = (said + chunk.toString()).slice(-4_000)))
  await untilAnswering(child, port, () => said)
  return {
    pauseS,
    said: () => said,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilAnswering(child: ChildProcess, port: number, said: () => string) {
  const deadline = Date.now() + 20_000
  while (child.exitCode === null && Date.now() < deadline) {
    const isUp = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  child.kill('SIGKILL')
  throw new Error(`the proxy did not start:\n${said()}`)
}
