import { getWallets, type LiveTopic, listTopups } from '@cashbox/contract'
import { col, type Database, only, type RowOf, sql } from '@cashbox/postgres/database'
import { openTronChain, tronChainApi } from '@cashbox/sandbox'
import type { RateRules, TronConfig } from '@cashbox/server/platform/config'
import { watchOnce } from '@cashbox/server/topups/tron/start-watch'
import { createTronWatch, type TronWatch } from '@cashbox/server/topups/tron/tron-watch'
import { assignTronAddress } from '@cashbox/server/topups/wallets'
import Fastify from 'fastify'
import { someAgent } from './some-agent.ts'
import { openWorld, type World } from './world.ts'

/** An account key that is not the sandbox's, for addresses of another time. */
export const OTHER_XPUB =
  'xpub6EuK4CZWW5urXBDhae93iRxVweUYLDwuqzbzrrwk44qrt7zbqhrrGP2Nt78qWcdvWpoki1wKfaW5BnQXmex5ZVZiPX6LqZYPsiJXXLJm2Eb'

export type TronWorld = Awaited<ReturnType<typeof openTronWorld>>

interface TronWorldOptions {
  readonly env?: Record<string, string>
  /** Other providers beside the chain, asked before and after it. */
  readonly before?: readonly string[]
  readonly after?: readonly string[]
}

/** What another watch on the same world does differently. */
interface WatchChanges {
  readonly tron?: Partial<TronConfig>
  readonly rates?: Partial<RateRules>
  readonly db?: Database
}

const sentTopupColumns = {
  state: col.text,
  reason: col.nullable(col.text),
  units: col.text,
  received: col.nullable(col.int8),
  txid: col.text,
}
type SentTopup = RowOf<typeof sentTopupColumns>

export interface TopupAgent {
  readonly id: string
  readonly cashId: string
  /** As `logIn` takes it. */
  readonly name: string
  readonly address: string
  /** In minor units; a new agent has none. */
  float(): Promise<bigint>
  /** In the order in which they were seen. */
  topups(): Promise<SentTopup[]>
}

/** The server with a chain of its own in front of it, on which time passes only when the test says so. */
export async function openTronWorld({ env = {}, before = [], after = [] }: TronWorldOptions = {}) {
  let now = () => new Date()
  const chain = await openTronChain({ directory: null, now: () => now(), isManual: true })
  const provider = Fastify({ forceCloseConnections: true })
  await provider.register(tronChainApi({ chain }))
  const chainUrl = `${await provider.listen({ host: '127.0.0.1', port: 0 })}/tron`
  const world = await openWorld({ env: { TRON_API_URLS: [...before, chainUrl, ...after].join(','), ...env } })
  now = () => world.clock.now()
  const told: { agentId: string; topics: LiveTopic[] }[] = []
  const live = { publish: (agentId: string, ...topics: LiveTopic[]) => void told.push({ agentId, topics }) }
  const { config, clock } = world
  const newWatch = ({ tron, rates, db = world.ofServer }: WatchChanges = {}) => {
    const changed = { ...config, tron: { ...config.tron, ...tron }, rates: { ...config.rates, ...rates } }
    return createTronWatch({ ...world.services, config: changed, db, live })
  }
  const watch = newWatch()

  /** One look, after the time between two looks. Answers with what went wrong. */
  async function look(services: TronWatch = watch): Promise<unknown[]> {
    const problems: unknown[] = []
    clock.advance(config.tron.pollMs / 1000)
    while (await watchOnce(services, (error) => void problems.push(error)));
    return problems
  }

  return {
    ...world,
    chain,
    chainUrl,
    told,
    look,
    newWatch,
    newAgent: (currency = 'UZS') => newAgent(world, currency),
    /** The address that an agent has below another account key. */
    renewedAddress: (agent: TopupAgent) =>
      assignTronAddress({ ...world, config: { ...config, tron: { ...config.tron, xpub: OTHER_XPUB } } }, agent.id),
    /** Blocks until everything sent so far can't be taken back, and a look at it. */
    async settle(services: TronWatch = watch) {
      await chain.mine(1)
      await look(services)
      await chain.mine(20)
      await look(services)
    },
    /** Lets time pass without a look at the chain, and then looks. */
    async lookAfter(seconds: number, services: TronWatch = watch) {
      clock.advance(seconds)
      return look(services)
    },
    addressOf: async (token: string) => {
      const { wallets } = (await world.call(getWallets, {}, { token })).payload
      return wallets.find(({ type }) => type === 'tron')?.wallet ?? ''
    },
    topups: async (token: string) => (await world.call(listTopups, {}, { token })).payload,
    close: async () => {
      await world.close()
      await provider.close()
    },
  }
}

/** An agent of a channel in that currency with an address and an empty float. */
async function newAgent(world: World, currency: string): Promise<TopupAgent> {
  const { db, clock, config } = world
  const channel = only(
    await db.query(sql`select id from channel where currency_code = ${currency} and not is_demo`, { id: col.uuid }),
  )
  const { id, cashId, email } = await someAgent(world, {
    channelId: channel.id,
    currencyCode: currency,
    status: 'approved',
  })
  const [name = ''] = email.split('@')
  return {
    id,
    cashId,
    name,
    address: await assignTronAddress({ db, clock, config }, id),
    float: async () =>
      only(
        await db.query(sql`select balance from account join agent on float_id = account.id where agent.id = ${id}`, {
          balance: col.int8,
        }),
      ).balance,
    topups: () =>
      db.query(
        sql`
          select state, reason, units::text as units, received, txid from topup where agent_id = ${id} order by id`,
        sentTopupColumns,
      ),
  }
}
