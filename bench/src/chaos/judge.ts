import { setTimeout as wait } from 'node:timers/promises'
import { print } from '../common/report.ts'
import type { ChaosLoad } from './load.ts'
import type { ChaosNetwork } from './network.ts'

/** A killed worker keeps what it had taken for a minute; watching and retries come on top. */
const SETTLED_WITHIN_MS = 240_000

const readEvents = ({ query, partner }: ChaosNetwork) =>
  query<{ id: string; subject_id: string }>(
    'select id, subject_id from outbox_event where partner_id = (select id from partner where code = $1) order by number',
    [partner.code],
  )

/** Until every event has arrived, every top-up is credited and what should expire has, or that takes too long. */
export async function settle(network: ChaosNetwork, { sent, shortLived }: ChaosLoad) {
  const deadline = Date.now() + SETTLED_WITHIN_MS
  const open = `select (select count(*) from unnest($1::text[]) as one (wanted) where not exists (select from topup where txid = wanted and state = 'credited'))
    + (select count(*) from player_transaction where transaction_id = any($2) and ended_as is null) as count`
  while (Date.now() < deadline) {
    const [row] = await network.query<{ count: string }>(open, [sent, shortLived])
    if (row?.count === '0' && (await readEvents(network)).every(({ id }) => network.arrived.has(id))) return
    await wait(500)
  }
}

/** Arrivals are in the order in which each event came first. */
function countEarly(
  events: readonly { id: string; subject_id: string }[],
  arrived: ReadonlyMap<string, number>,
): number {
  const order = new Map([...arrived.keys()].map((id, index) => [id, index]))
  const last = new Map<string, number>()
  return events.filter(({ id, subject_id }) => {
    const [at, before] = [order.get(id) ?? 0, last.get(subject_id) ?? -1]
    last.set(subject_id, Math.max(at, before))
    return at < before
  }).length
}

const say = (outcome: string, count: number) => print(outcome.padEnd(44) + String(count).padStart(8))

/** What is wrong after all of it, in words; says what was counted. */
export async function judge(network: ChaosNetwork, load: ChaosLoad): Promise<string[]> {
  const { query, arrived, endedWorkers, verify } = network
  const { confirmed, cancelled, reversed, shortLived, sent, feed } = load
  const count = async (text: string, values: unknown[]) =>
    Number((await query<{ count: string }>(`select count(*) from (${text}) as found`, values))[0]?.count)
  /** Those of which there is no such row. */
  const countWithout = (ids: readonly string[], row: string, ...values: string[]) =>
    count(`select from unnest($1::text[]) as one (wanted) where not exists (select from ${row})`, [ids, ...values])
  const countNotEnded = (as: string, ids: readonly string[]) =>
    countWithout(ids, 'player_transaction where transaction_id = wanted and ended_as = $2', as)
  await load.readToEnd()
  const events = await readEvents(network)
  const seen = new Set(feed)
  const credited = (times: string) =>
    count(
      `select from unnest($1::text[]) as one (wanted) where (select count(*) from topup where txid = wanted and state = 'credited') ${times}`,
      [sent],
    )
  const verified = await verify()

  say('confirmed', confirmed.length)
  say('reversed by the partner', reversed.length)
  say('cancelled while an agent confirmed', cancelled.length)
  say('expired', shortLived.length)
  say('topped up', sent.length)
  say('events read from the feed', feed.length)
  say(
    'events sent again',
    [...arrived.values()].reduce((sum, times) => sum + times - 1, 0),
  )
  say('requests without an answer, asked again', load.unanswered())
  say('workers that ended and were started again', endedWorkers().length)

  const wrong: readonly (readonly [string, number])[] = [
    ['confirmations lost', await countWithout(confirmed, 'confirmed_payment where transaction_id = wanted')],
    [
      'confirmations doubled',
      await count(
        'select from confirmed_payment where transaction_id = any($1) group by transaction_id having count(*) > 1',
        [confirmed],
      ),
    ],
    [
      'confirmations whose answer never came',
      await count(
        `select from confirmed_payment where transaction_id ~ '^B[0-9]{1,5}$' and not transaction_id = any($1)`,
        [confirmed],
      ),
    ],
    ['cancellations lost', await countNotEnded('cancelled', cancelled)],
    ['reversals lost', await countNotEnded('reversed', reversed)],
    ['transactions that did not expire', await countNotEnded('expired', shortLived)],
    [
      'transactions expired too early',
      await count(`select from player_transaction where ended_as = 'expired' and closed_at < expires_at`, []),
    ],
    ['top-ups lost', await credited('= 0')],
    ['top-ups doubled', await credited('> 1')],
    ['events without a webhook', events.filter(({ id }) => !arrived.has(id)).length],
    ['events that arrived before an earlier one of their subject', countEarly(events, arrived)],
    ['events missed by the feed', events.filter(({ id }) => !seen.has(id)).length],
    ['events twice in the feed', feed.length - seen.size],
    ['wrong clocks not noticed', 1 - Math.min(1, await count('select from clock_jump', []))],
    ['rules broken, by verify', verified.code === 0 ? 0 : 1],
  ]
  for (const [outcome, found] of wrong) say(outcome, found)
  return [
    ...load.findings,
    ...wrong.flatMap(([outcome, found]) => (found === 0 ? [] : [`${found} ${outcome}`])),
    ...(verified.code === 0 ? [] : [verified.output]),
  ]
}
