import { createServer } from 'node:net'
import { send } from './http-load.ts'
import { round } from './measurement.ts'

const CLIENTS = 32
const REQUESTS = 40_000
const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'
const REQUEST = `POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 300\r\n\r\n${' '.repeat(300)}`

/** What the load client itself costs, on a server that answers at once: the rest of a figure is Cashbox. */
export async function benchClient(print: (line: string) => void) {
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('data', () => socket.write(ANSWER))
    socket.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const requests = Array.from({ length: REQUESTS }, () => REQUEST)
  const { perSecond, clientMicroseconds } = await send({ port, connections: CLIENTS, requests, seconds: 60 })
  server.close()
  print(
    `The load client takes ${round(clientMicroseconds)} µs of processor time for a request, ` +
      `and makes ${round(perSecond)} a second of a server that answers at once`,
  )
  return { client_us: round(clientMicroseconds, 1), client_per_second: round(perSecond) }
}
