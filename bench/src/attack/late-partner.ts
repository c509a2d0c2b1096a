import { cancelTransaction, createTransaction } from '@cashbox/contract/partner'
import { median } from '../measurement.ts'
import { listen } from '../server-process.ts'
import type { Tally } from './tally.ts'
import type { People } from './target.ts'

const EVENTS = 15
const FLOOD = 60
const LATE_MS = 19_000
const ARRIVES_WITHIN_MS = 30_000
const MAX_RATIO = 2
const SLACK_MS = 500

type Partner = People['partner']

/** One partner answers after 19 seconds, or with 101. The other one's events arrive as before. */
export async function attackWithLatePartner({ partner: late, otherPartner: prompt }: People, tally: Tally) {
  const arrived = new Map<string, number>()
  const prompter = await listen((text, _request, response) => {
    const id = /"transaction_id":"([^"]+)"/.exec(text)?.[1] ?? ''
    arrived.set(id, performance.now())
    response.writeHead(200).end()
  })
  let answers = 0
  const dawdler = await listen((_text, request, response) => {
    answers += 1
    if (answers % 2 === 0)
      request.socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')
    else setTimeout(() => response.writeHead(200).end(), LATE_MS).unref()
  })
  await prompt.receiveAt(prompter.url)
  await late.receiveAt(dawdler.url)

  const measure = async () => {
    const delays: number[] = []
    for (let event = 0; event < EVENTS; event++) {
      const id = await cancelOne(prompt, tally)
      const happened = performance.now()
      while (!arrived.has(id) && performance.now() - happened < ARRIVES_WITHIN_MS)
        await new Promise((resolve) => setTimeout(resolve, 20))
      if (!arrived.has(id)) tally.finding(`an event did not arrive within ${ARRIVES_WITHIN_MS / 1000} s`)
      delays.push((arrived.get(id) ?? performance.now()) - happened)
    }
    return median(delays)
  }
  await measure()
  const before = await measure()
  for (let event = 0; event < FLOOD; event++) await cancelOne(late, tally)
  await new Promise((resolve) => setTimeout(resolve, 2000))
  if (answers === 0) tally.finding('the late partner was not told anything')
  const during = await measure()
  prompter.close()
  dawdler.close()
  if (during > before * MAX_RATIO && during > before + SLACK_MS)
    tally.finding(`events of a prompt partner take ${during.toFixed(0)} ms instead of ${before.toFixed(0)} ms`)
  return { eventDelayMs: Math.round(before), eventDelayRatio: Number((during / before).toFixed(2)) }
}

let created = 0

async function cancelOne(partner: Partner, tally: Tally): Promise<string> {
  const reference = `event-${++created}`
  const { payload, failure } = await partner.call(createTransaction, {
    reference,
    type: 'deposit',
    amount: '10.00',
    currency_code: 'UZS',
    player_id: 'p1',
    channel: 'tashkent',
  })
  const transaction_id = payload?.transaction.transaction_id ?? ''
  if (transaction_id === '') tally.finding(`a partner could not open a transaction: ${failure.message}`)
  await partner.call(cancelTransaction, { transaction_id })
  return transaction_id
}
