import type { setPartnerWebhook as call } from '@cashbox/contract/operator'
import { sql, type Tx } from '@cashbox/postgres/database'
import type { OperatorRequest } from '../access/admit-operator.ts'
import { type AuditContext, writeAudit } from '../access/audit.ts'
import { applyOrRequest } from '../approvals/apply-or-request.ts'
import { type InputOfChange, refuseStale } from '../approvals/kinds.ts'
import { invalidFields } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { type PartnerRef, partnerSubject } from './keys.ts'
import { lockPartner, partnerChange, readPartner, readPartners, withLockedPartner } from './partner.ts'
import { createSecretLink } from './secret-link.ts'
import { addWebhookSecret, setWebhook, setWebhookUrl, type WebhookInput } from './set-webhook.ts'
import { makeWaitingDue } from './webhooks/redeliver.ts'

/** Returns the new secret, which can't be read again later. */
export async function changePartnerWebhook(
  tx: Tx,
  partner: PartnerRef & { readonly webhookUrl: string | null },
  webhook: Omit<WebhookInput, 'partnerId'>,
  context: AuditContext,
): Promise<string> {
  const secret = await setWebhook(tx, { ...webhook, partnerId: partner.id })
  await makeWaitingDue(tx, partner.id, context.at)
  await tx.execute(sql`update partner set version = version + 1 where id = ${partner.id}`)
  await writeAudit(tx, context, partnerSubject(partner.code), 'partner.set-webhook', {
    before: { url: partner.webhookUrl, secret: 'old' },
    after: { url: webhook.url, secret: 'new' },
  })
  return secret
}

/** A new address needs a second admin and keeps the secret. The same address gets a new secret, for the partner only. */
export async function setPartnerWebhook(services: Services, { input, actor }: OperatorRequest<typeof call>) {
  const [partner] = await readPartners(services.db, input.code)
  if (input.url === undefined || input.url === partner?.webhook_url) {
    return { ...(await renewSecret(services, { input, actor })), request: null }
  }
  const change = { kind: 'partner_webhook', input, actor } as const
  const request = await applyOrRequest(services, change, applyWebhookChange(services))
  const link = await linkFirstSecret(services, input.code)
  return { partner: await readPartner(services.db, input.code), link, request }
}

/** Null if the partner has had an address, or has opened its link. */
const linkFirstSecret = ({ db, clock, keyring, config }: Services, code: string) =>
  db.transaction(async (tx) => {
    const { id: partnerId, webhook_url } = await lockPartner(tx, code)
    const isOpened = await tx.execute(sql`
      select 1 from partner_secret_link
      where partner_id = ${partnerId} and key_id is null and opened_at is not null`)
    if (webhook_url !== null || isOpened > 0) return null
    await addWebhookSecret(tx, partnerId, keyring)
    return createSecretLink(tx, config, { partnerId, keyId: null }, clock.now())
  })

const renewSecret = (services: Services, request: OperatorRequest<typeof call>) =>
  withLockedPartner(services, request, async (tx, { id, code, webhook_url: url }, context) => {
    if (url === null) throw invalidFields({ url: [{ code: 'required' }] })
    const webhook = { url, keyring: services.keyring, mayBePrivate: services.config.mayBePrivate }
    await changePartnerWebhook(tx, { id, code, webhookUrl: url }, webhook, context)
    return { link: await createSecretLink(tx, services.config, { partnerId: id, keyId: null }, context.at) }
  })

export const applyWebhookChange = ({ keyring, config: { mayBePrivate } }: Services) =>
  partnerChange<InputOfChange<'partner_webhook'>>('partner.set-webhook', async (tx, partner, input, context) => {
    const before = { url: partner.webhook_url }
    refuseStale(context, partner.version === input.version, before)
    const { url = '' } = input
    await setWebhookUrl(tx, { partnerId: partner.id, url, keyring, mayBePrivate })
    await makeWaitingDue(tx, partner.id, context.at)
    return { before, after: { url }, needsApproval: ['url'] }
  })
