import type { ParsedInputOf } from '@cashbox/contract'
import type { resetText as call } from '@cashbox/contract/operator'
import { writeAudit } from '../../../domain/operators/audit.ts'
import { shipped } from '../../../domain/translations/shipped.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import { holdText, showText, type TextChange, textSubject } from './app-text.ts'
import type { SettingServices } from './services.ts'

export async function resetText(
  { db, clock }: SettingServices,
  input: ParsedInputOf<typeof call>,
  { actor, language: reader }: TextChange,
) {
  const { language, key, reason } = input
  return db.transaction(async (tx) => {
    const before = await holdText(tx, input)
    if (!before) throw refusal('text_unknown')
    await tx.execute(sql`delete from translation_override where language = ${language} and key = ${key}`)
    await writeAudit(tx, {
      at: clock.now(),
      actor,
      action: 'text.reset',
      subject: textSubject(input),
      reason: reason ?? null,
      before: { text: before.text },
      after: { text: shipped(language).get(key) ?? null },
    })
    return { key, language, text: showText(input, undefined, reader) }
  })
}
