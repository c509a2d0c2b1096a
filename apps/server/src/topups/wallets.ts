import { createHash } from 'node:crypto'
import { formatMinor, parseMinor, type Wallet } from '@cashbox/contract'
import { col, only, query, queryOne, sql } from '@cashbox/postgres/database'
import type { AgentSession } from '../access/sessions.ts'
import type { Services } from '../platform/services.ts'
import { deriveTronAddress } from '../rails/tron/tron-address.ts'
import { findRate } from './rates.ts'

/** Has the length of an address but is invalid, so that nobody can send money to the demo. */
const DEMO_ADDRESS = 'TDEMOxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'

/** Empty while the agent is not approved. A wallet without a rate is left out. */
export async function listWallets(services: Services, agent: AgentSession): Promise<Wallet[]> {
  if (agent.status !== 'approved') return []
  return [await tronWallet(services, agent), await perfectMoneyWallet(services, agent)].filter(
    (wallet) => wallet !== null,
  )
}

async function tronWallet(services: Services, agent: AgentSession): Promise<Wallet | null> {
  const { tron } = services.config
  if (!tron.isOn) return null
  const found = await findRate(services.db, services, agent.agentId, 'USDT')
  if (found === null) return null
  return {
    type: 'tron',
    name: 'Tether USDT',
    network: 'TRC20',
    wallet: agent.isDemo ? DEMO_ADDRESS : await watchAddress(services, agent.agentId),
    min_deposit: twoDecimals(tron.minimumDeposit),
    coin: 'USDT',
    offset_percent: tron.offsetPercent,
    rate: found.rate,
  }
}

async function perfectMoneyWallet(services: Services, agent: AgentSession): Promise<Wallet | null> {
  const { perfectMoney } = services.config
  if (!perfectMoney) return null
  const found = await findRate(services.db, services, agent.agentId, perfectMoney.units)
  if (found === null) return null
  return {
    type: 'perfect-money',
    name: 'Perfect Money',
    network: null,
    wallet: null,
    min_deposit: twoDecimals(perfectMoney.minimumDeposit),
    coin: perfectMoney.units,
    offset_percent: perfectMoney.offsetPercent,
    rate: found.rate,
  }
}

const twoDecimals = (amount: string) => formatMinor(parseMinor(amount) ?? 0n)

/** One address for each agent and account key, derived on first use. An index is never reused. */
export async function assignTronAddress(
  { db, clock, config: { tron } }: Pick<Services, 'db' | 'clock' | 'config'>,
  agentId: string,
): Promise<string> {
  const xpubId = createHash('sha256').update(tron.xpub).digest('hex').slice(0, 16)
  const [known] = await query(db, { address: col.text })`
    select address from tron_address where agent_id = ${agentId} and xpub_id = ${xpubId}`
  if (known) return known.address
  const { index } = await queryOne(db, { index: col.int4 })`select nextval('tron_address_index')::integer as index`
  // If two calls run at once, the first address wins and the other index stays unused.
  const rows = await query(db, { address: col.text })`
    insert into tron_address (agent_id, account_index, address, xpub_id, created_at)
    values (${agentId}, ${index}, ${deriveTronAddress(tron.xpub, index)}, ${xpubId}, ${clock.now()})
    on conflict (agent_id, xpub_id) do update set agent_id = excluded.agent_id
    returning address`
  return only(rows).address
}

/** The owner is about to send money, so the address is checked more often for a while. */
async function watchAddress(services: Services, agentId: string): Promise<string> {
  const address = await assignTronAddress(services, agentId)
  const now = services.clock.now()
  await services.db.execute(sql`
    update tron_address
    set watched_at = ${now}, next_check_at = least(next_check_at, coalesce(checked_at + interval '1 minute', ${now}))
    where agent_id = ${agentId}`)
  return address
}
