import { join, resolve } from 'node:path'
import { DEFAULT_NETWORK, isNetworkName, NETWORK_NAME_RULE } from '@cashbox/postgres/network'
import { HTTP, type Reader, readSecrets } from './config-reader.ts'
import { readPerfectMoney, readRates, readTron } from './config-topups.ts'

export type * from './config-topups.ts'
export type Config = ReturnType<typeof readSettings> & {
  /** Names that begin with CASHBOX_ and that nothing reads, such as misspelled ones. */
  readonly unknownSettings: readonly string[]
}
export type BackupConfig = ReturnType<typeof readBackup>
export type CaptchaConfig = ReturnType<typeof readCaptcha>
export type TracingConfig = NonNullable<ReturnType<typeof readTracing>>

export const SANDBOX_SECRET = 'sandbox-secret-that-everyone-knows'
const HOUR_S = 60 * 60

const withoutSlash = (url: string) => url.replace(/\/$/, '')

/** Reads every setting. What is wrong with one is noted by the reader. */
export function readSettings(env: Reader, sandboxXpub: string) {
  const mode = env.oneOf('CASHBOX_MODE', ['sandbox', 'production'], 'sandbox')
  const isSandbox = mode === 'sandbox'
  const port = env.integer('PORT', 4000, 0, 65535)
  const publicUrl = withoutSlash(env.url('CASHBOX_PUBLIC_URL', HTTP) ?? `http://localhost:${port}`)
  const sandboxUrl = isSandbox ? publicUrl : null
  return {
    mode,
    /** Whether requests may go to private addresses: only in the sandbox, where the outside world runs on this machine. */
    mayBePrivate: isSandbox,
    host: env.text('HOST') ?? (isSandbox ? '127.0.0.1' : '0.0.0.0'),
    port,
    publicUrl,
    /** Where operators reach the console; the public address unless it has a separate host. */
    consoleUrl: withoutSlash(env.url('CASHBOX_CONSOLE_URL', HTTP) ?? publicUrl),
    /** Where the agents' app makes its calls: a path of this server, or an address elsewhere. */
    apiBase: env.base('CASHBOX_API_BASE', '/api'),
    ...readDatabase(env),
    drainSeconds: env.integer('CASHBOX_DRAIN_SECONDS', isSandbox ? 0 : 5, 0, 300),
    dataDirectory: resolve(env.text('CASHBOX_DATA_DIR') ?? join(import.meta.dirname, '../../../../data')),
    backup: readBackup(env, isSandbox),
    /** For how many days log-ins and mail links are kept after their end. */
    keepLoginDays: env.integer('CASHBOX_KEEP_LOGINS_DAYS', 180, 30, 3660),
    secrets: readSecrets(env, SANDBOX_SECRET),
    mail: {
      smtpUrl: env.url('SMTP_URL', ['smtp:', 'smtps:']),
      from: env.text('MAIL_FROM') ?? 'Cashbox <no-reply@cashbox.test>',
    },
    /** Where the end of the audit is sent every day; null for all admins, in the sandbox for no one. */
    auditMailbox: env.mailbox('CASHBOX_AUDIT_MAILBOX'),
    captcha: readCaptcha(env),
    tron: readTron(env, sandboxUrl, sandboxXpub),
    rates: readRates(env),
    perfectMoney: readPerfectMoney(env, sandboxUrl),
    map: readMap(env),
    /** Whether agents' clients must say when a location was taken. */
    isLocationTimeRequired: env.oneOf('CASHBOX_LOCATION_TIME', ['optional', 'required'], 'optional') === 'required',
    trustProxy: env.proxies('CASHBOX_TRUST_PROXY'),
    /** Whether browsers are told to use TLS for every host below the public one. */
    isTlsForSubdomains: env.oneOf('CASHBOX_HSTS_SUBDOMAINS', ['on', 'off'], 'on') === 'on',
    metricsToken: env.text('CASHBOX_METRICS_TOKEN'),
    /** Where a process that only works shows its health and metrics; null for nowhere. */
    metricsPort: env.text('CASHBOX_METRICS_PORT') === null ? null : env.integer('CASHBOX_METRICS_PORT', 0, 0, 65535),
    tracing: readTracing(env),
    logLevel: env.oneOf(
      'LOG_LEVEL',
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      isSandbox ? 'warn' : 'info',
    ),
  }
}

