import { defaultLanguage, type Language, localeOf, type ParsedInputOf } from '@cashbox/contract'
import * as contract from '@cashbox/contract/operator'
import { col, type Queryable, query } from '@cashbox/postgres/database'
import { type OperatorRoute, route } from '../access/admit-operator.ts'
import { type Actor, changesBetween, writeAudit } from '../access/audit.ts'
import { endDemoSessions } from '../access/sessions.ts'
import { invalidFields, refusal } from '../platform/refusal.ts'
import type { Services } from '../platform/services.ts'
import { lockSettings, readVersionedSettings, writeSettings } from '../platform/settings.ts'
import { countryList, findTimezone, messengerList, readOffer } from './dictionaries.ts'
import { applyText, listTexts, setText } from './edit-texts.ts'

export const settingRoutes = (services: Services): OperatorRoute[] => [
  route(contract.readConsoleSettings, () => readVersionedSettings(services.db)),
  route(contract.changeConsoleSettings, ({ input, actor }) => changeSettings(services, input, actor)),
  route(contract.listTexts, ({ db, caller }) => listTexts({ ...services, db }, caller.language)),
  route(contract.setText, ({ input, actor, caller }) => setText(services, input, { actor, language: caller.language })),
  route(contract.listChoices, async ({ db, caller }) => ({ list: await readChoices(db, caller.language) })),
  route(contract.offerChoice, ({ input, actor, caller }) =>
    offerChoice(services, input, { actor, language: caller.language }),
  ),
]

export const textChanges = { text_set: applyText(defaultLanguage) }

async function changeSettings(
  { db, clock }: Services,
  input: ParsedInputOf<typeof contract.changeConsoleSettings>,
  actor: Actor,
) {
  const { version, reason, currentTimezone, ...changes } = input
  const zone = currentTimezone === undefined ? undefined : findTimezone(currentTimezone)
  if (zone === null) throw invalidFields({ currentTimezone: [{ code: 'timezone_unknown' }] })
  return db.transaction(async (tx) => {
    const before = await lockSettings(tx)
    if (before.version !== version) throw refusal('version_conflict')
    const after = await writeSettings(tx, { ...changes, currentTimezone: zone })
    if (!after.settings.is_demo_offered) await endDemoSessions(tx, clock.now())
    await writeAudit(
      tx,
      { at: clock.now(), actor, reason },
      { kind: 'settings', id: 'all' },
      'settings.change',
      changesBetween(before.settings, after.settings),
    )
    return after
  })
}

/** Refused when it is in that state already, because another operator was quicker. */
async function offerChoice(
  { db, clock }: Services,
  input: ParsedInputOf<typeof contract.offerChoice>,
  { actor, language }: { actor: Actor; language: Language },
) {
  const { kind, code, is_offered, reason } = input
  return db.transaction(async (tx) => {
    const known = (await readChoices(tx, language)).find((choice) => choice.kind === kind && choice.code === code)
    if (!known) throw refusal('choice_unknown')
    const changed = await (is_offered
      ? query(tx, { code: col.text })`
        delete from withheld_choice where kind = ${kind} and code = ${code} returning code`
      : query(tx, { code: col.text })`
        insert into withheld_choice (kind, code) values (${kind}, ${code}) on conflict do nothing returning code`)
    if (changed.length === 0) throw refusal('version_conflict')
    await writeAudit(
      tx,
      { at: clock.now(), actor, reason },
      { kind, id: code },
      is_offered ? 'choice.offer' : 'choice.withhold',
      { before: { is_offered: !is_offered }, after: { is_offered } },
    )
    return { choice: { ...known, is_offered } }
  })
}

async function readChoices(db: Queryable, language: Language): Promise<contract.Choice[]> {
  const offer = await readOffer(db)
  const countryNames = new Intl.DisplayNames([localeOf(language)], { type: 'region' })
  return [
    ...messengerList.map(({ code, name }) => ({
      kind: 'messenger' as const,
      code,
      name,
      is_offered: offer.isMessengerOffered(code),
    })),
    ...countryList.map(({ code }) => ({
      kind: 'country' as const,
      code,
      name: countryNames.of(code) ?? code,
      is_offered: offer.isCountryOffered(code),
    })),
  ]
}
