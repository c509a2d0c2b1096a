import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder of tables and functions for one test, without any. */
export async function makeDatabaseFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'cashbox-database-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'tables'))
  await mkdir(join(folder, 'functions/triggers'), { recursive: true })
  return {
    folder,
    write: (path: string, text: string) => writeFile(join(folder, path), text),
    remove: (path: string) => rm(join(folder, path)),
  }
}
