import { type AuditAction, Partner } from '@cashbox/contract/operator'
import { col, type Database, only, type Queryable, query, type RowOf, sql, type Tx } from '@cashbox/postgres/database'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod/mini'
import type { VersionedRequest } from '../access/admit-operator.ts'
import { type AuditContext, changesBetween, type NamedFields, writeAudit } from '../access/audit.ts'
import {
  auditChange,
  type ChangeContext,
  type Changed,
  type ChangeHandler,
  type InputOfChange,
  refuseStale,
} from '../approvals/kinds.ts'
import { columnsFor } from '../platform/answer-columns.ts'
import { problemOf } from '../platform/http/post-outside.ts'
import { invalidFields, refusal, refuseBroken } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { partnerSubject } from './keys.ts'
import { ceilingsOf } from './settlement/position.ts'
import { topicsOf } from './webhooks/events.ts'
import { makeWaitingDue } from './webhooks/redeliver.ts'

export type PartnerRow = RowOf<typeof partnerColumns>

/** Counting stops here: a larger number is no more useful. */
const MAX_COUNTED_EVENTS = 10_000

const partnerColumns = {
  ...columnsFor(z.omit(Partner, { is_enabled: true, webhook: true })),
  id: col.uuid,
  disabled_at: col.nullable(col.timestamptz),
  webhook_url: col.nullable(col.text),
  webhook_disabled_at: col.nullable(col.timestamptz),
  webhook_failing_since: col.nullable(col.seconds),
  webhook_failures: col.int4,
  webhook_topics: col.nullable(col.textArray),
  pending_events: col.int4,
  oldest_pending_at: col.nullable(col.seconds),
  webhook_link: col.json(Partner.shape.webhook.shape.link),
}

const linkOf = sql`jsonb_build_object(
  'expires_at', epoch_seconds(link.expires_at), 'opened_at', epoch_seconds(opened_at), 'opened_from', opened_from)`

export const readPartners = (db: Queryable, code: string | null = null) =>
  query(db, partnerColumns)`
    select partner.id, code, name, partner.disabled_at, webhook_url, webhook_disabled_at, webhook_failing_since,
           webhook_failures, webhook_topics, lifetime_s, max_lifetime_s, reversal_window_s, verification_url, version,
           events.pending_events,
           oldest.created_at as oldest_pending_at, owned.keys, ceilings.withdrawal_limits,
           (select ${linkOf} from partner_secret_link as link where partner_id = partner.id and key_id is null) as webhook_link
    from partner
    cross join lateral (
      select count(*)::integer as pending_events from (
        select 1 from outbox_event where partner_id = partner.id and delivered_at is null limit ${MAX_COUNTED_EVENTS}
      ) as counted) as events
    left join lateral (
      select created_at from outbox_event where partner_id = partner.id and delivered_at is null
      order by number limit 1) as oldest on true
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object(
               'id', id, 'permissions', permissions, 'address_ranges', coalesce(address_ranges::text[], '{}'),
               'created_at', epoch_seconds(created_at), 'activated_at', epoch_seconds(activated_at), 'disabled_at', epoch_seconds(disabled_at),
               'expires_at', epoch_seconds(expires_at), 'public_key', public_key, 'last_used_at', epoch_seconds(last_used_at), 'replaces', replaces,
               'link', (select ${linkOf} from partner_secret_link as link where key_id = partner_key.id))
               order by disabled_at desc nulls first, created_at desc), '[]') as keys
      from partner_key where partner_id = partner.id) as owned
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('currency_code', currency_code, 'max_open', money_text(max_open),
               'max_per_day', money_text(max_per_day)) order by currency_code), '[]') as withdrawal_limits
      from (${ceilingsOf(sql`partner.id`)}) as ceiling) as ceilings
    where ${code}::text is null or code = ${code} order by code`

export const readPartner = async (db: Queryable, code: string) => toPartner(only(await readPartners(db, code)))

export const listPartners = async (db: Database) => ({ list: (await readPartners(db)).map(toPartner) })

export async function createPartner(
  db: Database,
  { code, name }: { code: string; name: string },
  context: AuditContext,
): Promise<void> {
  await db
    .transaction(async (tx) => {
      await tx.execute(sql`
        insert into partner (id, code, name, files_from) values (${uuidv7()}, ${code}, ${name}, ${context.at}::timestamptz at time zone 'UTC')`)
      await writeAudit(tx, context, partnerSubject(code), 'partner.create', { after: { code, name } })
    })
    .catch(refuseBroken({ partner_code_key: 'partner_exists' }))
}

/** Not `for update`: rows that refer to the partner, such as a new position, would wait for the operator. */
export async function lockPartner(tx: Tx, code: string): Promise<PartnerRow> {
  await tx.execute(sql`select 1 from partner where code = ${code} for no key update`)
  const [partner] = await readPartners(tx, code)
  if (!partner) throw refusal('not_found')
  return partner
}

