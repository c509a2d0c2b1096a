import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

export const DATABASE_FOLDER = join(import.meta.dirname, '../../../database')

/** The tables of one subject, or one function. */
export interface SqlFile {
  /** Of the file, or of the function with `.sql`. */
  readonly name: string
  /** Without the grants, because the server's role may not exist yet. */
  readonly text: string
  /** The server's role stands as `:server` in them. */
  readonly grants: readonly string[]
  /** SHA-256 of its text; of a file with tables, as `sha256sum` writes it. */
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

/** What this program brings, in the order in which an empty database gets it: tables bind the functions of triggers. */
export async function readSchema(folder = DATABASE_FOLDER): Promise<SqlFile[]> {
  const parts = ['functions/triggers', 'tables', 'functions'].map((part) => readSqlFiles(join(folder, part)))
  return (await Promise.all(parts)).flat()
}

async function readSqlFiles(folder: string): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const files = names.map(async (name) => {
    const text = await readFile(join(folder, name), 'utf8')
    if (basename(folder) === 'tables') return [sqlFile(name, text, null)]
    return text.split(BETWEEN_FUNCTIONS).map((part) => {
      const made = functionOf(name, part)
      return sqlFile(`${made.name}.sql`, part, made)
    })
  })
  return (await Promise.all(files)).flat()
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

function functionOf(file: string, text: string): SqlFunction {
  const heads = [...text.matchAll(/^create or replace function (\w+)(\(.*?)\s+language (\w+)\b/gims)]
  const [, name = '', signature = '', language = ''] = heads[0] ?? []
  if (heads.length !== 1) {
    throw new Error(`${file} must hold functions, each after an empty line, and nothing else.`)
  }
  return { name, signature: signature.replaceAll(/\s+/g, ' '), language }
}
