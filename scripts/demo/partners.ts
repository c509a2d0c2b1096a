import { randomUUID } from 'node:crypto'
import { createPartner, disablePartnerKey, listPartners, setPartnerWebhook } from '@cashbox/contract/operator'
import { partnerPermissions } from '@cashbox/contract/partner'
import { createPartner as connectPartner, type Partner, type TransactionType } from '@cashbox/partner'
import { agree } from '@cashbox/testing/agree'
import { type OperatorClient, operatorOf } from '@cashbox/testing/operator-client'
import { makePartnerKey } from '@cashbox/testing/partner-key'
import type { Sandbox } from './sandbox.ts'

export const LUCKY_STAR = 'lucky-star'
const GOLDEN_CARD = 'golden-card'
const reason = 'Demonstration'
/** No one listens there. */
const DEAD_WEBHOOK = 'http://127.0.0.1:9/webhooks'

/** In the words of the partner API. */
export interface NewPayment {
  readonly type: TransactionType
  readonly amount: string
  readonly currency_code: string
  readonly player_id: string
  readonly cash_id: string
  readonly expires_in?: number
}

export interface Opened {
  readonly transaction_id: string
  readonly security_code: string | null
}

/** A partner that opens transactions for its players. */
export interface PlayerService {
  readonly name: string
  open(payment: NewPayment): Promise<Opened>
  change(transactionId: string, what: 'cancel' | 'reverse'): Promise<unknown>
}

/** The sandbox's own partner, which takes its webhooks. */
export const sandboxService = (sandbox: Sandbox): PlayerService => ({
  name: 'Sandbox player service',
  open: (payment) => sandbox.post<Opened>('/player-service/transactions', payment),
  change: (transactionId, what) => sandbox.post(`/player-service/transactions/${transactionId}/${what}`, {}),
})

/** A player service with its own program. */
export interface ConnectedService extends PlayerService {
  readonly code: string
  readonly partner: Partner
}

/** Its webhook address is dead. */
export async function luckyStar(sandbox: Sandbox): Promise<ConnectedService> {
  const admin = await operatorOf(sandbox.url, 'admin')
  const service = await connect(sandbox, admin, LUCKY_STAR, 'Lucky Star')
  const found = await findPartner(admin, LUCKY_STAR)
  if (found?.webhook.url !== DEAD_WEBHOOK) {
    const change = { code: LUCKY_STAR, version: found?.version ?? 0, reason, url: DEAD_WEBHOOK }
    await agree(sandbox.url, await admin.call(setPartnerWebhook, change))
  }
  return service
}

/** It has a limit, and reads its events from the feed. */
export const goldenCard = async (sandbox: Sandbox): Promise<ConnectedService> =>
  connect(sandbox, await operatorOf(sandbox.url, 'admin'), GOLDEN_CARD, 'Golden Card')

async function connect(sandbox: Sandbox, admin: OperatorClient, code: string, name: string): Promise<ConnectedService> {
  const { id: key, secret } = await freshKey(sandbox, admin, code, name)
  const partner = connectPartner({ url: sandbox.url, key, secret })
  return {
    code,
    name,
    partner,
    async open(payment) {
      const { transaction, security_code } = await partner.transactions.create({
        reference: `demo-${randomUUID()}`,
        ...payment,
      })
      return { transaction_id: transaction.transaction_id, security_code }
    },
    change: (transactionId, what) =>
      what === 'cancel'
        ? partner.transactions.cancel(transactionId)
        : partner.transactions.reverse(transactionId, 'The player changed their mind'),
  }
}

/** Its secret is shown once, so each run has a new key and ends the one before. */
async function freshKey(sandbox: Sandbox, admin: OperatorClient, code: string, name: string) {
  const find = () => findPartner(admin, code)
  if (!(await find())) await admin.call(createPartner, { code, name, reason })
  const version = async () => (await find())?.version ?? 0
  for (const { id, disabled_at } of (await find())?.keys ?? []) {
    if (disabled_at === null)
      await admin.call(disablePartnerKey, { code, key_id: id, version: await version(), reason })
  }
  const permissions = [...partnerPermissions]
  return makePartnerKey(sandbox.url, admin, { code, version: await version(), reason, permissions })
}

export const findPartner = async (operator: OperatorClient, wanted: string) =>
  (await operator.call(listPartners, {})).payload.list.find(({ code }) => code === wanted)
