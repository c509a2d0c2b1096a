import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Tx } from './database.ts'

export interface SqlFile {
  readonly name: string
  readonly text: string
  /** SHA-256, as `sha256sum` writes it. */
  readonly checksum: string
}

/** The .sql files of a folder, in the order of their names. */
export async function readSqlFiles(folder: string): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

export const runSqlFile = (tx: Tx, { name, text }: SqlFile) => naming(name, () => tx.script(text))

/** Puts the file's name before an error, which keeps PostgreSQL's code: by it a deadlock is tried again. */
export async function naming<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error) error.message = `${name}: ${error.message}`
    throw error
  }
}

/** The tables and functions that this program brings. */
export interface Schema {
  readonly migrations: readonly SqlFile[]
  readonly functions: FunctionFiles
}

export async function readSchema(folder: string): Promise<Schema> {
  const [migrations, functions] = await Promise.all([
    readSqlFiles(join(folder, 'migrations')),
    readFunctions(join(folder, 'functions')),
  ])
  return { migrations, functions }
}

export interface FunctionFile extends SqlFile {
  /** The function's name, which is also the file's. */
  readonly function: string
  /** Parameters and result: what `create or replace` can't change. */
  readonly signature: string
  /** How many texts it has had: by it an older program knows that the database has a newer one. */
  readonly revision: number
}

interface FunctionFiles {
  /** Those that triggers call. */
  readonly triggers: readonly FunctionFile[]
  readonly others: readonly FunctionFile[]
}

/** The functions of `database/functions`. */
export async function readFunctions(folder: string): Promise<FunctionFiles> {
  const [triggers, others, revisions] = await Promise.all([
    readSqlFiles(join(folder, 'triggers')),
    readSqlFiles(folder),
    readRevisions(folder),
  ])
  const toFunctions = (files: readonly SqlFile[]) =>
    files.map((file) => toFunction(file, revisions.get(file.name) ?? 0))
  return { triggers: toFunctions(triggers), others: toFunctions(others) }
}

/** `checksums.txt` has a line for each text that a function has had. */
async function readRevisions(folder: string): Promise<Map<string, number>> {
  const lines = (await readFile(join(folder, 'checksums.txt'), 'utf8')).split('\n').filter(Boolean)
  const texts = Map.groupBy(lines, (line) => basename(line.slice(66)))
  return new Map([...texts].map(([name, { length }]) => [name, length]))
}

function toFunction(file: SqlFile, revision: number): FunctionFile {
  const heads = [...file.text.matchAll(/^create or replace function (\w+)(\(.*?)\s+language\b/gims)]
  const [head] = heads
  if (!head?.[1] || !head[2] || heads.length > 1 || `${head[1]}.sql` !== file.name) {
    throw new Error(`${file.name} must hold one "create or replace function" of that name.`)
  }
  return { ...file, function: head[1], signature: head[2].replaceAll(/\s+/g, ' '), revision }
}
