import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { parentPort } from 'node:worker_threads'
import { createAuthority } from '../../../apps/server/test/certificates.ts'
import type { BadHabit } from './bad-habits.ts'

const LATE_MS = 19_000
const GIGABYTE = 1024 ** 3

/** In a thread of its own, so that a gigabyte does not hold up the receivers whose delay is measured. */
const answers: Readonly<Record<BadHabit, (socket: Socket) => void>> = {
  hangs: () => {},
  late: (socket) => {
    setTimeout(() => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'), LATE_MS)
  },
  gigabyte: (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${GIGABYTE}\r\n\r\n`)
    const block = Buffer.alloc(65_536, 'x')
    const writeOn = () => {
      while (!socket.destroyed && socket.write(block));
    }
    socket.on('drain', writeOn)
    writeOn()
  },
  redirects: (socket) => {
    socket.end('HTTP/1.1 307 Elsewhere\r\nlocation: http://127.0.0.1:9/\r\ncontent-length: 0\r\n\r\n')
  },
  tls: () => {},
  upgrades: (socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n')
  },
}

const sockets = new Set<Socket>()
function take(socket: Socket, habit: BadHabit) {
  sockets.add(socket)
  socket.on('error', () => {})
  socket.on('close', () => sockets.delete(socket))
  socket.once('data', () => answers[habit](socket))
}

async function open(habit: BadHabit): Promise<string> {
  const isTls = habit === 'tls'
  // Signed by an authority that the worker does not know.
  const { certificate, key } = isTls
    ? await (await createAuthority('Bench')).issue('127.0.0.1')
    : { certificate: '', key: '' }
  const server = isTls
    ? createTlsServer({ cert: certificate, key }, (socket) => take(socket, habit))
    : createServer((socket) => take(socket, habit))
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return `${isTls ? 'https' : 'http'}://127.0.0.1:${port}/events`
}

parentPort?.on('message', (asked: BadHabit | 'hang up') => {
  if (asked === 'hang up') for (const socket of sockets) socket.destroy()
  else void open(asked).then((url) => parentPort?.postMessage(url, []))
})
