import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The folder of an embedded database. One that a process left half made has a mark, and is begun again: no statement
 * reached it yet.
 */
export async function prepareFolder(directory: string) {
  const path = join(directory, 'postgres')
  const mark = join(directory, 'postgres-unfinished')
  if (existsSync(mark)) await rm(path, { recursive: true, force: true })
  const isNew = !existsSync(join(path, 'PG_VERSION'))
  if (isNew) await writeFile(mark, '')
  return { path, isNew, finish: () => rm(mark, { force: true }) }
}
