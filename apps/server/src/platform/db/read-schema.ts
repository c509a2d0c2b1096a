import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { type FunctionFiles, readFunctions } from './apply-functions.ts'
import { readSqlFiles, type SqlFile } from './sql-files.ts'

/** The tables and functions that this program brings. */
export interface Schema {
  readonly migrations: readonly SqlFile[]
  readonly functions: FunctionFiles
  /** The last migration of the release before this one, whose processes may run beside it. */
  readonly runsWith: string | null
}

const ReleaseBefore = z.object({
  /** Where that release is in the history of the repository. */
  commit: z.string(),
  last_migration: z.string(),
  /** The functions that its program calls, with parameters and result. */
  calls: z.record(z.string(), z.string()),
})
export type ReleaseBefore = z.infer<typeof ReleaseBefore>

export const RELEASE_BEFORE = 'release-before.json'

export async function readSchema(folder: string): Promise<Schema> {
  const [migrations, functions, before] = await Promise.all([
    readSqlFiles(join(folder, 'migrations')),
    readFunctions(join(folder, 'functions')),
    readReleaseBefore(folder),
  ])
  return { migrations, functions, runsWith: before?.last_migration ?? null }
}

/** Null where there is none yet. */
export async function readReleaseBefore(folder: string): Promise<ReleaseBefore | null> {
  const text = await readFile(join(folder, RELEASE_BEFORE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : ReleaseBefore.parse(JSON.parse(text))
}
