import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A partner's end of the webhooks. */
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
