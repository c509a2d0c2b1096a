import { resolve } from 'node:path'
import type { Reader } from './config-reader.ts'

export interface BackupConfig {
  /** Where back-ups are written; null where none are made. */
  readonly folder: string | null
  /** The public key of age that they are encrypted for. */
  readonly recipient: string | null
  /** A database whose role may create others, for the copy that is checked; null for the database itself. */
  readonly checkUrl: string | null
  /** How many are kept: the last of so many days, weeks and months. */
  readonly keep: { readonly days: number; readonly weeks: number; readonly months: number }
  /** When a missing back-up is an alert; null for never. */
  readonly alertAfterS: number | null
  /** Where pg_dump and pg_restore are; null for the path. */
  readonly programs: string | null
}

const HOUR_S = 60 * 60

const pathOf = (given: string | null) => (given === null ? null : resolve(given))

export function readBackup(env: Reader, isSandbox: boolean): BackupConfig {
  const alertAfterH = env.integer('CASHBOX_BACKUP_ALERT_HOURS', isSandbox ? 0 : 26, 0, 24 * 366)
  return {
    folder: pathOf(env.text('CASHBOX_BACKUP_FOLDER')),
    recipient: env.text('CASHBOX_BACKUP_RECIPIENT'),
    checkUrl: env.url('CASHBOX_BACKUP_CHECK_URL', ['postgres:', 'postgresql:']),
    keep: {
      days: env.integer('CASHBOX_BACKUP_KEEP_DAYS', 7, 1, 366),
      weeks: env.integer('CASHBOX_BACKUP_KEEP_WEEKS', 5, 0, 520),
      months: env.integer('CASHBOX_BACKUP_KEEP_MONTHS', 12, 0, 240),
    },
    alertAfterS: alertAfterH === 0 ? null : alertAfterH * HOUR_S,
    programs: pathOf(env.text('CASHBOX_POSTGRES_BIN')),
  }
}
