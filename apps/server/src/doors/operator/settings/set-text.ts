import type { ParsedInputOf } from '@cashbox/contract'
import type { setText as call } from '@cashbox/contract/operator'
import { writeAudit } from '../../../domain/operators/audit.ts'
import { overrideColumns } from '../../../domain/translations/overrides.ts'
import { shipped } from '../../../domain/translations/shipped.ts'
import { problemWith, sayProblem } from '../../../domain/translations/text-problem.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import { holdText, showText, type TextChange, textSubject } from './app-text.ts'
import type { SettingServices } from './services.ts'

export async function setText(
  { db, clock }: SettingServices,
  input: ParsedInputOf<typeof call>,
  { actor, language: reader }: TextChange,
) {
  const { language, key, text, reason } = input
  if (!shipped('en').has(key)) throw refusal('text_unknown')
  const problem = problemWith(language, key, text)
  if (problem !== null) throw refusal('text_invalid', { problem: sayProblem(reader, problem) })
  const at = clock.now()
  return db.transaction(async (tx) => {
    const before = await holdText(tx, input)
    const [after] = await tx.query(
      sql`
        insert into translation_override as known (language, key, text, changed_by, changed_at, version)
        values (${language}, ${key}, ${text}, ${actor.name}, ${at}, 1)
        on conflict (language, key) do update set
          text = excluded.text, changed_by = excluded.changed_by, changed_at = excluded.changed_at, version = known.version + 1
          where known.version = ${input.version}
        returning language, key, text, changed_by, changed_at, version`,
      overrideColumns,
    )
    // Another operator changed it for the first time a moment ago.
    if (!after) throw refusal('version_conflict')
    await writeAudit(tx, {
      at,
      actor,
      action: 'text.set',
      subject: textSubject(input),
      reason: reason ?? null,
      before: { text: before?.text ?? shipped(language).get(key) ?? null },
      after: { text },
    })
    return { key, language, text: showText(input, after, reader) }
  })
}
