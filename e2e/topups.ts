import { randomBytes } from 'node:crypto'
import { CONFIRMATIONS_NEEDED, type LiveTopic, type TopupReason } from '@cashbox/contract'
import { sql, type Tx } from '@cashbox/postgres/database'
import { createLive } from '@cashbox/server/platform/live'
import { creditTopup, holdTopup } from '@cashbox/server/topups/credit-topup'
import { lockTopup, recordArrival, type TopupRow } from '@cashbox/server/topups/topup'
import { startWatch } from '@cashbox/server/topups/tron/start-watch'
import { createTronWatch } from '@cashbox/server/topups/tron/tron-watch'
import type { World } from '@cashbox/testing/world'
import { post } from './props.ts'

const SENDER = 'TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK'
const TERMS = { rate: '12650.5', currencyCode: 'UZS', offsetPercent: '1.5' }

interface NewTopup {
  readonly agentId: string
  /** In millionths of USDT. */
  readonly units?: bigint
  readonly confirmations?: number
  readonly txid?: string
  readonly at?: Date
}

export const newTxid = () => randomBytes(32).toString('hex')

/** The sandbox's chain, and the worker that watches it, until stopped. */
export async function openTron({ services, db, address }: World) {
  const live = await createLive(db, () => {})
  const watch = startWatch(createTronWatch({ ...services, db, live }))
  return {
    send: (to: string, amount: string) => post(`${address}/sandbox/tron/send`, { to, amount, token: 'usdt' }),
    mine: (blocks: number) => post(`${address}/sandbox/tron/mine`, { blocks }),
    async stop() {
      await watch.stop()
      await live.close()
    },
  }
}

/** Top-ups as the rails bring them, without the rails. */
export const topupsIn = ({ db, clock }: World) => {
  const change = (id: string, act: (tx: Tx, topup: TopupRow) => Promise<unknown>) =>
    db.transaction(async (tx) => {
      const topup = await lockTopup(tx, id)
      if (!topup) throw new Error(`there is no top-up ${id}`)
      await act(tx, topup)
    })

  return {
    async arrive({ agentId, units = 250_000_000n, confirmations = 0, txid = newTxid(), at = clock.now() }: NewTopup) {
      const arrival = {
        agentId,
        rail: 'tron',
        coin: 'USDT',
        decimals: 6,
        units,
        txid,
        blockNumber: 1,
        sender: SENDER,
        at,
      } as const
      const { id } = await db.transaction((tx) => recordArrival(tx, { ...arrival, reference: `sandbox:${txid}:0` }))
      await db.execute(sql`update topup set confirmations = ${confirmations} where id = ${id}`)
      return id
    },

    async payByPerfectMoney(agentId: string, batch: string) {
      const arrival = {
        agentId,
        rail: 'perfect-money',
        coin: 'USD',
        decimals: 2,
        units: 10_000n,
        sender: 'U7654321',
      } as const
      const { id } = await db.transaction((tx) => recordArrival(tx, { ...arrival, reference: batch, at: clock.now() }))
      return id
    },

    /** A token of another contract. */
    async arriveInOtherToken(agentId: string) {
      const [txid, at] = [newTxid(), clock.now()]
      const arrival = {
        agentId,
        rail: 'tron',
        coin: '?',
        decimals: 0,
        units: 10n ** 24n,
        txid,
        sender: SENDER,
        at,
      } as const
      const { id } = await db.transaction((tx) => recordArrival(tx, { ...arrival, reference: `sandbox:${txid}:0` }))
      return id
    },

    confirm: (id: string, confirmations: number) =>
      db.execute(sql`update topup set confirmations = ${confirmations} where id = ${id}`),

    credit: (id: string) =>
      change(id, async (tx, topup) => {
        if (topup.rail === 'tron') {
          await tx.execute(sql`update topup set confirmations = ${CONFIRMATIONS_NEEDED} where id = ${id}`)
        }
        await creditTopup(tx, topup, TERMS, clock.now())
      }),

    hold: (id: string, reason: TopupReason) => change(id, (tx, topup) => holdTopup(tx, topup, reason, clock.now())),

    end: (id: string, state: 'returned' | 'failed', note: string | null = null) =>
      db.execute(sql`
        update topup set state = ${state}, reason = null, note = ${note}, finished_at = ${clock.now()} where id = ${id}`),

    /** As another process of the server would say it. */
    async publish(agentId: string, ...topics: LiveTopic[]) {
      const message = JSON.stringify({ from: 'a test', changes: [[agentId, topics]] })
      await db.notify('live', message)
    },
  }
}
