import type { ParsedInputOf } from '@cashbox/contract'
import type { changeConsoleSettings as call } from '@cashbox/contract/operator'
import { findTimezone } from '../../../domain/agents/places.ts'
import { type Actor, changesBetween, writeAudit } from '../../../domain/operators/audit.ts'
import { invalidFields, refusal } from '../../../platform/refusal.ts'
import { holdSettings, writeSettings } from '../../../platform/settings.ts'
import type { SettingServices } from './services.ts'

/** Counts from the next call of every app. */
export async function changeSettings({ db, clock }: SettingServices, input: ParsedInputOf<typeof call>, actor: Actor) {
  const { version, reason, currentTimezone, ...changes } = input
  const zone = currentTimezone === undefined ? undefined : findTimezone(currentTimezone)
  if (zone === null) throw invalidFields({ currentTimezone: [{ code: 'timezone_unknown' }] })
  return db.transaction(async (tx) => {
    const before = await holdSettings(tx)
    if (before.version !== version) throw refusal('version_conflict')
    const after = await writeSettings(tx, { ...changes, currentTimezone: zone })
    await writeAudit(tx, {
      at: clock.now(),
      actor,
      action: 'settings.change',
      subject: { kind: 'settings', id: 'all' },
      reason,
      ...changesBetween(before.settings, after.settings),
    })
    return after
  })
}
