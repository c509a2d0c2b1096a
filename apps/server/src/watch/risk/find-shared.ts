import { col, query, type RowOf } from '@cashbox/postgres/database'
import { DAY_MS, toSeconds } from '../../platform/clock.ts'
import { type Batch, type FoundSignal, weigh } from './find-runs.ts'

/** Mobile networks put hundreds of phones behind one address, so an address that many share means nothing. */
const rules = {
  shared_device: { withinMs: 30 * DAY_MS, most: 50, weight: 25, mostWeight: 75 },
  shared_ip: { withinMs: 7 * DAY_MS, most: 5, weight: 10, mostWeight: 30 },
} as const

/** A device or an address. */
const placeColumns = { kind: col.oneOf('shared_device', 'shared_ip'), value: col.text }
type Place = RowOf<typeof placeColumns>

/** Saves the device and the address of each confirmation, and returns them. */
export const noteTraces = ({ tx, ids }: Batch) =>
  query(tx, placeColumns)`
    insert into risk_trace as kept (kind, value, agent_id, first_at, last_at, number)
    select trace.kind, trace.value, done.agent_id, min(done.finished_at), max(done.finished_at), max(done.number)
    from confirmation as done
    join agent on agent.id = done.agent_id and not agent.is_demo
    left join session on session.id = done.session_id
    cross join lateral (values ('shared_device', session.fingerprint), ('shared_ip', done.ip)) as trace (kind, value)
    where done.player_transaction_id = any (${ids}::uuid[]) and done.session_id is not null and trace.value is not null
    group by trace.kind, trace.value, done.agent_id
    on conflict (kind, value, agent_id) do update set
      last_at = greatest(kept.last_at, excluded.last_at), number = greatest(kept.number, excluded.number)
    returning kind, value`

const traceColumns = {
  ...placeColumns,
  agent_id: col.uuid,
  number: col.int8,
  first_at: col.timestamptz,
  last_at: col.timestamptz,
  counts_from: col.timestamptz,
  cash_id: col.digits,
  transaction_id: col.text,
}
type Trace = RowOf<typeof traceColumns>

/** One signal for each agent who shares a device or an address with others. */
export async function findShared({ tx, now }: Batch, places: readonly Place[]): Promise<FoundSignal[]> {
  const rows = await query(tx, traceColumns)`
    select trace.kind, trace.value, trace.agent_id, trace.number, trace.first_at, trace.last_at, agent.cash_id,
           done.transaction_id, coalesce(nullif(known.counts_from, '-infinity'), 'epoch') as counts_from
    from (
      select distinct kind, value
      from unnest(${places.map(({ kind }) => kind)}::text[], ${places.map(({ value }) => value)}::text[]) as place (kind, value)
    ) as touched
    -- One more than the limit is enough to know that it means nothing.
    cross join lateral (
      select kind, value, agent_id, number, first_at, last_at from risk_trace
      where kind = touched.kind and value = touched.value
        and last_at > case touched.kind when 'shared_device' then ${since(now, 'shared_device')}::timestamptz
                      else ${since(now, 'shared_ip')}::timestamptz end
      limit ${rules.shared_device.most + 1}) as trace
    join agent on agent.id = trace.agent_id
    join confirmed_payment as done on done.float_id = agent.float_id and done.number = trace.number
    left join risk_signal as known
      on known.agent_id = trace.agent_id and known.kind = trace.kind and known.subject = trace.value`
  const groups = Map.groupBy(rows, ({ kind, value }) => `${kind} ${value}`)
  return [...groups.values()]
    .filter((group) => group.length > 1 && group.length <= rules[group[0]?.kind ?? 'shared_device'].most)
    .flatMap((group) => group.flatMap((one) => signalsAgainst(one, group)))
}

const since = (now: Date, kind: keyof typeof rules) => new Date(now.getTime() - rules[kind].withinMs)

/** After a dismissal, only agents who came later count. */
function signalsAgainst(one: Trace, group: readonly Trace[]): FoundSignal[] {
  const others = group.filter((other) => other.agent_id !== one.agent_id && other.first_at > one.counts_from)
  if (others.length === 0) return []
  const { weight, mostWeight } = rules[one.kind]
  return [
    {
      agentId: one.agent_id,
      kind: one.kind,
      subject: one.value,
      weight: weigh(others.length, weight, mostWeight),
      firstAt: one.first_at,
      lastAt: one.last_at,
      facts: { agents: group.length },
      numbers: [one.number],
      other_agents: others.map(({ cash_id, transaction_id, last_at }) => ({
        cash_id,
        transaction_id,
        at: toSeconds(last_at),
      })),
    },
  ]
}