function readDatabase(env: Reader) {
  const listenUrl = env.postgresUrl('DATABASE_LISTEN_URL')
  const keepsStatements = env.oneOf('DATABASE_POOLER_STATEMENTS', ['named', 'unnamed'], 'named') === 'named'
  const databaseUrl = env.postgresUrl('DATABASE_URL')
  if (listenUrl !== null && databaseUrl === null) {
    env.problem('DATABASE_LISTEN_URL is set, but DATABASE_URL, the address of the pooler, is missing')
  }
  const network = env.text('CASHBOX_NETWORK') ?? DEFAULT_NETWORK
  if (!isNetworkName(network)) env.problem(`CASHBOX_NETWORK must be ${NETWORK_NAME_RULE}`)
  return {
    /** The schema that holds everything of this network. Other networks of the database have their own. */
    network,
    databaseUrl,
    /** The owner of the tables, for `npm run migrate` only. */
    databaseOwnerUrl: env.postgresUrl('DATABASE_OWNER_URL'),
    /** Where `databaseUrl` leads through a pooler in transaction mode: PostgreSQL itself, and what the pooler can do. */
    databasePooler: listenUrl === null ? undefined : { listenUrl, keepsStatements },
    /** A replica for operators' lists, charts and files. */
    databaseReplicaUrl: databaseUrl === null ? null : env.postgresUrl('DATABASE_REPLICA_URL'),
    databaseConnections: env.integer('CASHBOX_DATABASE_CONNECTIONS', 10, 2, 200),
  }
}

const pathOf = (given: string | null) => (given === null ? null : resolve(given))

function readBackup(env: Reader, isSandbox: boolean) {
  const alertAfterH = env.integer('CASHBOX_BACKUP_ALERT_HOURS', isSandbox ? 0 : 26, 0, 24 * 366)
  return {
    /** Where back-ups are written; null where none are made. */
    folder: pathOf(env.text('CASHBOX_BACKUP_FOLDER')),
    /** The public key of age that they are encrypted for. */
    recipient: env.text('CASHBOX_BACKUP_RECIPIENT'),
    /** A database whose role may create others, for the copy that is checked; null for the database itself. */
    checkUrl: env.postgresUrl('CASHBOX_BACKUP_CHECK_URL'),
    /** How many are kept: the last of so many days, weeks and months. */
    keep: {
      days: env.integer('CASHBOX_BACKUP_KEEP_DAYS', 7, 1, 366),
      weeks: env.integer('CASHBOX_BACKUP_KEEP_WEEKS', 5, 0, 520),
      months: env.integer('CASHBOX_BACKUP_KEEP_MONTHS', 12, 0, 240),
    },
    /** When a missing back-up is an alert; null for never. */
    alertAfterS: alertAfterH === 0 ? null : alertAfterH * HOUR_S,
    /** Where pg_dump and pg_restore are; null for the path. */
    programs: pathOf(env.text('CASHBOX_POSTGRES_BIN')),
  }
}

function readMap(env: Reader) {
  const [tiles, geocoder] = [env.url('CASHBOX_MAP_TILES', HTTP), env.url('CASHBOX_GEOCODER', HTTP)]
  if (tiles !== null && !['{z}', '{x}', '{y}'].every((part) => tiles.includes(part))) {
    env.problem('CASHBOX_MAP_TILES must contain {z}, {x} and {y}')
  }
  if (geocoder !== null && !geocoder.includes('{query}')) env.problem('CASHBOX_GEOCODER must contain {query}')
  return {
    /** Tile URL with {z}, {x} and {y}; null for the console's built-in outline. */
    tiles,
    /** URL with {query} of a geocoder with the Nominatim API; null for no address search. */
    geocoder,
    attribution: env.text('CASHBOX_MAP_ATTRIBUTION') ?? '',
  }
}

/** The names are those of OpenTelemetry, so that one setting serves all programs of a machine. */
function readTracing(env: Reader) {
  const endpoint = env.url('OTEL_EXPORTER_OTLP_ENDPOINT', HTTP)
  if (endpoint === null) return null
  const headers = (env.text('OTEL_EXPORTER_OTLP_HEADERS') ?? '').split(',').flatMap((pair) => {
    const [name = '', ...value] = pair.split('=')
    return name.trim() === '' ? [] : [[name.trim(), value.join('=').trim()] as const]
  })
  /** Spans are posted to the endpoint, such as http://collector:4318. */
  return { endpoint: endpoint.replace(/\/$/, ''), headers: Object.fromEntries(headers) }
}

function readCaptcha(env: Reader) {
  const siteKey = env.text('RECAPTCHA_SITE_KEY')
  const secretKey = env.text('RECAPTCHA_SECRET_KEY')
  if (env.oneOf('CASHBOX_CAPTCHA', ['on', 'off'], 'on') === 'off') return { type: 'off' as const }
  if (siteKey === null && secretKey === null) return { type: 'altcha' as const }
  if (siteKey === null || secretKey === null) {
    env.problem('RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET_KEY must be set together')
    return { type: 'altcha' as const }
  }
  return {
    type: 'recaptcha' as const,
    siteKey,
    secretKey,
    minimumScore: env.integer('RECAPTCHA_MIN_SCORE_PERCENT', 50, 0, 100) / 100,
    /** Host names whose tokens count; empty for any. */
    hostnames: env.list('RECAPTCHA_HOSTNAMES'),
    verifyUrl: env.url('RECAPTCHA_VERIFY_URL', HTTP) ?? 'https://www.google.com/recaptcha/api/siteverify',
  }
}
