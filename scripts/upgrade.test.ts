import { expect, test } from 'vitest'
import { DATABASE_FOLDER } from '../apps/server/src/platform/db/migrate.ts'
import { readReleaseBefore, readSchema } from '../apps/server/src/platform/db/read-schema.ts'
import { findBreaks, takesOldCalls } from './upgrade/find-breaks.ts'

/** Statements that look as if they broke the release before and don't, each with the reason. */
const HARMLESS: Readonly<Record<string, string>> = {}

const RULE = 'see docs/decisions/0061-two-releases-on-one-database.md'

test('migrations since the last release take nothing away that its processes need', async () => {
  const [{ migrations }, before] = [await readSchema(DATABASE_FOLDER), await readReleaseBefore(DATABASE_FOLDER)]
  expect(migrations.map(({ name }) => name)).toContain(before?.last_migration)
  const breaks = migrations
    .filter(({ name }) => name > (before?.last_migration ?? ''))
    .flatMap(({ name, text }) => findBreaks(text).map((what) => `${name} ${what}`))
  expect(
    breaks.filter((what) => !(what in HARMLESS)),
    RULE,
  ).toEqual([])
})

test('functions that the last release calls have the parameters and the result that it knows', async () => {
  const [{ functions }, before] = [await readSchema(DATABASE_FOLDER), await readReleaseBefore(DATABASE_FOLDER)]
  const calls = Object.entries(before?.calls ?? {})
  expect(calls.length).toBeGreaterThan(5)
  const now = new Map(functions.others.map((file) => [file.function, file.signature]))
  expect(
    calls.flatMap(([name, form]) => (takesOldCalls(form, now.get(name)) ? [] : [name])),
    RULE,
  ).toEqual([])
})

const TAKES = '( a text, b integer default null) returns table ( c text)'
test.each([
  [true, TAKES],
  [true, TAKES.replace('null)', 'null, d text default null)')],
  [false, TAKES.replace('null)', 'null, d text)')],
  [false, TAKES.replace('a text, ', '')],
  [false, TAKES.replace('c text', 'c text, d text')],
  [false, undefined],
])('a function takes the calls of the release before: %s for %s', (takes, now) => {
  expect(takesOldCalls(TAKES, now)).toBe(takes)
})

test.each([
  ['removes a table', 'drop table note'],
  ['removes a column', 'alter table note\n  add column more text,\n  drop column text'],
  ['renames', 'alter table note rename to letter; create table note (id integer)'],
  ['renames', 'alter table note rename column text to words'],
  ['changes the type', 'alter table note alter column id type bigint'],
  ['asks for a value', 'alter table note alter column text set not null'],
  ['removes a default', 'alter table note alter column text drop default'],
  ['adds a column that asks', 'alter table note add column more text not null'],
  ['adds a rule', "alter table note add constraint short check (text <> '')"],
  ['adds a rule', 'create unique index note_once on note (text)'],
  ['adds a trigger', 'create trigger note_is_loud before insert on note for each row execute function shout()'],
])('what breaks the release before is found: it %s', (what, statement) => {
  expect(findBreaks(`-- drop nothing\n${statement};`)).toEqual([expect.stringContaining(what)])
})

test.each([
  'create table letter (id integer not null); create unique index letter_id on letter (id); drop table if exists letter',
  'alter table note add column more text',
  "alter table note add column more text not null default ''",
  'create index note_text on note (text)',
  'alter table note drop constraint short',
  'alter table note rename constraint short to brief',
  'alter table note alter column text drop not null',
])('what leaves the release before alone passes: %s', (statements) => {
  expect(findBreaks(statements)).toEqual([])
})
