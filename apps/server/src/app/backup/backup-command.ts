import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import lockfile from 'proper-lockfile'
import type { Config } from '../../config.ts'
import { PostgresProgramError } from '../../platform/db/postgres-programs.ts'
import { BrokenSealError, type Seal } from '../../platform/sealed-stream.ts'
import { sayRule } from '../say-rule.ts'
import { NotUnderstood, UsageError } from '../usage-error.ts'
import { proveBackup, readSeal, syncFolderOf, writeBackup } from './backup-file.ts'
import { type Checked, checkBackup } from './check-backup.ts'
import { nameOf, removeOld, removeUnfinished, unfinishedNameOf } from './kept-backups.ts'
import { type BackupSource, openSource } from './open-source.ts'

type Print = (line: string) => void

/** Makes one back-up, checks it, notes it and removes old ones; false when a rule of verify is broken. */
export async function backupCommand(config: Config, args: readonly string[], print: Print): Promise<boolean> {
  const isUnchecked = readOptions(args)
  const { folder, keep } = config.backup
  if (folder === null) throw new UsageError('CASHBOX_BACKUP_FOLDER is missing: set the folder for back-ups.')
  const seal = await readSeal(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unlock = await lockFolder(folder)
  try {
    await removeUnfinished(folder)
    const source = await openSource(config)
    let isSound: boolean
    try {
      isSound = await makeBackup(source, config, folder, { seal, isUnchecked, print })
    } finally {
      await source.close()
    }
    // While rules are broken, older back-ups may be the last ones from before.
    const removed = isSound ? await removeOld(folder, keep) : 0
    if (removed > 0) print(`Removed ${removed} old back-up${removed === 1 ? '' : 's'}.`)
    return isSound
  } catch (error) {
    throw explain(error)
  } finally {
    await unlock()
  }
}

function readOptions(args: readonly string[]): boolean {
  try {
    return parseArgs({ args: [...args], options: { unchecked: { type: 'boolean' } } }).values.unchecked ?? false
  } catch {
    throw new NotUnderstood('backup')
  }
}

interface Making {
  readonly seal: Seal
  readonly isUnchecked: boolean
  readonly print: Print
}

/** It gets its name when it is whole and was restored, so that a file with that name is a back-up that works. */
async function makeBackup(source: BackupSource, config: Config, folder: string, { seal, isUnchecked, print }: Making) {
  const at = new Date()
  const [part, path] = [join(folder, unfinishedNameOf(at)), join(folder, nameOf(at))]
  const bytes = await writeBackup(part, source.copy(), seal)
  try {
    const { manifest, findings }: Checked = isUnchecked
      ? { manifest: await proveBackup(part, seal), findings: [] }
      : await checkBackup(part, seal, config)
    await rename(part, path)
    await syncFolderOf(path)
    const broken = findings.filter(({ violations }) => violations > 0)
    const { migration, made_at } = manifest
    const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0)
    print(`${path}: ${bytes.toLocaleString('en')} bytes, ${rows.toLocaleString('en')} rows, tables of ${migration}.`)
    if (isUnchecked) print('It was not restored to check it.')
    else if (broken.length === 0) print(`Restored and checked: all ${findings.length} rules hold.`)
    for (const { rule, violations } of broken) print(`FAILED  ${sayRule(rule)} (${violations})`)
    const broken_rules = isUnchecked ? null : broken.length
    const isNoted = await source.note({
      made_at,
      finished_at: new Date().toISOString(),
      bytes,
      migration,
      broken_rules,
    })
    if (isNoted === false) print('It was not noted in the database, whose tables are older than this program.')
    return broken.length === 0
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

async function lockFolder(folder: string) {
  try {
    return await lockfile.lock(folder, { lockfilePath: join(folder, '.in-use.lock'), stale: 10_000 })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ELOCKED') {
      throw new UsageError(`Another back-up into ${folder} is running.`)
    }
    throw error
  }
}

/** What the person at the keyboard can put right, without a stack. */
export function explain(error: unknown): unknown {
  if (error instanceof PostgresProgramError || error instanceof BrokenSealError) return new UsageError(error.message)
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOSPC' || code === 'EDQUOT') return new UsageError('The disk is full: no back-up was made.')
  if (code === 'EACCES' || code === 'EROFS' || code === 'ENOENT') return new UsageError((error as Error).message)
  return error
}
