import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { closing, codeOf } from '@cashbox/postgres/database'
import { PostgresProgramError } from '@cashbox/postgres/postgres-programs'
import { openKeyring } from '@cashbox/server/app/open-keyring'
import { migrate } from '@cashbox/server/app/schema'
import { DAY_MS } from '@cashbox/server/platform/clock'
import type { BackupConfig, Config } from '@cashbox/server/platform/config'
import { renderRule, verifyDatabase } from '@cashbox/server/verify/verify-database'
import lockfile from 'proper-lockfile'
import { flag, type Print, readArguments, UsageError } from '../command-line/help.ts'
import { createTemporaryKey, readEncrypted, requireRecipient, writeEncrypted } from './age-file.ts'
import { type BackupSource, countRows, type RowCounts } from './backup-source.ts'

const NAME = /^([a-z][a-z0-9_]*)-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.(dump|tar)\.age$/

/** Makes one back-up, checks it, notes it and removes old ones; false when a rule of verify is broken. */
export async function backupCommand(config: Config, args: readonly string[], print: Print): Promise<boolean> {
  const { unchecked: isUnchecked = false } = readArguments('backup', args, { unchecked: flag }, 0).values
  const { folder, keep } = config.backup
  if (folder === null) throw new UsageError('CASHBOX_BACKUP_FOLDER is missing: set the folder for back-ups.')
  const recipient = requireRecipient(config.backup.recipient)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const unlock = await lockFolder(folder, config.network)
    try {
      await removeUnfinished(folder, config.network)
      const isSound = await closing(await openSource(config), (source) =>
        makeBackup(source, config, folder, { recipient, isUnchecked, print }),
      )
      // While rules are broken, older back-ups may be the last ones from before.
      const removed = isSound ? await removeOld(folder, config.network, keep) : 0
      if (removed > 0) print(`Removed ${removed} old back-up${removed === 1 ? '' : 's'}.`)
      return isSound
    } finally {
      await unlock()
    }
  } catch (error) {
    throw explain(error)
  }
}

const openSource = async (config: Config): Promise<BackupSource> =>
  config.databaseUrl === null
    ? (await import('./embedded-source.ts')).openEmbeddedSource(config)
    : (await import('./postgres-source.ts')).openPostgresSource(config)

interface BackupOptions {
  readonly recipient: string
  readonly isUnchecked: boolean
  readonly print: Print
}

