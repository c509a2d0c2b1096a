import type { Language } from '@cashbox/contract'
import type { AppText } from '@cashbox/contract/operator'
import type { Actor } from '../../../domain/operators/audit.ts'
import { type Override, overrideColumns } from '../../../domain/translations/overrides.ts'
import { shipped } from '../../../domain/translations/shipped.ts'
import { problemWith, sayProblem } from '../../../domain/translations/text-problem.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'

interface Named {
  readonly language: Language
  readonly key: string
}

/** `reader` is the language in which a problem is told. */
export function showText({ language, key }: Named, override: Override | undefined, reader: Language): AppText {
  const original = shipped(language).get(key) ?? null
  const text = override?.text ?? original
  const missing = original === null ? ({ kind: 'missing' } as const) : null
  const problem = override ? problemWith(language, key, override.text) : missing
  return {
    text,
    default_text: original,
    is_changed: override !== undefined,
    changed_by: override?.changed_by ?? null,
    changed_at: override ? toSeconds(override.changed_at) : null,
    version: override?.version ?? 0,
    problem: problem && sayProblem(reader, problem),
  }
}

/** Who changes a text, and the language in which they are answered. */
export interface TextChange {
  readonly actor: Actor
  readonly language: Language
}

interface Place extends Named {
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

export const textSubject = ({ language, key }: Named) => ({ kind: 'text', id: `${language}/${key}` })
