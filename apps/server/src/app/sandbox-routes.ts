import { AmountInput, Settings, TransactionType } from '@cashbox/contract'
import type { FastifyPluginAsync } from 'fastify'
import * as z from 'zod/mini'
import { openTransactions } from '../features/payments/open-transaction.ts'
import type { Clock } from '../platform/clock.ts'
import { type Database, only } from '../platform/db/database.ts'
import { sql } from '../platform/db/sql.ts'
import { readFields } from '../platform/http/read-input.ts'
import { refusal } from '../platform/refusal.ts'
import { changeSettings } from '../platform/settings.ts'

const LIFETIME_MS = 24 * 60 * 60 * 1000

const NewTransaction = z.strictObject({
  type: TransactionType,
  amount: AmountInput,
  player_id: z
    .pipe(
      z.union([z.string(), z.number()]),
      z.transform((id) => String(id)),
    )
    .check(z.regex(/^[\w.@-]{1,64}$/)),
  /** For one cashbox only; otherwise any agent of the first channel may confirm it. */
  cash_id: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
})

interface SandboxServices {
  readonly db: Database
  readonly clock: Clock
  readonly secret: string
}

/** Stands in for the player service and for the operator's settings. */
export const sandboxRoutes =
  ({ db, clock, secret }: SandboxServices): FastifyPluginAsync =>
  async (app) => {
    app.post('/player-service/transactions', async (request) => {
      const { type, amount, player_id, cash_id } = readFields(NewTransaction, request.body)
      const target = await findTarget(db, cash_id)
      const now = clock.now()
      const [opened] = await db.transaction((tx) =>
        openTransactions(tx, secret, [
          {
            ...target,
            type,
            amount,
            playerId: player_id,
            createdAt: now,
            expiresAt: new Date(now.getTime() + LIFETIME_MS),
          },
        ]),
      )
      return { transaction_id: opened?.transactionId, security_code: opened?.securityCode ?? null }
    })

    app.post('/settings', async (request) =>
      changeSettings(db, readFields(z.partial(z.strictObject(Settings.shape)), request.body)),
    )
  }

async function findTarget(db: Database, cashId: string | undefined) {
  const playerServiceId = only(
    await db.query<{ id: string }>(sql`select id from player_service where code = 'sandbox'`),
  ).id
  if (cashId === undefined) {
    const [channel] = await db.query<{ id: string }>(sql`select id from channel where not is_demo order by id limit 1`)
    if (!channel) throw refusal('not_found')
    return { playerServiceId, channelId: channel.id, agentId: null }
  }
  const [agent] = await db.query<{ id: string; channel_id: string }>(
    sql`select id, channel_id from agent where cash_id = ${cashId}`,
  )
  if (!agent) throw refusal('not_found')
  return { playerServiceId, channelId: agent.channel_id, agentId: agent.id }
}
