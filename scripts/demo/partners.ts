import { randomUUID } from 'node:crypto'
import { createPartner, disablePartnerKey, listPartners, setPartnerWebhook } from '@cashbox/contract/operator'
import { partnerPermissions } from '@cashbox/contract/partner'
import { createPartner as connectPartner, type TransactionType } from '@cashbox/partner'
import { agree } from '../../apps/server/test/agree.ts'
import { type OperatorClient, operatorOf } from '../../apps/server/test/operator-client.ts'
import { makePartnerKey } from '../../apps/server/test/partner-key.ts'
import type { Sandbox } from './sandbox.ts'

export const LUCKY_STAR = 'lucky-star'
const reason = 'Demonstration'
/** No one listens there. */
const DEAD_WEBHOOK = 'http://127.0.0.1:9/webhooks'

export interface NewPayment {
  readonly type: TransactionType
  readonly amount: string
  readonly currency: string
  readonly playerId: string
  readonly cashId: string
  readonly expiresInS?: number
}

export interface Opened {
  readonly transactionId: string
  readonly securityCode: string | null
}

/** A player service that opens transactions for its players. */
export interface PlayerService {
  readonly name: string
  open(payment: NewPayment): Promise<Opened>
  change(transactionId: string, what: 'cancel' | 'reverse'): Promise<unknown>
}

/** The sandbox's own player service, which takes its webhooks. */
export const sandboxService = (sandbox: Sandbox): PlayerService => ({
  name: 'Sandbox player service',
  async open({ type, amount, currency, playerId, cashId, expiresInS }) {
    const opened = await sandbox.post<{ transaction_id: string; security_code: string | null }>(
      '/player-service/transactions',
      {
        type,
        amount,
        currency_code: currency,
        player_id: playerId,
        cash_id: cashId,
        ...(expiresInS ? { expires_in: expiresInS } : {}),
      },
    )
    return { transactionId: opened.transaction_id, securityCode: opened.security_code }
  },
  change: (transactionId, what) => sandbox.post(`/player-service/transactions/${transactionId}/${what}`, {}),
})

/** A second player service with a key of its own, whose webhook address is dead. */
export async function luckyStar(sandbox: Sandbox): Promise<PlayerService> {
  const admin = await operatorOf(sandbox.url, 'admin')
  const { key, secret } = await freshKey(sandbox, admin)
  const partner = connectPartner({ url: sandbox.url, key, secret })
  return {
    name: 'Lucky Star',
    async open({ type, amount, currency, playerId, cashId, expiresInS }) {
      const { transaction, security_code } = await partner.transactions.create({
        reference: `demo-${randomUUID()}`,
        type,
        amount,
        currency_code: currency,
        player_id: playerId,
        cash_id: cashId,
        ...(expiresInS ? { expires_in: expiresInS } : {}),
      })
      return { transactionId: transaction.transaction_id, securityCode: security_code }
    },
    change: (transactionId, what) =>
      what === 'cancel'
        ? partner.transactions.cancel(transactionId)
        : partner.transactions.reverse(transactionId, 'The player changed their mind'),
  }
}

/** Its secret is shown once, so each run has a key of its own and ends the one before. */
async function freshKey(sandbox: Sandbox, admin: OperatorClient) {
  const find = async () => (await admin.call(listPartners, {})).payload.list.find(({ code }) => code === LUCKY_STAR)
  if (!(await find())) await admin.call(createPartner, { code: LUCKY_STAR, name: 'Lucky Star', reason })
  const version = async () => (await find())?.version ?? 0
  for (const { id, disabled_at } of (await find())?.keys ?? []) {
    if (disabled_at === null)
      await admin.call(disablePartnerKey, { code: LUCKY_STAR, key_id: id, version: await version(), reason })
  }
  const permissions = [...partnerPermissions]
  const input = { code: LUCKY_STAR, version: await version(), reason, permissions }
  const { id, secret } = await makePartnerKey(sandbox.url, admin, input)
  if ((await find())?.webhook.url !== DEAD_WEBHOOK) {
    const change = { code: LUCKY_STAR, version: await version(), reason, url: DEAD_WEBHOOK }
    await agree(sandbox.url, await admin.call(setPartnerWebhook, change))
  }
  return { key: id, secret }
}
