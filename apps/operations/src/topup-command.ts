import { CoinRate } from '@cashbox/contract/operator'
import { col, type Database, query, sql, type Tx } from '@cashbox/postgres/database'
import { writeAudit } from '@cashbox/server/access/audit'
import { formatUnits } from '@cashbox/server/ledger/units'
import type { Config } from '@cashbox/server/platform/config'
import { readDatabaseClock } from '@cashbox/server/platform/database-clock'
import { refusal } from '@cashbox/server/platform/refusal'
import { creditHeld, findTerms, returnHeld } from '@cashbox/server/topups/held-topups'
import { NotUnderstood, type Print, readArguments, text, UsageError } from './command-line/help.ts'

const AT_MOST = 200

export async function topupCommand(db: Database, config: Config, args: readonly string[], print: Print) {
  const options = { by: text, note: text, 'cash-id': text, rate: text }
  const { values, positionals } = readArguments('topups', args, options)
  const [action, topupId] = positionals
  if (action === 'list') return list(db, print)
  if (action === 'look') return recheck(db, config, topupId ?? '', print)
  const { by, note } = values
  if ((action !== 'credit' && action !== 'return') || !topupId || !by?.trim() || !note?.trim()) {
    throw new NotUnderstood('topups')
  }
  if (!/^[0-9a-f-]{36}$/i.test(topupId)) throw refusal('topup_unknown')
  const clock = await readDatabaseClock(db)
  const decision = { topupId, by, note, at: clock.now() }
  await db.transaction(async (tx) => {
    await writeAudit(
      tx,
      { at: decision.at, actor: { operatorId: null, name: `${by} at the command line`, ip: null }, reason: note },
      { kind: 'topup', id: topupId },
      `topup.${action}`,
    )
    if (action === 'return') return returnHeld(tx, decision)
    const owner = values['cash-id'] === undefined ? undefined : await findAgent(tx, values['cash-id'])
    if (values.rate !== undefined && !CoinRate.safeParse(values.rate).success)
      throw new UsageError('The rate must be a number.')
    const { terms } = await findTerms(tx, { config, clock }, { topupId, owner, rate: values.rate })
    return creditHeld(tx, decision, terms, owner)
  })
  print(action === 'credit' ? `Credited ${topupId}` : `Marked as returned: ${topupId}`)
}

async function list(db: Database, print: Print) {
  const rows = await query(db, {
    id: col.uuid,
    cash_id: col.nullable(col.int8),
    rail: col.text,
    reference: col.text,
    coin: col.text,
    units: col.text,
    decimals: col.int2,
    sender: col.text,
    reason: col.text,
    seen_at: col.timestamptz,
  })`
    select topup.id, agent.cash_id, rail, reference, coin, units::text as units, decimals, sender, reason, seen_at
    from topup left join agent on agent.id = topup.agent_id
    where state = 'held' order by topup.id limit ${AT_MOST}`
  if (rows.length === 0) print('No held top-ups.')
  for (const row of rows) {
    const sent = `${formatUnits(BigInt(row.units), row.decimals)} ${row.coin}`
    print(`${row.id}  ${row.seen_at.toISOString()}  ${row.cash_id ?? 'no agent'}  ${sent}  ${row.reason}`)
    print(`  ${row.rail} ${row.reference} from ${row.sender}`)
  }
}

/** Asks the workers to read the receipt of a transaction. The receipt decides, as for every other. */
async function recheck(db: Database, { tron }: Config, txid: string, print: Print) {
  if (!/^[0-9a-f]{64}$/i.test(txid)) throw new UsageError('The transaction ID must have 64 hexadecimal digits.')
  const now = (await readDatabaseClock(db)).now()
  const taken = await db.execute(sql`
    insert into tron_transaction as known (chain, txid, found_at, next_look_at)
    values (${tron.chain}, ${txid.toLowerCase()}, ${now}, ${now})
    on conflict (chain, txid) do update set state = 'open', found_at = excluded.found_at, next_look_at = excluded.next_look_at
      where known.state = 'gone'`)
  print(
    taken > 0
      ? 'The transaction will be checked within seconds.'
      : 'The transaction is already known and being checked.',
  )
}

async function findAgent(tx: Tx, cashId: string): Promise<string> {
  const [agent] = await query(tx, {
    id: col.uuid,
  })`select id from agent where cash_id::text = ${cashId} and not is_demo`
  if (!agent) throw refusal('cashbox_unknown')
  return agent.id
}
