import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** The tables of a room, or one function. */
export interface SqlFile {
  /** `ROOM/tables.sql`, or the function's name with `.sql`. */
  readonly name: string
  /** Without the grants, because the server's role may not exist yet. */
  readonly text: string
  /** The server's role stands as `:server` in them. */
  readonly grants: readonly string[]
  /** SHA-256 of its text. */
  readonly checksum: string
  /** Null for tables. */
  readonly function: SqlFunction | null
}

interface SqlFunction {
  readonly name: string
  /** Parameters and result: what `create or replace` can't change. */
  readonly signature: string
  readonly language: string
}

/**
 * The `tables.sql` and `functions/*.sql` of each room and of the rooms inside it, in the order in which an empty database
 * gets them: tables bind the functions of triggers, and refer to tables of earlier rooms.
 */
export async function readSchema(folder: string, rooms: readonly string[]): Promise<SqlFile[]> {
  // With the shorter paths first, a room comes before those inside it.
  const find = (pattern: string) =>
    rooms.flatMap((room) =>
      globSync(`${room}/**/${pattern}`, { cwd: folder })
        .toSorted()
        .toSorted((one, other) => one.split(sep).length - other.split(sep).length),
    )
  const read = (path: string) => readFile(join(folder, path), 'utf8')
  const tables = await Promise.all(find('tables.sql').map(async (path) => sqlFile(path, await read(path), null)))
  const functions = await Promise.all(find('functions/*.sql').map(async (path) => functionsOf(path, await read(path))))
  const [ofTriggers = [], others = []] = [true, false].map((isOfTrigger) =>
    functions.flat().filter((file) => (file.function?.signature.endsWith(' returns trigger') ?? false) === isOfTrigger),
  )
  return [...ofTriggers, ...tables, ...others]
}

function functionsOf(path: string, text: string): SqlFile[] {
  return text.split(BETWEEN_FUNCTIONS).map((part) => {
    const made = functionOf(path, part)
    return sqlFile(`${made.name}.sql`, part, made)
  })
}

const sqlFile = (name: string, text: string, made: SqlFunction | null): SqlFile => ({
  name,
  text: text.replaceAll(GRANT, ''),
  grants: text.match(GRANT) ?? [],
  checksum: createHash('sha256').update(text).digest('hex'),
  function: made,
})

const BETWEEN_FUNCTIONS = /\n\n(?=(?:--.*\n)*create or replace function )/

const GRANT = /^grant .* to :server;$/gm

function functionOf(path: string, text: string): SqlFunction {
  const heads = [...text.matchAll(/^create or replace function (\w+)(\(.*?)\s+language (\w+)\b/gims)]
  const [, name = '', signature = '', language = ''] = heads[0] ?? []
  if (heads.length !== 1) {
    throw new Error(`${path} must hold functions, each after an empty line, and nothing else.`)
  }
  return { name, signature: signature.replaceAll(/\s+/g, ' '), language }
}