/** Renamed to its final name after it was restored, so a file with that name is a working back-up. */
async function makeBackup(
  source: BackupSource,
  config: Config,
  folder: string,
  options: BackupOptions,
): Promise<boolean> {
  const { recipient, isUnchecked, print } = options
  await source.refuseWithoutRights({ isUnchecked })
  const key = await createTemporaryKey(recipient)
  const name = nameOf(config.network, new Date(), source.kind)
  const [part, path] = [join(folder, `.${name}.part`), join(folder, name)]
  const { bytes, madeAt, rows } = await source.copy(async ({ parts, ...copy }) => ({
    ...copy,
    bytes: await writeEncrypted(part, parts, [recipient, key.recipient]),
  }))
  try {
    const checked = isUnchecked ? null : await checkCopy(source, readEncrypted(part, key.identity), config, rows)
    await rename(part, path)
    await syncFolder(folder)
    print(`${path}: ${bytes.toLocaleString('en')} bytes.`)
    const broken = checked?.findings.filter(({ violations }) => violations > 0) ?? []
    if (!checked) print('It was not restored to check it.')
    else if (broken.length === 0) {
      print(
        `Restored and checked: ${checked.rows.toLocaleString('en')} rows, all ${checked.findings.length} rules hold.`,
      )
    }
    for (const { rule, violations } of broken) print(`FAILED  ${renderRule(rule)} (${violations})`)
    await source.note({
      made_at: madeAt.toISOString(),
      finished_at: new Date().toISOString(),
      bytes,
      broken_rules: checked ? broken.length : null,
    })
    return broken.length === 0
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** Restores the copy and checks there that every row came back, and every rule of verify. */
const checkCopy = (
  source: BackupSource,
  parts: AsyncIterable<Uint8Array>,
  config: Config,
  expected: RowCounts | null,
) =>
  source.inScratch(parts, async (db) => {
    const found = await countRows(db.withLongTimeouts())
    const tables = new Set([...Object.keys(expected ?? {}), ...Object.keys(found)])
    const lost = [...tables].filter((table) => expected && expected[table] !== found[table])
    if (lost.length > 0) throw new Error(`the restored copy has other rows than the database in ${lost.join(', ')}`)
    // The copy may be of an older version, and the rules are those of this one.
    await migrate(db.withLongTimeouts())
    const findings = await verifyDatabase(db.withLongTimeouts(), await openKeyring(db, config))
    return { findings, rows: Object.values(found).reduce((sum, count) => sum + count, 0) }
  })

/** So that a new name survives a power failure. */
const syncFolder = async (path: string) => closing(await open(path), (folder) => folder.sync())

/** Networks may share a folder. */
async function lockFolder(folder: string, network: string) {
  try {
    return await lockfile.lock(folder, { lockfilePath: join(folder, `.${network}.lock`), stale: 10_000 })
  } catch (error) {
    if (codeOf(error) === 'ELOCKED') {
      throw new UsageError(`Another back-up of ${network} into ${folder} is running.`)
    }
    throw error
  }
}

/** Errors that the user can fix, without a stack trace. */
export function explain(error: unknown): unknown {
  if (error instanceof PostgresProgramError) return new UsageError(error.message)
  const code = codeOf(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return new UsageError('The disk is full: no back-up was made.')
  // Of a file or a folder: one that is missing, closed to this user, a file where a folder should be.
  return error instanceof Error && 'path' in error && 'syscall' in error ? new UsageError(error.message) : error
}

export const nameOf = (network: string, at: Date, kind: 'dump' | 'tar') =>
  `${network}-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.${kind}.age`

/** The network and the time in the name of a back-up; null for another file. */
export function readName(name: string): { readonly network: string; readonly at: Date } | null {
  const [, network, day, hours, minutes, seconds] = NAME.exec(name) ?? []
  return network === undefined ? null : { network, at: new Date(`${day}T${hours}:${minutes}:${seconds}Z`) }
}

/** Weeks begin on Monday, and 1970 began on a Thursday. */
const weekOf = (at: Date) => Math.floor((at.getTime() / DAY_MS + 3) / 7)

/** The newest back-up of each of the last days, weeks and months that have one; the newest of all always. */
export function chooseKept(times: readonly Date[], { days, weeks, months }: BackupConfig['keep']): Set<Date> {
  const newestFirst = times.toSorted((one, other) => other.getTime() - one.getTime())
  const newestOfEach = (periodOf: (at: Date) => string | number, count: number) => {
    const newest = new Map<string | number, Date>()
    for (const at of newestFirst) if (!newest.has(periodOf(at))) newest.set(periodOf(at), at)
    return [...newest.values()].slice(0, count)
  }
  return new Set([
    ...newestFirst.slice(0, 1),
    ...newestOfEach((at) => at.toISOString().slice(0, 10), days),
    ...newestOfEach(weekOf, weeks),
    ...newestOfEach((at) => at.toISOString().slice(0, 7), months),
  ])
}

/** Returns how many were removed. Other files in the folder, and those of other networks, are left alone. */
export async function removeOld(folder: string, network: string, keep: BackupConfig['keep']): Promise<number> {
  const found = (await readdir(folder)).flatMap((name) => {
    const read = readName(name)
    return read?.network === network ? [{ name, at: read.at }] : []
  })
  const kept = chooseKept(
    found.map(({ at }) => at),
    keep,
  )
  const old = found.filter(({ at }) => !kept.has(at))
  for (const { name } of old) await rm(join(folder, name))
  return old.length
}

/** Removes the files of interrupted processes. */
export async function removeUnfinished(folder: string, network: string): Promise<void> {
  const parts = (await readdir(folder)).filter((name) => name.startsWith(`.${network}-`) && name.endsWith('.age.part'))
  for (const name of parts) await rm(join(folder, name), { force: true })
}
