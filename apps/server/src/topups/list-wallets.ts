import { formatMinor, parseMinor, type Wallet } from '@cashbox/contract'
import type { SignedIn } from '../access/sessions.ts'
import { lookAtAddress } from './assign-tron-address.ts'
import { findRate } from './rates.ts'
import type { WalletServices } from './services.ts'

/** As long as an address, but plainly not one: no one can send money to the demo. */
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
  if (!tron.isOn) return null
  const found = await findRate(db, services, agent.agentId, 'USDT')
  if (found === null) return null
  return {
    type: 'tron',
    name: 'Tether USDT',
    network: tron.network,
    wallet: agent.isDemo ? DEMO_ADDRESS : await lookAtAddress(services, agent.agentId),
    min_deposit: twoDecimals(tron.minimumDeposit),
    coin: 'USDT',
    offset_percent: tron.offsetPercent,
    rate: found.rate,
  }
}

async function perfectMoneyWallet(services: WalletServices, agent: SignedIn): Promise<Wallet | null> {
  const { db, perfectMoney } = services
  if (!perfectMoney) return null
  const found = await findRate(db, services, agent.agentId, perfectMoney.units)
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
