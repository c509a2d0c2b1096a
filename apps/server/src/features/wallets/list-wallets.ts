import { formatMinor, parseMinor, type Wallet } from '@cashbox/contract'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { SignedIn } from '../../platform/sessions.ts'
import { assignTronAddress } from './assign-tron-address.ts'
import type { WalletServices } from './services.ts'

/** As long as an address, and plainly none: nobody can send money to the demo. */
const DEMO_ADDRESS = 'TDEMOxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'

/** The ways this agent can top up; none while they may not act, or while no rate is known. */
export async function listWallets(services: WalletServices, agent: SignedIn): Promise<Wallet[]> {
  if (agent.status !== 'approved') return []
  return [await tronWallet(services, agent), await perfectMoneyWallet(services, agent)].filter(
    (wallet) => wallet !== null,
  )
}

async function tronWallet(services: WalletServices, agent: SignedIn): Promise<Wallet | null> {
  const { db, tron } = services
  const rate = await findRate(db, agent.agentId, 'USDT')
  if (rate === null) return null
  return {
    type: 'tron',
    name: 'Tether USDT',
    network: tron.network,
    wallet: agent.isDemo ? DEMO_ADDRESS : await assignTronAddress(services, agent.agentId),
    min_deposit: twoDecimals(tron.minimumDeposit),
    coin: 'USDT',
    offset_percent: tron.offsetPercent,
    rate,
  }
}

async function perfectMoneyWallet({ db, perfectMoney }: WalletServices, agent: SignedIn): Promise<Wallet | null> {
  if (!perfectMoney) return null
  const rate = await findRate(db, agent.agentId, perfectMoney.units)
  if (rate === null) return null
  return {
    type: 'perfect-money',
    name: 'Perfect Money',
    network: null,
    wallet: null,
    min_deposit: twoDecimals(perfectMoney.minimumDeposit),
    coin: perfectMoney.units,
    offset_percent: perfectMoney.offsetPercent,
    rate,
  }
}

const twoDecimals = (amount: string) => formatMinor(parseMinor(amount) ?? 0n)

/** Channel currency of the agent for one coin. */
export async function findRate(db: Queryable, agentId: string, coin: string): Promise<string | null> {
  const [row] = await db.query<{ rate: string }>(sql`
    select rate.rate::text as rate from agent
    join channel on channel.id = agent.channel_id
    join rate on rate.currency_code = channel.currency_code and rate.coin = ${coin}
    where agent.id = ${agentId}`)
  return row?.rate ?? null
}
