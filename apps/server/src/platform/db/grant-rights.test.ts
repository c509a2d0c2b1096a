import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DATABASE_FOLDER } from './migrate.ts'

const SOURCES = join(DATABASE_FOLDER, '../src')
const readAll = (folder: string, pattern: string) =>
  globSync(join(folder, pattern))
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(path, 'utf8'))

/** The library that counts for the rate limits has statements of its own. */
const BY_LIBRARIES: readonly (readonly [string, string])[] = [
  ['rate_limit', 'insert'],
  ['rate_limit', 'update'],
]

/** Processes of the release before run beside this one: it deletes attempts itself. */
const BY_THE_RELEASE_BEFORE: readonly (readonly [string, string])[] = [['webhook_attempt', 'delete']]

function writtenTables(): Set<string> {
  const tables = new Set(
    readAll(DATABASE_FOLDER, 'migrations/*.sql').flatMap((text) =>
      [...text.matchAll(/create table (\w+)/g)].map(([, table]) => table),
    ),
  )
  // What a function does as the owner of the tables needs no right of the role.
  const functions = readAll(DATABASE_FOLDER, 'functions/**/*.sql').filter((text) => !/\bsecurity definer\b/.test(text))
  const writes = [...readAll(SOURCES, '**/*.ts'), ...functions].flatMap((text) => [
    ...[...text.matchAll(/\b(insert) into (\w+)|\b(update) (\w+)|\b(delete) from (\w+)/g)].map((found) => {
      const [act, table] = found.slice(1).filter(Boolean)
      return [table, act] as const
    }),
    ...[...text.matchAll(/insert into (\w+)(?:(?!insert into|`).)*?on conflict(?:(?!`).)*?do update/gs)].map(
      ([, table]) => [table, 'update'] as const,
    ),
  ])
  return new Set(
    [...writes, ...BY_LIBRARIES, ...BY_THE_RELEASE_BEFORE]
      .filter(([table]) => tables.has(table))
      .map(([table, act]) => `${act} ${table}`),
  )
}

function grantedRights(): Set<string> {
  const rights = readFileSync(join(DATABASE_FOLDER, 'rights.sql'), 'utf8').replaceAll(/--.*/g, '')
  const grants = [...rights.matchAll(/grant ([a-z, ]+?)(?: \([a-z_, ]+\))? on\s+([a-z_,\s]+?)\s+to :role/g)]
  return new Set(
    grants
      .filter(([, , tables = '']) => !/\bschema\b/.test(tables))
      .flatMap(([, acts = '', tables = '']) =>
        tables.split(',').flatMap((table) => acts.split(',').map((act) => `${act.trim()} ${table.trim()}`)),
      ),
  )
}

test('a function that runs as the owner is called by the role that works only, and looks for tables in one place', () => {
  const rights = readFileSync(join(DATABASE_FOLDER, 'rights.sql'), 'utf8')
  const asOwner = readAll(DATABASE_FOLDER, 'functions/**/*.sql').filter((text) => /\bsecurity definer\b/.test(text))
  expect(asOwner.length).toBeGreaterThan(0)
  for (const text of asOwner) {
    const [, name = ''] = /create or replace function (\w+)/.exec(text) ?? []
    expect(text).toContain('set search_path = public, pg_temp')
    expect(text).toContain(`revoke all on function ${name} from public;`)
    expect(rights).toMatch(new RegExp(`grant execute on function [^;]*\\b${name}\\(`))
  }
})

test('the role that serves and works has the right to every write that the code makes, and to no other', () => {
  const [written, granted] = [writtenTables(), grantedRights()]
  expect(written.size).toBeGreaterThan(100)
  expect({ lacks: written.difference(granted), isNotNeeded: granted.difference(written) }).toEqual({
    lacks: new Set(),
    isNotNeeded: new Set(),
  })
})
