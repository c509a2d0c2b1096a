import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as read } from 'node:stream/consumers'
import { startProcess } from '@cashbox/testing/server-process'

/** A sandbox whose processes share its secrets. */
export const sandboxEnv = (databaseUrl: string, folder: string) => ({
  DATABASE_URL: databaseUrl,
  CASHBOX_MODE: 'sandbox',
  CASHBOX_DATA_DIR: folder,
  CASHBOX_SECRET: randomBytes(32).toString('base64url'),
  LOG_LEVEL: 'error',
})

/** Reading its log would cost the machine that is being measured. */
const WITHOUT_LOG = ['sh', '-c', 'exec "$@" > /dev/null', 'sh']

/** The real server in a separate process, as `npm run serve` starts it. */
export async function startServer(env: Record<string, string>) {
  const all = { ...(process.env as Record<string, string>), CASHBOX_MODE: 'sandbox', LOG_LEVEL: 'info', ...env }
  const { url, pid, kill } = await startProcess(all, 'serve', undefined, WITHOUT_LOG)
  const stop = async () => void (await kill('SIGTERM'))
  return { url, port: Number(new URL(url).port), pid, stop, [Symbol.asyncDispose]: stop }
}

/** A place on this machine that others send requests to, such as webhooks. */
export async function listen(answer: (text: string, request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    // Who hangs up before the end has no answer.
    read(request).then(
      (text) => answer(text, request, response),
      () => {},
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
