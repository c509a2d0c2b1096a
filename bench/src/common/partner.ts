import { randomBytes } from 'node:crypto'
import { createPartner, listPartners, setPartnerWebhook } from '@cashbox/contract/operator'
import { type PartnerPermission, partnerPermissions } from '@cashbox/contract/partner'
import { agree } from '@cashbox/testing/agree'
import type { OperatorClient } from '@cashbox/testing/operator-client'
import { signingClient } from '@cashbox/testing/partner-client'
import { makePartnerKey } from '@cashbox/testing/partner-key'
import { AMOUNT } from './database.ts'

export type Partner = Awaited<ReturnType<typeof openPartner>>

/** A partner with a key, as two operators make it. */
export async function openPartner(
  url: string,
  admin: OperatorClient,
  permissions: readonly PartnerPermission[] = partnerPermissions,
) {
  const code = `attack-${randomBytes(4).toString('hex')}`
  const reason = 'To be attacked.'
  const created = await admin.call(createPartner, { code, name: 'A partner', reason })
  const { version } = created.payload.partner
  const key = await makePartnerKey(url, admin, { code, version, reason, permissions: [...permissions] })
  const at = (address: string) => signingClient({ address, clock: { now: () => new Date() } }, key)
  return {
    ...at(url),
    at,
    code,
    async receiveAt(receiver: string) {
      const { list } = (await admin.call(listPartners, {})).payload
      const current = list.find((partner) => partner.code === code)?.version ?? 0
      await agree(url, await admin.call(setPartnerWebhook, { code, version: current, url: receiver, reason }))
    },
  }
}

/** What a partner sends to open a deposit. */
export const depositBy = (reference: string) =>
  ({
    reference,
    type: 'deposit',
    amount: AMOUNT,
    currency_code: 'UZS',
    player_id: 'p1',
    channel: 'tashkent',
  }) as const
