import { formatMinor } from '@cashbox/contract'
import {
  closing,
  col,
  type Database,
  problemIn,
  type Queryable,
  query,
  queryOne,
  type RowOf,
  sql,
} from '@cashbox/postgres/database'
import { addressBinding } from '@cashbox/postgres/follow'
import { connectForCommand } from '@cashbox/postgres/postgres'
import type { Config } from '@cashbox/server/platform/config'
import { createSeals } from '@cashbox/server/platform/secrets/keyring'
import { flag, type Print, readArguments, text, UsageError } from '../command-line/help.ts'
import { hasSchema, onNetwork } from '../database/network.ts'

/**
 * Drops the schema with everything in it. Refused while the network holds money, unless it has moved and answers elsewhere.
 * No confirmation comes between the look and the end, because both have the same locks.
 */
export async function removeNetwork(config: Config, args: readonly string[], print: Print): Promise<void> {
  const { values, positionals } = readArguments('network', args, { confirm: text, 'play-money': flag }, 1)
  const [name = ''] = positionals
  if (values.confirm !== name) {
    throw new UsageError(
      `This removes all data of ${name}. Make a back-up first, then repeat it with --confirm ${name}.`,
    )
  }
  await onNetwork(config, name, (db) =>
    db.withLongTimeouts().transaction(async (tx) => {
      const isNetwork =
        (await hasSchema(db)) && (await tx.execute(sql`select 1 where to_regclass('schema_file') is not null`))
      if (!isNetwork) throw new UsageError(`There is no network ${name} in this database.`)
      await tx.script('lock table account, open_transaction, partner_position in access exclusive mode')
      const mode = (await query(tx, { mode: col.text })`select mode from installation`)[0]?.mode
      const move = await readMoveAway(tx)
      if (move) await requireElsewhere(config, name, move)
      const amounts = move ? [] : await listMoney(tx)
      if (amounts.length > 0 && !(values['play-money'] && mode === 'sandbox'))
        throw new UsageError(refusalOf(name, amounts, mode))
      const { schema } = await queryOne(tx, { schema: col.text })`select quote_ident(${name}) as schema`
      await tx.script(`drop schema ${schema} cascade`)
    }),
  )
  print(`Removed the network ${name}. Its role is left: remove it yourself if nothing else uses it.`)
}

const refusalOf = (name: string, amounts: readonly string[], mode: string | undefined) =>
  [
    `${name} holds money:`,
    ...amounts.map((amount) => `  ${amount}`),
    'Pay it out or settle it, and make a back-up, before you remove the network.',
    ...(mode === 'sandbox' ? ['In a sandbox it is play money: --play-money removes it too.'] : []),
  ].join('\n')

const moveColumns = { id: col.text, phase: col.text, address: col.nullable(col.text) }
type MoveAway = RowOf<typeof moveColumns>

async function readMoveAway(db: Queryable): Promise<MoveAway | undefined> {
  const [move] = await query(db, moveColumns)`
    select id::text, phase, address from network_move where direction = 'away' and phase <> 'cancelled'
    order by started_at desc limit 1`
  return move
}

/** The name that a copy gets when its network comes back to the same database. */
const SET_ASIDE = /_sealed_\d{14}$/

/** Follows the network to where it is now, which must answer: a copy that holds money may be the last one. */
async function requireElsewhere(config: Config, name: string, left: MoveAway) {
  const network = name.replace(SET_ASIDE, '')
  const cameBack = network !== name
  let move = cameBack ? await onNetwork(config, network, (db) => readNext(db, null)).catch(mayBeLast(name)) : left
  while (move) {
    const { id, phase, address } = move
    if (phase !== 'finished') throw new UsageError(`A move of ${network} is under way: finish or cancel it first.`)
    const url = createSeals(config.secrets).open(address ?? '', addressBinding(id))
    move = await closing(connectForCommand(url, network), (db) => readNext(db, id)).catch(mayBeLast(name))
  }
}

/** The move away from a database that the network has come to, with that move. */
async function readNext(db: Database, cameBy: string | null): Promise<MoveAway | undefined> {
  const hasCome =
    (await hasSchema(db)) &&
    (await db.execute(
      sql`select 1 from network_move where direction = 'here' and id = coalesce(${cameBy}::uuid, id)`,
    )) > 0
  if (!hasCome) throw new Error('the network is not there')
  return readMoveAway(db)
}

const mayBeLast = (name: string) => (error: unknown) => {
  throw new UsageError(
    `${name} was left by a move, and the network is not found where it went (${problemIn(error)}). This copy may be the last one, so it stays.`,
  )
}

/** Balances of agents, transactions that are open, and what network and partners owe each other. Demo accounts have none. */
async function listMoney(db: Queryable): Promise<string[]> {
  const rows = await query(db, { name: col.text, asset: col.text, amount: col.nullable(col.int8), count: col.int8 })`
    select account.kind as name, asset, sum(abs(balance))::bigint as amount, count(*) filter (where balance <> 0) as count
    from account left join agent on agent.id = account.agent_id
    where balance is not null and not coalesce(agent.is_demo, false) group by 1, 2
    union all
    select 'open transactions', channel.currency_code, sum(tx.amount)::bigint, count(*)
    from open_transaction as open join player_transaction as tx on tx.transaction_id = open.transaction_id
    join channel on channel.id = tx.channel_id where not channel.is_demo group by 2
    union all
    select 'held top-ups', asset, sum(abs(held))::bigint, count(*) filter (where held <> 0)
    from account cross join lateral (
      select sum(amount) as held from statement_line where account_id = account.id) as line
    where kind = 'suspense' group by 2
    union all
    select 'positions of partners', currency_code, sum(abs(balance) + reserved)::bigint,
           count(*) filter (where balance <> 0 or reserved <> 0)
    from partner_position group by 2
    order by 1, 2`
  return rows
    .filter(({ count }) => count > 0n)
    .map(({ name, asset, amount, count }) => `${name}: ${formatMinor(amount ?? 0n)} ${asset} (${count})`)
}
