import type { IncomingMessage } from 'node:http'
import { request } from 'node:http'
import { LIVE_PATH } from '@cashbox/contract'
import { tokenOf } from '../prepare.ts'
import { confirmation } from './confirmation.ts'
import { asAgent, type Tally } from './tally.ts'
import type { Target } from './target.ts'
import { watchVictim } from './victim.ts'

const STREAMS = 500
const AN_AGENT = 20
const FIRST = 200
const TOLD_WITHIN_MS = 10_000

/** Hundreds of apps that only listen. Each still hears of its own agent, and others don't feel them. */
export async function attackWithIdleStreams(target: Target, tally: Tally) {
  const open = (agent: number) => openStream(`${target.url}/api${LIVE_PATH}`, tokenOf(agent))
  let streams: IncomingMessage[] = []
  const figures = await watchVictim(target, tally, async (during) => {
    streams = await Promise.all(
      Array.from({ length: STREAMS }, (_, index) => open(FIRST + Math.floor(index / AN_AGENT))),
    )
    for (const { statusCode = 0 } of streams) tally.note('a live stream', { status: statusCode, text: '' })
    const refused = streams.filter(({ statusCode }) => statusCode !== 200).length
    if (refused > 0) tally.finding(`${refused} of ${STREAMS} live streams were refused`)
    await during()
  })
  const surplus = await open(FIRST)
  tally.note('one live stream too many', { status: surplus.statusCode ?? 0, text: '' })
  if (surplus.statusCode !== 429) tally.finding(`one live stream too many was answered ${surplus.statusCode}`)
  surplus.destroy()

  const told = streams.slice(0, AN_AGENT).map(isTold)
  await tally.send(
    'a confirmation',
    '/api/payments/confirm',
    asAgent(tokenOf(FIRST), confirmation(target.nextDeposit())),
  )
  const silent = (await Promise.all(told)).filter((one) => !one).length
  if (silent > 0) tally.finding(`${silent} of ${AN_AGENT} live streams did not hear of their agent's payment`)

  for (const stream of streams) stream.destroy()
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const again = await open(FIRST)
  if (again.statusCode !== 200) tally.finding('closed live streams still count')
  again.destroy()
  return { idleStreams: STREAMS, ...figures }
}

const openStream = (url: string, token: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { headers: { authorization: `Bearer ${token}` }, agent: false }, (answer) => {
      answer.on('error', () => {})
      answer.resume()
      resolve(answer)
    })
      .once('error', reject)
      .end()
  })

const isTold = (stream: IncomingMessage) =>
  new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), TOLD_WITHIN_MS).unref()
    stream.on('data', (chunk: Buffer) => {
      if (chunk.includes('payments')) resolve(true)
    })
  })
