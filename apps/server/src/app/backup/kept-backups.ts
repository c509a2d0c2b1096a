import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupConfig } from '../config/config-database.ts'

const NAME = /^cashbox-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.(dump|tar)\.age$/

export const nameOf = (at: Date, kind: 'dump' | 'tar') =>
  `cashbox-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.${kind}.age`

function timeOf(name: string): Date | null {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? []
  return day === undefined ? null : new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
}

const DAY_MS = 24 * 60 * 60 * 1000
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

/** Removes what is not kept any longer, and says how many that were. Other files in the folder are left alone. */
export async function removeOld(folder: string, keep: BackupConfig['keep']): Promise<number> {
  const found = (await readdir(folder)).flatMap((name) => {
    const at = timeOf(name)
    return at ? [{ name, at }] : []
  })
  const kept = chooseKept(
    found.map(({ at }) => at),
    keep,
  )
  const old = found.filter(({ at }) => !kept.has(at))
  for (const { name } of old) await rm(join(folder, name))
  return old.length
}

/** What processes left behind that did not come to their end. */
export async function removeUnfinished(folder: string): Promise<void> {
  const parts = (await readdir(folder)).filter((name) => /^\.cashbox-.*\.age\.part$/.test(name))
  for (const name of parts) await rm(join(folder, name), { force: true })
}
