import { randomUUID } from 'node:crypto'
import { formatMinor, parseMinor } from '@cashbox/contract'
import {
  addAgentNote,
  closePartnerStatement,
  createMoneyRequest,
  decideAgent,
  readAgent,
  setPartnerCover,
} from '@cashbox/contract/operator'
import { CashboxRefusal } from '@cashbox/partner'
import { agree } from '@cashbox/testing/agree'
import { operatorOf } from '@cashbox/testing/operator-client'
import { type DemoAgent, findAgent, locationNear, signUp } from './agents.ts'
import { type ConnectedService, findPartner, type PlayerService } from './partners.ts'
import type { Sandbox } from './sandbox.ts'
import { confirm, isRefused, sendTokens, trade } from './trade.ts'

export interface Cast {
  readonly sandbox: Sandbox
  /** Takes its webhooks. */
  readonly working: PlayerService
  /** Takes none. */
  readonly dead: PlayerService
  /** Has a limit for what it may owe. */
  readonly limited: ConnectedService
  readonly honest: readonly [DemoAgent, ...DemoAgent[]]
  readonly fraudster: DemoAgent
  readonly accomplice: DemoAgent
}

export interface Scene {
  readonly hour: number
  /** What is said when it is over. */
  readonly title: string
  play(cast: Cast): Promise<void>
}

const PLAYER = '48219001'
const AMOUNT = '200000.00'
const MOST_WRONG_CODES = 5

/** What happens once in a day, beside ordinary business. In the order of their hours. */
export const scenes: readonly Scene[] = [
  {
    hour: 8.5,
    title: 'Lucky Star’s webhook address is dead: its events wait, and its delivery log fills with errors',
    play: async ({ dead, honest: [agent] }) => void (await trade(dead, agent, deposit())),
  },
  {
    hour: 9,
    title: 'a transaction was cancelled by the partner, and another ran out',
    async play({ working, honest: [agent] }) {
      const cancelled = await working.open(forAgent(agent))
      await working.change(cancelled.transaction_id, 'cancel')
      await working.open({ ...forAgent(agent), expires_in: 1 })
    },
  },
  {
    hour: 10,
    title: 'five wrong security codes locked a withdrawal',
    async play({ working, honest: [agent] }) {
      const payment = { ...forAgent(agent), type: 'withdraw' as const }
      const opened = await working.open(payment)
      for (let tries = 0; tries < MOST_WRONG_CODES; tries += 1) {
        await confirm(agent, payment, { ...opened, security_code: 'WRONG1' }).catch((error: unknown) => {
          if (!isRefused(error, 'security_code_wrong') && !isRefused(error, 'transaction_locked')) throw error
        })
      }
    },
  },
  {
    hour: 11,
    title: 'a worthless token and a sum below the minimum came in, and are held',
    async play({ sandbox, honest: [agent] }) {
      await sendTokens(sandbox, agent, 250, 'fake')
      await sendTokens(sandbox, agent, 3, 'usdt')
    },
  },
  {
    hour: 12,
    title: 'two people signed up and wait for approval, one of them for a missing document',
    async play({ sandbox }) {
      const support = await operatorOf(sandbox.url, 'support')
      const run = randomUUID().slice(0, 8)
      const place = { channel: 'tashkent', areaM: 300 } as const
      const aziz = { name: 'Aziz', surname: 'Mirzaev', mailbox: `aziz-${run}`, lat: 41.3352, lon: 69.2493 }
      const lola = { name: 'Lola', surname: 'Ismoilova', mailbox: `lola-${run}`, lat: 41.2918, lon: 69.3127 }
      await signUp(sandbox, { ...aziz, ...place })
      await signUp(sandbox, { ...lola, ...place })
      const { id: agent_id } = await findAgent(support, lola)
      const { version } = (await support.call(readAgent, { agent_id })).payload.agent
      const note = 'Please send a photo of your point.'
      succeeded(await support.call(decideAgent, { agent_id, version, action: 'request_info', note }))
    },
  },
  {
    hour: 13,
    title: 'Golden Card ran out of cover: it was warned twice, and its next withdrawal was refused',
    play: runOutOfCover,
  },
  {
    hour: 14,
    title: 'the fraudster moved money in circles, was in two countries at once, and shared a browser',
    play: playFraud,
  },
  {
    hour: 15,
    title: 'Golden Card paid, two operators recorded it, and it accepted its statement of account',
    play: settle,
  },
  {
    hour: 16,
    title: 'finance corrected a balance, and asks for a larger sum that a second operator has to approve',
    async play({ sandbox, honest: [agent] }) {
      const finance = await operatorOf(sandbox.url, 'finance')
      const request = { kind: 'adjustment', cash_id: agent.cashId } as const
      const reasons = { '15000.00': 'Cash counted again at the office', '9000000.00': 'Cash handed over at the office' }
      for (const [amount, reason] of Object.entries(reasons))
        succeeded(await finance.call(createMoneyRequest, { ...request, id: randomUUID(), amount, reason }))
    },
  },
  {
    hour: 17,
    title: 'a confirmed deposit was reversed by the partner',
    play: async ({ working, honest: [agent] }) =>
      void (await working.change(await trade(working, agent, deposit()), 'reverse')),
  },
  {
    hour: 18,
    title: 'risk wrote a note about the fraudster',
    async play({ sandbox, fraudster }) {
      const risk = await operatorOf(sandbox.url, 'risk')
      const { id: agent_id } = await findAgent(risk, fraudster)
      const text = 'Same player in and out, several times a day. Watch.'
      succeeded(await risk.call(addAgentNote, { agent_id, text }))
    },
  },
]

