import { type Language, languages, type ParsedInputOf } from '@cashbox/contract'
import type * as contract from '@cashbox/contract/operator'
import { query, sql, type Tx } from '@cashbox/postgres/database'
import type { Actor } from '../access/audit.ts'
import { applyOrRequest } from '../approvals/apply-or-request.ts'
import { auditChange, type ChangeContext, type ChangeHandler } from '../approvals/kinds.ts'
import { toSeconds } from '../platform/clock.ts'
import { refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { type Override, overrideColumns, problemWith, readOverrides, renderProblem, shipped } from './texts.ts'

type Input = ParsedInputOf<typeof contract.setText>

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

export async function setText(services: Services, input: Input, { actor, language: reader }: TextChange) {
  const { language, key } = input
  const change = { kind: 'text_set', input, actor } as const
  const request = await applyOrRequest(services, change, applyText(reader))
  const override = (await readOverrides(services.db)).find((one) => one.language === language && one.key === key)
  return { key, language, text: toText(input, override, reader), request }
}

/** Always needs a second admin: one alone could tell agents anything, also where to send money. */
export const applyText =
  (reader: Language): ChangeHandler<Input> =>
  async (tx, input, context) => {
    const { language, key, text, reason = null } = input
    const original = shipped(language).get(key) ?? null
    const before = await lockText(tx, input)
    if (text === null ? before === null : !shipped('en').has(key)) throw refusal('text_unknown')
    await (text === null
      ? tx.execute(sql`delete from translation_override where language = ${language} and key = ${key}`)
      : writeText(tx, { ...input, text }, context, reader))
    return auditChange(tx, context, {
      action: text === null ? 'text.reset' : 'text.set',
      subject: { kind: 'text', id: `${language}/${key}`, name: `${key} (${language})` },
      reason,
      before: { text: before?.text ?? original },
      after: { text: text ?? original },
      needsApproval: ['text'],
    })
  }

async function writeText(
  tx: Tx,
  { language, key, text, version }: Input & { readonly text: string },
  { actor, at }: ChangeContext,
  reader: Language,
) {
  const problem = problemWith(language, key, text)
  if (problem !== null) throw refusal('text_invalid', { problem: renderProblem(reader, problem) })
  const written = await tx.execute(sql`
    insert into translation_override as known (language, key, text, changed_by, changed_at, version)
    values (${language}, ${key}, ${text}, ${actor.name}, ${at}, 1)
    on conflict (language, key) do update set
      text = excluded.text, changed_by = excluded.changed_by, changed_at = excluded.changed_at, version = known.version + 1
      where known.version = ${version}`)
  // Another operator changed it for the first time a moment ago.
  if (written === 0) throw refusal('version_conflict')
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
async function lockText(tx: Tx, { language, key, version }: TextKey & { readonly version: number }) {
  const [row] = await query(tx, overrideColumns)`
    select language, key, text, changed_by, changed_at, version from translation_override
    where language = ${language} and key = ${key} for update`
  if ((row?.version ?? 0) !== version) throw refusal('version_conflict')
  return row ?? null
}
