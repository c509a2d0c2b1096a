import { setTimeout as wait } from 'node:timers/promises'
import { groupDigits } from '@cashbox/contract'
import { type DemoAgent, employ, PASSWORD, type Person } from './agents.ts'
import { goldenCard, LUCKY_STAR, luckyStar, sandboxService } from './partners.ts'
import { type Day, paymentsAnHour, someAmount, startDay } from './rhythm.ts'
import { findSandbox, type Sandbox } from './sandbox.ts'
import { type Cast, type Scene, scenes } from './scenes.ts'
import { balanceOf, isRefused, topUp, trade } from './trade.ts'

export interface DemoOptions {
  readonly url: string
  /** How much faster than the wall's the hours of the demonstration pass. */
  readonly speed: number
  /** How many honest agents there are; enough that one shared address means nothing to the rules of risk. */
  readonly agents: number
  /** 0 for as long as it is let. */
  readonly days: number
  readonly signal: AbortSignal
  readonly print: (line: string) => void
}

const WHOLE_EARTH_M = 20_100_000
/** Honest agents, and their points in two cities. */
const PEOPLE: readonly Person[] = [
  { name: 'Nodira', surname: 'Karimova', channel: 'tashkent', lat: 41.3111, lon: 69.2797, areaM: 300 },
  { name: 'Bobur', surname: 'Rashidov', channel: 'tashkent', lat: 41.3264, lon: 69.2285, areaM: 300 },
  { name: 'Kamola', surname: 'Yusupova', channel: 'tashkent', lat: 41.2856, lon: 69.2044, areaM: 300 },
  { name: 'Timur', surname: 'Aliev', channel: 'tashkent', lat: 41.3385, lon: 69.3346, areaM: 300 },
  { name: 'Dilnoza', surname: 'Saidova', channel: 'tashkent', lat: 41.2646, lon: 69.2163, areaM: 300 },
  { name: 'Jasur', surname: 'Tursunov', channel: 'tashkent', lat: 41.3639, lon: 69.2879, areaM: 300 },
  { name: 'Emre', surname: 'Yılmaz', channel: 'istanbul', lat: 41.0151, lon: 28.9795, areaM: 300 },
  { name: 'Ayse', surname: 'Demir', channel: 'istanbul', lat: 41.0422, lon: 29.0083, areaM: 300 },
  { name: 'Sevara', surname: 'Ergasheva', channel: 'tashkent', lat: 41.2995, lon: 69.2401, areaM: 300 },
  { name: 'Otabek', surname: 'Nazarov', channel: 'tashkent', lat: 41.2231, lon: 69.2223, areaM: 300 },
]
const [FIRST_TOPUP_USDT, TOPUP_USDT] = [800, 400]
const TICK_MS = 250
/** When an agent tops up, beside those whose balance has run low. */
const TOPUP_HOURS = [9.5, 11.5, 14.5, 17, 20]
const STEP = { UZS: 10_000, TRY: 50 }
/** With less than this, in minor units, an agent tops up before the day begins. */
const ENOUGH = { UZS: 500_000_000n, TRY: 2_000_000n }

const SHARED = { channel: 'tashkent', lat: 41.28, lon: 69.2, areaM: WHOLE_EARTH_M, browser: 'Rustam' } as const

/** Fills a sandbox with a network at work, through the same calls that apps and partners make. Answers what it did. */
export async function runDemo(options: DemoOptions) {
  const { url, speed, days, signal, print } = options
  const sandbox = await findSandbox(url)
  const cast = await gather(sandbox, options)
  const done = { confirmed: 0, topUps: 0, scenes: 0, failed: 0 }
  const isWanted = (number: number) => !signal.aborted && (days === 0 || number <= days)
  for (let number = 1; isWanted(number); number += 1) {
    const day = startDay(speed)
    print(`Day ${number} begins.`)
    await liveThrough(day, cast, { signal, done, speed, print: (line) => print(`[${day.time()}] ${line}`) })
  }
  print(`See it at ${url}/console/ as admin@cashbox.test, password Cashbox1!`)
  print(
    `Ended: ${done.confirmed} payments confirmed, ${done.topUps} top-ups, ${done.scenes} scenes, ${done.failed} failed.`,
  )
  return done
}

