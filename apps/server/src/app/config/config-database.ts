import type { Reader } from './config-reader.ts'

const POSTGRES = ['postgres:', 'postgresql:']

export interface DatabaseConfig {
  readonly databaseUrl: string | null
  /** The owner of the tables, for `npm run migrate` only. */
  readonly databaseOwnerUrl: string | null
  /** Where `databaseUrl` leads through a pooler in transaction mode: PostgreSQL itself, and what the pooler can do. */
  readonly databasePooler: { readonly listenUrl: string; readonly keepsStatements: boolean } | undefined
  /** A replica for operators' lists, charts and files, and how long one of these waits for it to catch up. */
  readonly databaseReplica: { readonly url: string; readonly waitMs: number } | null
  readonly databaseConnections: number
}

export function readDatabase(env: Reader): DatabaseConfig {
  const listenUrl = env.url('DATABASE_LISTEN_URL', POSTGRES)
  const keepsStatements = env.oneOf('DATABASE_POOLER_STATEMENTS', ['named', 'unnamed'], 'named') === 'named'
  const replicaUrl = env.url('DATABASE_REPLICA_URL', POSTGRES)
  const waitMs = env.integer('DATABASE_REPLICA_WAIT_MS', 200, 10, 5_000)
  const databaseUrl = env.url('DATABASE_URL', POSTGRES)
  if (listenUrl !== null && databaseUrl === null) {
    env.problem('DATABASE_LISTEN_URL is set, but DATABASE_URL, the address of the pooler, is missing')
  }
  return {
    databaseUrl,
    databaseOwnerUrl: env.url('DATABASE_OWNER_URL', POSTGRES),
    databasePooler: listenUrl === null ? undefined : { listenUrl, keepsStatements },
    databaseReplica: replicaUrl === null || databaseUrl === null ? null : { url: replicaUrl, waitMs },
    databaseConnections: env.integer('CASHBOX_DATABASE_CONNECTIONS', 10, 2, 200),
  }
}
