import type { ParsedInputOf } from '@cashbox/contract'
import type { setPartnerWebhook as call } from '@cashbox/contract/operator'
import { writeAudit } from '../access/audit.ts'
import { applyOrRequest } from '../approvals/apply-or-request.ts'
import { type Act, approvedAs, type ChangeContext } from '../approvals/kinds.ts'
import { sql, type Tx } from '../platform/database/database.ts'
import { invalidFields, refusal } from '../platform/refusal.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'
import { type ChangedPartner, type Doing, partnerSubject } from './keys.ts'
import { lockPartner, onHeldPartner, type PartnerRow, readPartner, readPartners } from './partner.ts'
import type { Asked, PartnerServices } from './services.ts'
import { moveWebhook, setWebhook } from './set-webhook.ts'
import { stopWaiting } from './webhooks/redeliver.ts'

interface NewWebhook {
  readonly url: string
  readonly keyring: Keyring
  readonly mayBePrivate: boolean
}

type Input = ParsedInputOf<typeof call>

/** The partner's new secret is known here for the last time. */
export async function changePartnerWebhook(
  tx: Tx,
  partner: ChangedPartner & { readonly webhookUrl: string | null },
  wish: NewWebhook,
  doing: Doing,
): Promise<string> {
  const secret = await setWebhook(tx, { ...wish, playerServiceId: partner.id })
  await stopWaiting(tx, partner.id, doing.at)
  await tx.execute(sql`update player_service set version = version + 1 where id = ${partner.id}`)
  await writeAudit(tx, {
    ...doing,
    action: 'partner.set-webhook',
    subject: partnerSubject(partner.code),
    before: { url: partner.webhookUrl, secret: 'old' },
    after: { url: wish.url, secret: 'new' },
  })
  return secret
}

/** Another address needs a second admin and keeps the secret; the same one gets a new secret, which is shown this once. */
export async function setPartnerWebhook(services: PartnerServices, asked: Asked<Input>) {
  const { input, actor } = asked
  const [seen] = await readPartners(services.db, input.code)
  if (input.url === undefined || input.url === seen?.webhook_url) {
    return { ...(await renewSecret(services, asked)), request: null }
  }
  const change = { kind: 'partner_webhook', input, reason: input.reason, actor } as const
  const request = await applyOrRequest(services, change, actOfMoveWebhook(services))
  return { partner: await readPartner(services.db, input.code), secret: null, request }
}

const renewSecret = (services: PartnerServices, asked: Asked<Input>) =>
  onHeldPartner(services, asked, async (tx, { id, code, webhook_url: url }, doing) => {
    if (url === null) throw invalidFields({ url: [{ code: 'required' }] })
    const change = { url, keyring: services.keyring, mayBePrivate: services.mayBePrivate }
    return { secret: await changePartnerWebhook(tx, { id, code, webhookUrl: url }, change, doing) }
  })

export const actOfMoveWebhook =
  ({ keyring, mayBePrivate }: PartnerServices): Act<Input> =>
  async (tx, input, by) => {
    const partner = await lockPartner(tx, input.code)
    refuseStale(partner, input, by)
    const { url = '' } = input
    await moveWebhook(tx, { playerServiceId: partner.id, url, keyring, mayBePrivate })
    await stopWaiting(tx, partner.id, by.at)
    await tx.execute(sql`update player_service set version = version + 1 where id = ${partner.id}`)
    const subject = { kind: 'partner', id: partner.code }
    const [before, after] = [{ url: partner.webhook_url }, { url }]
    await writeAudit(tx, {
      at: by.at,
      actor: by.actor,
      action: 'partner.set-webhook',
      subject,
      reason: input.reason,
      before,
      after: { ...after, ...approvedAs(by) },
    })
    return { subject: { ...subject, name: partner.name }, before, after, needsApproval: true }
  }

/** Whatever else of the partner has changed since, an approved address only takes the place of the one that was seen. */
function refuseStale({ webhook_url, version }: PartnerRow, input: Input, { request }: ChangeContext) {
  const isStale = request ? readUrl(request.before) !== webhook_url : version !== input.version
  if (isStale) throw refusal('version_conflict')
}

const readUrl = (seen: object | null): unknown => (seen && 'url' in seen ? seen.url : null)
