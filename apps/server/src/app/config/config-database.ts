import { resolve } from 'node:path'
import type { BackupConfig, DatabaseConfig, RetentionConfig } from '../../platform/config.ts'
import { DEFAULT_NETWORK, isNetworkName, NETWORK_NAME_RULE } from '../../platform/database/network.ts'
import type { Reader } from './config-reader.ts'

const HOUR_S = 60 * 60

export function readDatabase(env: Reader): DatabaseConfig {
  const listenUrl = env.postgresUrl('DATABASE_LISTEN_URL')
  const keepsStatements = env.oneOf('DATABASE_POOLER_STATEMENTS', ['named', 'unnamed'], 'named') === 'named'
  const replicaUrl = env.postgresUrl('DATABASE_REPLICA_URL')
  const waitMs = env.integer('DATABASE_REPLICA_WAIT_MS', 200, 10, 5_000)
  const databaseUrl = env.postgresUrl('DATABASE_URL')
  if (listenUrl !== null && databaseUrl === null) {
    env.problem('DATABASE_LISTEN_URL is set, but DATABASE_URL, the address of the pooler, is missing')
  }
  const network = env.text('CASHBOX_NETWORK') ?? DEFAULT_NETWORK
  if (!isNetworkName(network)) env.problem(`CASHBOX_NETWORK must be ${NETWORK_NAME_RULE}`)
  return {
    network,
    databaseUrl,
    databaseOwnerUrl: env.postgresUrl('DATABASE_OWNER_URL'),
    databasePooler: listenUrl === null ? undefined : { listenUrl, keepsStatements },
    databaseReplica: replicaUrl === null || databaseUrl === null ? null : { url: replicaUrl, waitMs },
    databaseConnections: env.integer('CASHBOX_DATABASE_CONNECTIONS', 10, 2, 200),
  }
}

const pathOf = (given: string | null) => (given === null ? null : resolve(given))

export function readBackup(env: Reader, isSandbox: boolean): BackupConfig {
  const alertAfterH = env.integer('CASHBOX_BACKUP_ALERT_HOURS', isSandbox ? 0 : 26, 0, 24 * 366)
  return {
    folder: pathOf(env.text('CASHBOX_BACKUP_FOLDER')),
    recipient: env.text('CASHBOX_BACKUP_RECIPIENT'),
    checkUrl: env.postgresUrl('CASHBOX_BACKUP_CHECK_URL'),
    keep: {
      days: env.integer('CASHBOX_BACKUP_KEEP_DAYS', 7, 1, 366),
      weeks: env.integer('CASHBOX_BACKUP_KEEP_WEEKS', 5, 0, 520),
      months: env.integer('CASHBOX_BACKUP_KEEP_MONTHS', 12, 0, 240),
    },
    alertAfterS: alertAfterH === 0 ? null : alertAfterH * HOUR_S,
    programs: pathOf(env.text('CASHBOX_POSTGRES_BIN')),
  }
}

export const readRetention = (env: Reader): RetentionConfig => ({
  attemptDays: env.integer('CASHBOX_KEEP_ATTEMPTS_DAYS', 90, 7, 3660),
  loginDays: env.integer('CASHBOX_KEEP_LOGINS_DAYS', 180, 30, 3660),
})
