import type { ParsedInputOf } from '@cashbox/contract'
import type { changePartner as call } from '@cashbox/contract/operator'
import { changesBetween, writeAudit } from '../access/audit.ts'
import { only, type Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { invalidFields } from '../platform/refusal.ts'
import { onHeldPartner } from './hold-partner.ts'
import { type PartnerRow, readPartners } from './partner.ts'
import type { Asked, PartnerServices } from './services.ts'
import { stopWaiting } from './webhooks/stop-waiting.ts'

const editable = (row: PartnerRow) => ({
  name: row.name,
  lifetime_s: row.lifetime_s,
  max_lifetime_s: row.max_lifetime_s,
  reversal_window_s: row.reversal_window_s,
  disabled_at: row.disabled_at,
  webhook_disabled_at: row.webhook_disabled_at,
})

type Wish = ParsedInputOf<typeof call>

export const changePartner = (services: PartnerServices, asked: Asked<Wish>) =>
  onHeldPartner(services, asked, async (tx, before, doing) => {
    const { input } = asked
    const lifetime = input.lifetime_s ?? before.lifetime_s
    if (lifetime > (input.max_lifetime_s ?? before.max_lifetime_s)) {
      throw invalidFields({ max_lifetime_s: [{ code: 'invalid' }] })
    }
    await tx.execute(sql`
      update player_service set
        name = coalesce(${input.name ?? null}, name), lifetime_s = ${lifetime},
        max_lifetime_s = coalesce(${input.max_lifetime_s ?? null}, max_lifetime_s),
        reversal_window_s = coalesce(${input.reversal_window_s ?? null}, reversal_window_s),
        disabled_at = case ${input.is_enabled ?? null}::boolean
          when false then coalesce(disabled_at, ${doing.at}) when true then null else disabled_at end,
        version = version + 1
      where id = ${before.id}`)
    await switchWebhook(tx, before.id, input.is_webhook_enabled, doing.at)
    const after = only(await readPartners(tx, before.code))
    await writeAudit(tx, {
      ...doing,
      action: 'partner.change',
      subject: { kind: 'partner', id: before.code },
      ...changesBetween(editable(before), editable(after)),
    })
    return {}
  })

/** When it is switched on, all waiting events are sent at once, also those that failed before. */
async function switchWebhook(tx: Tx, id: string, isOn: boolean | undefined, at: Date) {
  if (isOn === false) {
    await tx.execute(sql`
      update player_service set webhook_disabled_at = coalesce(webhook_disabled_at, ${at}) where id = ${id}`)
  }
  if (isOn === true) {
    await tx.execute(sql`
      update player_service set webhook_disabled_at = null, webhook_failing_since = null, webhook_failures = 0,
        webhook_not_before = null
      where id = ${id} and webhook_disabled_at is not null`)
    await stopWaiting(tx, id, at)
  }
}
