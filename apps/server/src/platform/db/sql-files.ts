import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
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
