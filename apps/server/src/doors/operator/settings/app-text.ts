import type { Language } from '@cashbox/contract'
import type { AppText } from '@cashbox/contract/operator'
import { type Override, overrideColumns, problemWith, shipped } from '../../../domain/translations/overrides.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'

export function showText(language: Language, key: string, override: Override | undefined): AppText {
  const original = shipped[language].get(key) ?? null
  const text = override?.text ?? original
  return {
    text,
    default_text: original,
    is_changed: override !== undefined,
    changed_by: override?.changed_by ?? null,
    changed_at: override ? toSeconds(override.changed_at) : null,
    version: override?.version ?? 0,
    problem: override ? problemWith(language, key, override.text) : original === null ? 'missing' : null,
  }
}

interface Place {
  readonly language: Language
  readonly key: string
  readonly version: number
}

/** Holds the change of a text, if it is still the one that the operator looked at. */
export async function holdText(tx: Tx, { language, key, version }: Place): Promise<Override | null> {
  const [row] = await tx.query(
    sql`
      select language, key, text, changed_by, changed_at, version from translation_override
      where language = ${language} and key = ${key} for update`,
    overrideColumns,
  )
  if ((row?.version ?? 0) !== version) throw refusal('version_conflict')
  return row ?? null
}

export const textSubject = ({ language, key }: Place) => ({ kind: 'text', id: `${language}/${key}` })
