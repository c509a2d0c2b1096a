import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOMS_FOLDER, readSchema } from './schema.ts'

const OPERATIONS = '../../operations/src'
const readAll = (pattern: string) =>
  globSync(join(ROOMS_FOLDER, pattern))
    // Commands about whole networks run as the owner of the tables.
    .filter((path) => !path.endsWith('.test.ts') && !path.includes('/network/'))
    .map((path) => readFileSync(path, 'utf8'))

/** The library that counts for the rate limits has statements of its own. */
const BY_LIBRARIES: readonly (readonly [string, string])[] = [
  ['rate_limit', 'insert'],
  ['rate_limit', 'update'],
]

function writtenTables(): Set<string> {
  const tables = new Set(
    readAll('**/tables.sql').flatMap((text) => [...text.matchAll(/create table (\w+)/g)].map(([, table]) => table)),
  )
  // What a function does as the owner of the tables needs no right of the role.
  const functions = readAll('**/functions/*.sql').filter((text) => !/\bsecurity definer\b/.test(text))
  const writes = [...readAll('**/*.ts'), ...readAll(`${OPERATIONS}/**/*.ts`), ...functions].flatMap((text) => [
    ...[...text.matchAll(/\b(insert) into (\w+)|\b(update) (\w+)|\b(delete) from (\w+)/g)].map((found) => {
      const [act, table] = found.slice(1).filter(Boolean)
      return [table, act] as const
    }),
    ...[...text.matchAll(/insert into (\w+)(?:(?!insert into|`).)*?on conflict(?:(?!`).)*?do update/gs)].map(
      ([, table]) => [table, 'update'] as const,
    ),
    // A sealed value is replaced by a statement that is made of the names of its table and column.
    ...[...text.matchAll(/\b(?:sealedColumn|onlyKey)\('[^']+', '(\w+)'/g)].map(
      ([, table]) => [table, 'update'] as const,
    ),
  ])
  return new Set(
    [...writes, ...BY_LIBRARIES].filter(([table]) => tables.has(table)).map(([table, act]) => `${act} ${table}`),
  )
}

/** Every line that the server's role gets. */
const readGrants = async () => (await readSchema()).flatMap(({ grants }) => grants)

const grantedRights = (grants: readonly string[]) =>
  new Set(
    grants.flatMap((line) => {
      const [, acts = '', table = ''] = /^grant ([a-z, ]+?)(?: \([a-z_, ]+\))? on (\w+) to :server;$/.exec(line) ?? []
      return acts === '' ? [] : acts.split(', ').map((act) => `${act} ${table}`)
    }),
  )

test('a function that runs as the owner is called by the role that works only, and looks for tables in one place', async () => {
  const grants = await readGrants()
  const asOwner = readAll('**/functions/*.sql')
    .flatMap((text) => text.split(/^(?=create or replace function )/m))
    .filter((text) => /\bsecurity definer\b/.test(text))
  expect(asOwner.length).toBeGreaterThan(0)
  for (const text of asOwner) {
    const [, name = ''] = /create or replace function (\w+)/.exec(text) ?? []
    expect(text).toContain('set search_path from current')
    expect(text).toContain(`revoke all on function ${name} from public;`)
    expect(grants).toContainEqual(expect.stringContaining(`grant execute on function ${name}(`))
  }
})

test('the role that serves and works has the right to every write that the code makes, and to no other', async () => {
  const [written, granted] = [writtenTables(), grantedRights(await readGrants())]
  expect(written.size).toBeGreaterThan(100)
  expect({ lacks: written.difference(granted), isNotNeeded: granted.difference(written) }).toEqual({
    lacks: new Set(),
    isNotNeeded: new Set(),
  })
})
