import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const MAIN = join(import.meta.dirname, '../../apps/operations/src/main.js')
const START_WITHIN_MS = 60_000

/** The real server in a separate process, as `npm run serve` starts it. */
export async function startServer(env: Record<string, string>) {
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const child = spawn(process.execPath, [MAIN, 'serve'], {
    env: { ...process.env, PORT: String(port), CASHBOX_CAPTCHA: 'off', CASHBOX_MODE: 'sandbox', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const killOnExit = () => child.kill('SIGKILL')
  process.once('exit', killOnExit)
  await untilReady(child, port)
  const stop = async () => {
    process.off('exit', killOnExit)
    if (child.exitCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
  return { port, pid: child.pid ?? 0, stop, [Symbol.asyncDispose]: stop }
}

async function untilReady(child: ChildProcess, port: number) {
  const deadline = Date.now() + START_WITHIN_MS
  while (Date.now() < deadline && child.exitCode === null) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the server did not start')
}

export async function listen(answer: (text: string, request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => void (text += chunk))
    request.once('end', () => answer(text, request, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
