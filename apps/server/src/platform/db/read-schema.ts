import { join } from 'node:path'
import { type FunctionFiles, readFunctions } from './apply-functions.ts'
import { readSqlFiles, type SqlFile } from './sql-files.ts'

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
