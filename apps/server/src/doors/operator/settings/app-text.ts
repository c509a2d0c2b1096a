import { type Language, languages, type ParsedInputOf } from '@cashbox/contract'
import type { AppText, resetText as resetCall, setText as setCall } from '@cashbox/contract/operator'
import { type Actor, writeAudit } from '../../../domain/operators/audit.ts'
import { type Override, problemWith, readOverrides, shipped } from '../../../domain/translations/overrides.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { SettingServices } from './services.ts'

/** Every text in every language. What came with the program was checked with it, so only changes are checked here. */
export async function listTexts({ db }: SettingServices) {
  const overrides = new Map((await readOverrides(db)).map((one) => [`${one.language} ${one.key}`, one]))
  const gone = [...overrides.values()].map(({ key }) => key).filter((key) => !shipped.en.has(key))
  const keys = [...new Set([...shipped.en.keys(), ...gone])]
  const textsOf = (key: string) =>
    Object.fromEntries(
      languages.map((language) => [language, show(language, key, overrides.get(`${language} ${key}`))]),
    ) as Record<Language, AppText>
  return { list: keys.map((key) => ({ key, texts: textsOf(key) })) }
}

function show(language: Language, key: string, override: Override | undefined): AppText {
  const original = shipped[language].get(key) ?? null
  const text = override?.text ?? original
  return {
    text,
    shipped: original,
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

/** The change as it is, if it is still the one that was looked at. */
async function hold(tx: Tx, { language, key, version }: Place): Promise<Override | null> {
  const [row] = await tx.query<Override>(sql`
    select language, key, text, changed_by, changed_at, version from translation_override
    where language = ${language} and key = ${key} for update`)
  if ((row?.version ?? 0) !== version) throw refusal('stale')
  return row ?? null
}

const subjectOf = ({ language, key }: Place) => ({ kind: 'text', id: `${language}/${key}` })

export async function setText({ db, clock }: SettingServices, input: ParsedInputOf<typeof setCall>, actor: Actor) {
  const { language, key, text, reason } = input
  if (!shipped.en.has(key)) throw refusal('text_unknown')
  const problem = problemWith(language, key, text)
  if (problem !== null) throw refusal('text_invalid', { problem })
  const at = clock.now()
  return db.transaction(async (tx) => {
    const before = await hold(tx, input)
    const [after] = await tx.query<Override>(sql`
      insert into translation_override as known (language, key, text, changed_by, changed_at, version)
      values (${language}, ${key}, ${text}, ${actor.name}, ${at}, 1)
      on conflict (language, key) do update set
        text = excluded.text, changed_by = excluded.changed_by, changed_at = excluded.changed_at, version = known.version + 1
        where known.version = ${input.version}
      returning language, key, text, changed_by, changed_at, version`)
    // Somebody else changed it for the first time a moment ago.
    if (!after) throw refusal('stale')
    await writeAudit(tx, {
      at,
      actor,
      action: 'text.set',
      subject: subjectOf(input),
      reason: reason ?? null,
      before: { text: before?.text ?? shipped[language].get(key) ?? null },
      after: { text },
    })
    return { key, language, text: show(language, key, after) }
  })
}

export async function resetText({ db, clock }: SettingServices, input: ParsedInputOf<typeof resetCall>, actor: Actor) {
  const { language, key, reason } = input
  return db.transaction(async (tx) => {
    const before = await hold(tx, input)
    if (!before) throw refusal('text_unknown')
    await tx.query(sql`delete from translation_override where language = ${language} and key = ${key}`)
    await writeAudit(tx, {
      at: clock.now(),
      actor,
      action: 'text.reset',
      subject: subjectOf(input),
      reason: reason ?? null,
      before: { text: before.text },
      after: { text: shipped[language].get(key) ?? null },
    })
    return { key, language, text: show(language, key, undefined) }
  })
}
