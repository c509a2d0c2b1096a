import { setTimeout as wait } from 'node:timers/promises'
import { round } from '../measurement.ts'
import { type BadHabit, badHabits, openBadReceivers } from './bad-habits.ts'
import { type Delays, measureDelays, summarize } from './measure-delays.ts'
import { openNetwork, type WebhookNetwork } from './network.ts'
import { openPromptReceiver, type PromptReceiver } from './prompt-receiver.ts'

const MAX_RATIO = 2
/** One partner alone, and beside a bad one, in turn: a machine that others use changes from minute to minute. */
const ROUNDS = 4
const BESIDE = { perSecond: 20, seconds: 2.5 }
const SETTLE_MS = 500
/** More than a bad one that takes them gets in a round. */
const BAD_EVENTS = 1000
/** A thousand partners with an event every twenty seconds each. */
const PARTNERS = 1000
const MANY = { perSecond: 50, seconds: 15 }
const FLOOD = 50
const BACKLOG = 20_000

type Print = (line: string) => void

/** How long webhooks of one partner take while another one's server is slow or broken, or another one has far more of them. */
export async function benchWebhooks(print: Print) {
  const network = await openNetwork()
  const receiver = await openPromptReceiver()
  try {
    const beside = await besideBadPartners(network, receiver, print)
    const many = await besideFlood(network, receiver, print)
    const figures = { ...beside, ...many }
    const isGood = Object.entries(figures).every(([name, value]) => !name.endsWith('Ratio') || value <= MAX_RATIO)
    return { figures, isGood }
  } finally {
    receiver.close()
    await network.close()
  }
}

const say = ({ events, p50Ms, p99Ms }: Delays) => `median ${p50Ms} ms, p99 ${p99Ms} ms (${events} events)`

async function besideBadPartners(network: WebhookNetwork, receiver: PromptReceiver, print: Print) {
  const bad = openBadReceivers()
  const figures: Record<string, number> = {}
  const partners = await network.addPartners([receiver.urlOf('a')])
  const measure = () => measureDelays(network, receiver, { partners, ...BESIDE })
  try {
    await measure()
    for (const habit of badHabits) {
      const url = await bad.open(habit)
      const [partner = ''] = await network.addPartners([url])
      await network.silence(partner)
      const [alone, beside]: [number[], number[]] = [[], []]
      for (let turn = 0; turn < ROUNDS; turn += 1) {
        alone.push(...(await measure()))
        await network.addEvents(Array.from({ length: BAD_EVENTS }, () => partner))
        await network.wake(partner, url)
        beside.push(...(await measure()))
        await network.silence(partner)
        bad.hangUp()
        await wait(SETTLE_MS)
      }
      Object.assign(figures, compare(habit, summarize(alone), summarize(beside), print))
    }
    return figures
  } finally {
    await bad.close()
    for (const partner of partners) await network.silence(partner)
  }
}

function compare(habit: BadHabit, alone: Delays, beside: Delays, print: Print) {
  print(`${TITLES[habit]}: ${say(beside)}; alone ${say(alone)}`)
  return {
    [`${habit}AloneP50Ms`]: alone.p50Ms,
    [`${habit}AloneP99Ms`]: alone.p99Ms,
    [`${habit}P50Ms`]: beside.p50Ms,
    [`${habit}P99Ms`]: beside.p99Ms,
    [`${habit}Ratio`]: round(beside.p50Ms / alone.p50Ms, 2),
  }
}

const TITLES: Readonly<Record<BadHabit, string>> = {
  hangs: 'beside one that hangs',
  late: 'beside one that answers after 19 s',
  gigabyte: 'beside one that sends a gigabyte',
  redirects: 'beside one that redirects',
  tls: 'beside one with an invalid certificate',
  upgrades: 'beside one that answers 101',
}

/** The others, before one of them has fifty times as much, meanwhile, and while it has a backlog as well. */
async function besideFlood(network: WebhookNetwork, receiver: PromptReceiver, print: Print) {
  const paths = Array.from({ length: PARTNERS + 1 }, (_, index) => receiver.urlOf(`p${index}`))
  const [flooding = '', ...partners] = await network.addPartners(paths)
  const measure = async () => summarize(await measureDelays(network, receiver, { partners, ...MANY }))
  const flood = { partners: [flooding], perSecond: (MANY.perSecond / PARTNERS) * FLOOD, seconds: MANY.seconds }
  await measureDelays(network, receiver, { partners, ...MANY, seconds: 3 })
  const before = await measure()
  print(`a thousand partners: ${say(before)}`)
  const [during] = await Promise.all([measure(), measureDelays(network, receiver, flood)])
  print(`… one of them with fifty times as much: ${say(during)}`)
  await network.addEvents(Array.from({ length: BACKLOG }, () => flooding))
  const backlogged = await measure()
  const sent = await network.arrivedOf(flooding)
  print(`… and a backlog of ${BACKLOG}: ${say(backlogged)}; it got ${sent} itself`)
  return {
    manyP50Ms: before.p50Ms,
    manyP99Ms: before.p99Ms,
    floodP50Ms: during.p50Ms,
    floodP99Ms: during.p99Ms,
    floodRatio: round(during.p50Ms / before.p50Ms, 2),
    floodP99Ratio: round(during.p99Ms / before.p99Ms, 2),
    backlogP50Ms: backlogged.p50Ms,
    backlogP99Ms: backlogged.p99Ms,
    backlogRatio: round(backlogged.p50Ms / before.p50Ms, 2),
    backlogP99Ratio: round(backlogged.p99Ms / before.p99Ms, 2),
    backlogSent: sent,
  }
}