/** Partners and agents; those of an earlier run are found again. */
async function gather(sandbox: Sandbox, { agents, signal, print }: DemoOptions): Promise<Cast> {
  print(
    'Partners: the sandbox’s own, Lucky Star, whose webhook address is dead, and Golden Card, which has little cover.',
  )
  const [working, dead] = [sandboxService(sandbox), await luckyStar(sandbox)]
  const limited = await goldenCard(sandbox)
  const people = PEOPLE.slice(0, agents)
  const hired: DemoAgent[] = []
  for (const person of [
    ...people,
    { name: 'Rustam', surname: 'Kadirov', ...SHARED },
    { name: 'Sobir', surname: 'Hamidov', ...SHARED },
  ]) {
    signal.throwIfAborted()
    const agent = await employ(sandbox, person)
    print(`Agent ${agent.name}, cashbox ${agent.cashId}, ${agent.email}, password ${PASSWORD}`)
    hired.push(agent)
  }
  await writePast(sandbox, hired)
  print('Six months of history are written.')
  for (const agent of hired) {
    signal.throwIfAborted()
    if ((await balanceOf(agent)) < ENOUGH[agent.currency]) await topUp(sandbox, agent, FIRST_TOPUP_USDT)
  }
  const [fraudster, accomplice] = hired.splice(-2)
  const [first, ...others] = hired
  if (!first || !fraudster || !accomplice) throw new Error('the demonstration needs an agent')
  return { sandbox, working, dead, limited, honest: [first, ...others], fraudster, accomplice }
}

/** Agents with a past keep it; the two dishonest ones joined today. All business is with Lucky Star. */
const writePast = (sandbox: Sandbox, hired: readonly DemoAgent[]) =>
  sandbox.post('/history', {
    partner: LUCKY_STAR,
    agents: hired.slice(0, -2).map(({ cashId }, index) => ({ cash_id: cashId, per_day: 28 - index })),
  })

interface Life {
  readonly signal: AbortSignal
  readonly speed: number
  readonly done: { confirmed: number; topUps: number; scenes: number; failed: number }
  readonly print: (line: string) => void
}

async function liveThrough(day: Day, cast: Cast, life: Life) {
  const { signal, speed } = life
  const waiting = [...scenes]
  const topUpsToCome = [...TOPUP_HOURS]
  const refills: Promise<void>[] = []
  /** A person serves one player, then the next. */
  const serving = new Map<DemoAgent, Promise<void>>()
  // One after the other, because they are about the same agents.
  let stage: Promise<void> = Promise.resolve()
  while (!day.isOver() && !signal.aborted) {
    const due = waiting.filter(({ hour }) => hour <= day.hour())
    for (const scene of due) {
      waiting.splice(waiting.indexOf(scene), 1)
      stage = stage.then(() => playScene(scene, cast, life))
    }
    if ((topUpsToCome[0] ?? Number.POSITIVE_INFINITY) <= day.hour()) {
      topUpsToCome.shift()
      const agent = cast.honest[topUpsToCome.length % cast.honest.length] ?? cast.honest[0]
      // After the player at their counter.
      refills.push((serving.get(agent) ?? Promise.resolve()).then(() => refill(agent, cast, life)))
    }
    const chance = (paymentsAnHour(day.hour()) * speed * TICK_MS) / 3_600_000
    for (const agent of cast.honest) {
      if (Math.random() >= chance || serving.has(agent)) continue
      serving.set(
        agent,
        serve(agent, cast, life).finally(() => serving.delete(agent)),
      )
    }
    await wait(TICK_MS)
  }
  await stage
  if (!signal.aborted) for (const scene of waiting) await playScene(scene, cast, life)
  await Promise.all([...serving.values(), ...refills])
}

async function playScene(scene: Scene, cast: Cast, { done, signal, print }: Life) {
  if (signal.aborted) return
  try {
    await scene.play(cast)
    done.scenes += 1
    print(`★ ${scene.title}`)
  } catch (error) {
    done.failed += 1
    print(`failed: ${scene.title}: ${String(error)}`)
  }
}

/** One player at the counter; an agent whose balance does not last tops up and serves the next one. */
async function serve(agent: DemoAgent, cast: Cast, life: Life) {
  const { working, dead } = cast
  const { done, print } = life
  const type = Math.random() < 0.65 ? 'deposit' : 'withdraw'
  const amount = someAmount(STEP[agent.currency])
  const player_id = String(48_210_000 + Math.floor(Math.random() * 300))
  try {
    await trade(Math.random() < 0.7 ? working : dead, agent, { type, amount, player_id })
    done.confirmed += 1
    print(`${agent.name}: ${type} ${groupDigits(amount)} ${agent.currency}`)
  } catch (error) {
    if (isRefused(error, 'float_insufficient')) {
      print(`${agent.name}: balance too low for ${groupDigits(amount)} ${agent.currency}`)
      return refill(agent, cast, life)
    }
    done.failed += 1
    print(`${agent.name}: ${String(error)}`)
  }
}

async function refill(agent: DemoAgent, { sandbox }: Cast, { done, print }: Life) {
  print(`${agent.name}: tops up ${TOPUP_USDT} USDT`)
  await topUp(sandbox, agent, TOPUP_USDT).then(
    () => (done.topUps += 1),
    () => (done.failed += 1),
  )
}