function succeeded({ status, failure }: { status: number; failure: { message: string } }) {
  if (status !== 200) throw new Error(failure.message)
}

const deposit = () => ({ type: 'deposit' as const, amount: AMOUNT, player_id: PLAYER })
const forAgent = ({ currency, cashId }: DemoAgent) => ({ ...deposit(), currency_code: currency, cash_id: cashId })

const CIRCLES = 3
const BERLIN = { lat: 52.52, lon: 13.405 }

/** What the rules of the console's Risk look for: see docs/console.md. */
async function playFraud({ working, fraudster, accomplice }: Cast) {
  for (let circle = 0; circle < CIRCLES; circle += 1) {
    const payment = { amount: AMOUNT, player_id: '48219666' }
    await trade(working, fraudster, { ...payment, type: 'deposit' })
    await trade(working, fraudster, { ...payment, type: 'withdraw' })
  }
  await trade(working, fraudster, deposit(), locationNear(BERLIN))
  await trade(working, accomplice, deposit())
}

const CURRENCY = 'UZS'
const AGREED = 'Agreed with Golden Card'
const LIMIT = '500000.00'
const LOW_LEVEL = '150000.00'
/** What is left after the first withdrawal: less than the level at which the partner is warned. */
const LAST = 10_000_000n

async function leftOf({ partner }: ConnectedService): Promise<bigint> {
  const { list } = await partner.position.read()
  return parseMinor(list.find(({ currency_code }) => currency_code === CURRENCY)?.left ?? '') ?? 0n
}

/** Players are paid out until nothing is left of what the partner may owe. */
async function runOutOfCover({ sandbox, limited, honest: [agent] }: Cast) {
  const admin = await operatorOf(sandbox.url, 'admin')
  const { code } = limited
  const version = (await findPartner(admin, code))?.version ?? 0
  const cover = { currency_code: CURRENCY, credit_limit: LIMIT, low_level: LOW_LEVEL }
  succeeded(await admin.call(setPartnerCover, { code, version, reason: AGREED, ...cover }))
  const withdraw = (amount: bigint) =>
    trade(limited, agent, { type: 'withdraw', amount: formatMinor(amount), player_id: PLAYER })
  const left = await leftOf(limited)
  if (left > LAST) await withdraw(left - LAST)
  await withdraw(LAST)
  const outcome = await withdraw(LAST).catch((error: unknown) => error)
  if (!(outcome instanceof CashboxRefusal) || outcome.code !== 'cover_exceeded')
    throw new Error('a withdrawal without cover was opened')
}

/** The partner pays what it owes, and agrees on the sums. */
async function settle({ sandbox, limited }: Cast) {
  const finance = await operatorOf(sandbox.url, 'finance')
  const owed = (parseMinor(LIMIT) ?? 0n) - (await leftOf(limited))
  const payment = await finance.call(createMoneyRequest, {
    id: randomUUID(),
    kind: 'partner_payment',
    partner: limited.code,
    direction: 'in',
    currency_code: CURRENCY,
    amount: formatMinor(owed),
    paid_on: new Date().toISOString().slice(0, 10),
    bank_reference: `GC-${randomUUID().slice(0, 8)}`,
    reason: 'On the bank statement of today',
  })
  const { state } = await agree(sandbox.url, payment)
  if (state !== 'completed') throw new Error(`the payment is ${state}`)
  const closing = { code: limited.code, currency_code: CURRENCY, reason: AGREED }
  const closed = await finance.call(closePartnerStatement, closing)
  succeeded(closed)
  const { statements } = limited.partner
  // Reading checks the signature of the network.
  const { statement } = await statements.read(closed.payload.statement.id)
  await statements.accept(statement.id)
}
