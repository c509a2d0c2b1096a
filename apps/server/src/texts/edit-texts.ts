import { type Language, languages, type ParsedInputOf } from '@cashbox/contract'
import type * as contract from '@cashbox/contract/operator'
import { type Actor, writeAudit } from '../access/audit.ts'
import { toSeconds } from '../platform/clock.ts'
import { sql, type Tx } from '../platform/database/database.ts'
import { refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { type Override, overrideColumns, problemWith, readOverrides, renderProblem, shipped } from './texts.ts'

/** Every text of the agents' app in every language. Only overrides are checked: the shipped texts are checked by tests. */
export async function listTexts({ db }: Services, reader: Language) {
  const overrides = new Map((await readOverrides(db)).map((one) => [`${one.language} ${one.key}`, one]))
  const gone = [...overrides.values()].map(({ key }) => key).filter((key) => !shipped('en').has(key))
  const keys = [...new Set([...shipped('en').keys(), ...gone])]
  const textsOf = (key: string) =>
    Object.fromEntries(
      languages.map((language) => [language, toText({ language, key }, overrides.get(`${language} ${key}`), reader)]),
    ) as Record<Language, contract.AppText>
  return { list: keys.map((key) => ({ key, texts: textsOf(key) })) }
}

export async function setText(
  { db, clock }: Services,
  input: ParsedInputOf<typeof contract.setText>,
  { actor, language: reader }: TextChange,
) {
  const { language, key, text, reason } = input
  if (!shipped('en').has(key)) throw refusal('text_unknown')
  const problem = problemWith(language, key, text)
  if (problem !== null) throw refusal('text_invalid', { problem: renderProblem(reader, problem) })
  const at = clock.now()
  return db.transaction(async (tx) => {
    const before = await lockText(tx, input)
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
    return { key, language, text: toText(input, after, reader) }
  })
}

export async function resetText(
  { db, clock }: Services,
  input: ParsedInputOf<typeof contract.resetText>,
  { actor, language: reader }: TextChange,
) {
  const { language, key, reason } = input
  return db.transaction(async (tx) => {
    const before = await lockText(tx, input)
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
    return { key, language, text: toText(input, undefined, reader) }
  })
}

interface TextKey {
  readonly language: Language
  readonly key: string
}

/** `reader` is the language for the description of a problem. */
function toText({ language, key }: TextKey, override: Override | undefined, reader: Language): contract.AppText {
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
    problem: problem && renderProblem(reader, problem),
  }
}

interface TextChange {
  readonly actor: Actor
  readonly language: Language
}

/** Refuses when the text changed since the operator read it. */
async function lockText(
  tx: Tx,
  { language, key, version }: TextKey & { readonly version: number },
): Promise<Override | null> {
  const [row] = await tx.query(
    sql`
      select language, key, text, changed_by, changed_at, version from translation_override
      where language = ${language} and key = ${key} for update`,
    overrideColumns,
  )
  if ((row?.version ?? 0) !== version) throw refusal('version_conflict')
  return row ?? null
}

const textSubject = ({ language, key }: TextKey) => ({ kind: 'text', id: `${language}/${key}` })
