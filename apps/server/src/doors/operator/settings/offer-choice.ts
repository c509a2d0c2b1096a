import type { Language, ParsedInputOf } from '@cashbox/contract'
import type { offerChoice as call } from '@cashbox/contract/operator'
import { type Actor, writeAudit } from '../../../domain/operators/audit.ts'
import { text } from '../../../platform/db/columns.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import { readChoices } from './list-choices.ts'
import type { SettingServices } from './services.ts'

/** Counts from the next sign-up on. An operator who finds it done already is refused, because another was quicker. */
export async function offerChoice(
  { db, clock }: SettingServices,
  input: ParsedInputOf<typeof call>,
  { actor, language }: { actor: Actor; language: Language },
) {
  const { kind, code, is_offered, reason } = input
  return db.transaction(async (tx) => {
    const known = (await readChoices(tx, language)).find((choice) => choice.kind === kind && choice.code === code)
    if (!known) throw refusal('choice_unknown')
    const changed = await (is_offered
      ? tx.query(sql`delete from withheld_choice where kind = ${kind} and code = ${code} returning code`, {
          code: text,
        })
      : tx.query(
          sql`insert into withheld_choice (kind, code) values (${kind}, ${code}) on conflict do nothing returning code`,
          { code: text },
        ))
    if (changed.length === 0) throw refusal('version_conflict')
    await writeAudit(tx, {
      at: clock.now(),
      actor,
      action: is_offered ? 'choice.offer' : 'choice.withhold',
      subject: { kind, id: code },
      reason: reason ?? null,
      before: { is_offered: !is_offered },
      after: { is_offered },
    })
    return { choice: { ...known, is_offered } }
  })
}