/** Locks the partner, refuses if it changed since the operator read it, and returns the changed partner. */
export function withLockedPartner<Answer>(
  { db, clock }: Services,
  { input, actor }: VersionedRequest,
  work: (tx: Tx, partner: PartnerRow, context: AuditContext) => Promise<Answer>,
) {
  const at = clock.now()
  return db.transaction(async (tx) => {
    const partner = await lockPartner(tx, input.code)
    if (partner.version !== input.version) throw refusal('version_conflict')
    const answer = await work(tx, partner, { actor, at, reason: input.reason })
    return { partner: await readPartner(tx, input.code), ...answer }
  })
}

interface PartnerChange {
  /** The partner, if nothing else is named. */
  readonly subject?: Changed['subject']
  readonly before: NamedFields | null
  readonly after: NamedFields
  readonly needsApproval: Changed['needsApproval']
}

/** A change of a locked partner, with its version and its audit entry. */
export const partnerChange =
  <Input extends { readonly code: string; readonly reason: string }>(
    action: AuditAction,
    change: (tx: Tx, partner: PartnerRow, input: Input, context: ChangeContext) => Promise<PartnerChange>,
  ): ChangeHandler<Input> =>
  async (tx, input, context) => {
    const partner = await lockPartner(tx, input.code)
    const subject = { ...partnerSubject(partner.code), name: partner.name }
    const changed = await change(tx, partner, input, context)
    await tx.execute(sql`update partner set version = version + 1 where id = ${partner.id}`)
    return auditChange(tx, context, { action, reason: input.reason, subject, ...changed })
  }

/** Access that was stopped, more time to reverse, and an address that answers for players need a second admin. */
export const applyPartnerChange = ({ config }: Pick<Services, 'config'>) =>
  partnerChange<InputOfChange<'partner_change'>>('partner.change', async (tx, before, input, context) => {
    refuseStale(context, before.version === input.version, editable(before))
    const lifetime = input.lifetime_s ?? before.lifetime_s
    if (lifetime > (input.max_lifetime_s ?? before.max_lifetime_s)) {
      throw invalidFields({ max_lifetime_s: [{ code: 'invalid' }] })
    }
    const { verification_url: url = before.verification_url } = input
    if (url !== before.verification_url) refuseAddress(before, url, config.mayBePrivate)
    await tx.execute(sql`
      update partner set
        name = coalesce(${input.name ?? null}, name), lifetime_s = ${lifetime},
        max_lifetime_s = coalesce(${input.max_lifetime_s ?? null}, max_lifetime_s),
        reversal_window_s = coalesce(${input.reversal_window_s ?? null}, reversal_window_s),
        verification_url = ${url},
        disabled_at = case ${input.is_enabled ?? null}::boolean
          when false then coalesce(disabled_at, ${context.at}) when true then null else disabled_at end
      where id = ${before.id}`)
    await switchWebhook(tx, before.id, input.is_webhook_enabled, context.at)
    const after = only(await readPartners(tx, before.code))
    return {
      ...changesBetween(editable(before), editable(after)),
      needsApproval: [
        ...(before.disabled_at !== null && after.disabled_at === null ? (['disabled_at'] as const) : []),
        ...(after.reversal_window_s > before.reversal_window_s ? (['reversal_window_s'] as const) : []),
        ...(url !== null && url !== before.verification_url ? (['verification_url'] as const) : []),
      ],
    }
  })

/** The secret of the webhook signs what is asked, and the webhook reports the deposits. */
function refuseAddress({ webhook_url }: PartnerRow, url: string | null, mayBePrivate: boolean) {
  if (url === null) return
  if (webhook_url === null) throw refusal('webhook_stopped')
  if (problemOf(url, mayBePrivate) !== null) {
    throw invalidFields({ verification_url: [{ code: 'webhook_address_invalid' }] })
  }
}

/** Switching it on sends all waiting events at once, including those that failed before. */
async function switchWebhook(tx: Tx, id: string, isOn: boolean | undefined, at: Date) {
  if (isOn === false) {
    await tx.execute(sql`
      update partner set webhook_disabled_at = coalesce(webhook_disabled_at, ${at}) where id = ${id}`)
  }
  if (isOn === true) {
    await tx.execute(sql`
      update partner set webhook_disabled_at = null, webhook_failing_since = null, webhook_failures = 0,
        webhook_not_before = null
      where id = ${id} and webhook_disabled_at is not null`)
    await makeWaitingDue(tx, id, at)
  }
}

const editable = (row: PartnerRow) => {
  const { name, lifetime_s, max_lifetime_s, reversal_window_s, verification_url, disabled_at, webhook_disabled_at } =
    row
  return { name, lifetime_s, max_lifetime_s, reversal_window_s, verification_url, disabled_at, webhook_disabled_at }
}

const toPartner = (row: PartnerRow): Partner => ({
  ...row,
  is_enabled: row.disabled_at === null,
  webhook: {
    url: row.webhook_url,
    is_enabled: row.webhook_disabled_at === null,
    failing_since: row.webhook_failing_since,
    failures: row.webhook_failures,
    pending_events: row.pending_events,
    oldest_pending_at: row.oldest_pending_at,
    event_types: topicsOf(row.webhook_topics),
    link: row.webhook_link,
  },
})
