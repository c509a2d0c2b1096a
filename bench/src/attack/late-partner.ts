import { cancelTransaction, createTransaction } from '@cashbox/contract/partner'
import { median } from '../measurement.ts'
import { listen } from '../server-process.ts'
import { compareDuring, type Tally } from './tally.ts'
import type { People } from './target.ts'

const EVENTS = 15
const FLOOD = 60
const LATE_MS = 19_000
const ARRIVES_WITHIN_MS = 30_000

type Partner = People['partner']

/** One partner answers after 19 seconds, or with 101. The other one's events arrive as before. */
export async function attackWithLatePartner({ partner: late, otherPartner: prompt }: People, tally: Tally) {
  const arrived = new Map<string, number>()
  const promptReceiver = await listen((text, _request, response) => {
    const id = /"transaction_id":"([^"]+)"/.exec(text)?.[1] ?? ''
    arrived.set(id, performance.now())
    response.writeHead(200).end()
  })
  let answers = 0
  const lateReceiver = await listen((_text, request, response) => {
    answers += 1
    if (answers % 2 === 0)
      request.socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')
    else setTimeout(() => response.writeHead(200).end(), LATE_MS).unref()
  })
  await prompt.receiveAt(promptReceiver.url)
  await late.receiveAt(lateReceiver.url)

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
  const compared = await compareDuring(tally, {
    measure,
    who: "a prompt partner's event",
    slackMs: 500,
    async attack(during) {
      for (let event = 0; event < FLOOD; event++) await cancelOne(late, tally)
      await new Promise((resolve) => setTimeout(resolve, 2000))
      if (answers === 0) tally.finding('the late partner was not told anything')
      await during()
    },
  })
  promptReceiver.close()
  lateReceiver.close()
  return compared
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
