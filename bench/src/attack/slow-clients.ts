import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { LIVE_PATH } from '@cashbox/contract'
import { times, tokenOf } from '../common/database.ts'
import type { Tally } from './tally.ts'
import { type Target, watchVictim } from './target.ts'

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
  const clients = times(CLIENTS, (index) => openSlow(port, begins[index % begins.length] ?? ''))
  const figures = await watchVictim(target, tally, async (during) => {
    await pause(2000)
    await during()
  })
  const left = CLOSED_WITHIN_MS - (Date.now() - opened)
  // A connection on which nothing was sent is idle, and costs no more than its socket.
  const closed = await Promise.all(
    clients.filter((_, index) => begins[index % begins.length] !== '').map(({ closed }) => closed(left)),
  )
  for (const { socket } of clients) socket.destroy()
  const open = closed.filter((one) => !one).length
  if (open > 0) tally.finding(`${open} slow clients still hold their connection after ${CLOSED_WITHIN_MS / 1000} s`)
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
    closed: (withinMs: number) => Promise.race([gone, pause(Math.max(0, withinMs), false, { ref: false })]),
  }
}

const STREAMS = 500
const AN_AGENT = 20
const FIRST = 200
const HEARS_WITHIN_MS = 10_000

/** Hundreds of apps that only listen. Each still hears of its own agent, and others don't feel them. */
export async function attackWithIdleStreams(target: Target, tally: Tally) {
  const open = (agent: number) => openStream(`${target.url}/api${LIVE_PATH}`, tokenOf(agent))
  let streams: IncomingMessage[] = []
  const figures = await watchVictim(target, tally, async (during) => {
    streams = await Promise.all(times(STREAMS, (index) => open(FIRST + Math.floor(index / AN_AGENT))))
    for (const { statusCode = 0 } of streams) tally.note('a live stream', { status: statusCode, text: '' })
    const refused = streams.filter(({ statusCode }) => statusCode !== 200).length
    if (refused > 0) tally.finding(`${refused} of ${STREAMS} live streams were refused`)
    await during()
  })
  const surplus = await open(FIRST)
  tally.note('one live stream too many', { status: surplus.statusCode ?? 0, text: '' })
  if (surplus.statusCode !== 429) tally.finding(`one live stream too many was answered ${surplus.statusCode}`)
  surplus.destroy()

  const hearing = streams.slice(0, AN_AGENT).map(hears)
  await tally.confirm(FIRST, target.nextDeposit())
  const silent = (await Promise.all(hearing)).filter((one) => !one).length
  if (silent > 0) tally.finding(`${silent} of ${AN_AGENT} live streams did not hear of their agent's payment`)

  for (const stream of streams) stream.destroy()
  await pause(1000)
  const again = await open(FIRST)
  if (again.statusCode !== 200) tally.finding('closed live streams still count')
  again.destroy()
  return { idleStreams: STREAMS, ...figures }
}

/** On a connection of its own. */
async function openStream(url: string, token: string): Promise<IncomingMessage> {
  const asked = get(url, { headers: { authorization: `Bearer ${token}` }, agent: false })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return answer.on('error', () => {}).resume()
}

const hears = (stream: IncomingMessage) =>
  new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), HEARS_WITHIN_MS).unref()
    stream.on('data', (chunk: Buffer) => {
      if (chunk.includes('payments')) resolve(true)
    })
  })
