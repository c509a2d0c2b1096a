import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import type { CaptchaConfig } from '../../platform/captcha/captcha.ts'
import type { Config, MapConfig, PerfectMoneyConfig } from '../../platform/config.ts'
import { splitHosts } from '../../platform/database/split-hosts.ts'
import type { TracingConfig } from '../../platform/log/tracing.ts'
import { isAccountXpub } from '../../rails/tron/tron-address.ts'
import { readBackup, readDatabase, readRetention } from './config-database.ts'
import {
  type Environment,
  HTTP,
  isEncrypted,
  isOnThisMachine,
  type Reader,
  reader,
  readSecrets,
} from './config-reader.ts'
import { readTron, unfitTron } from './config-tron.ts'

/** Lists every problem of the configuration at once, so that they can all be fixed together. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`Cashbox cannot start. Fix these settings:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

const SANDBOX_SECRET = 'sandbox-secret-that-everyone-knows'
const SECRET_LENGTH = 32
const TOKEN_LENGTH = 16

/** A group costs less for each confirmation the larger it is, so several of them need cores to spare. */
const lanesFor = (cores: number) => Math.min(3, Math.max(1, Math.floor(cores / 4)))

export function readConfig(environment: Environment): Config {
  const problems: string[] = []
  const env = reader(environment, problems)
  const mode = env.oneOf('CASHBOX_MODE', ['sandbox', 'production'], 'sandbox')
  const isSandbox = mode === 'sandbox'
  const port = env.integer('PORT', 4000, 0, 65535)
  const publicUrl = (env.url('CASHBOX_PUBLIC_URL', HTTP) ?? `http://localhost:${port}`).replace(/\/$/, '')
  const settings: Omit<Config, 'unknownSettings'> = {
    mode,
    mayBePrivate: isSandbox,
    host: env.text('HOST') ?? (isSandbox ? '127.0.0.1' : '0.0.0.0'),
    port,
    publicUrl,
    consoleUrl: (env.url('CASHBOX_CONSOLE_URL', HTTP) ?? publicUrl).replace(/\/$/, ''),
    apiBase: env.base('CASHBOX_API_BASE', '/api'),
    ...readDatabase(env),
    confirmationLanes: env.integer('CASHBOX_CONFIRMATION_LANES', lanesFor(availableParallelism()), 1, 8),
    drainSeconds: env.integer('CASHBOX_DRAIN_SECONDS', isSandbox ? 0 : 5, 0, 300),
    dataDirectory: resolve(env.text('CASHBOX_DATA_DIR') ?? join(import.meta.dirname, '../../../../../data')),
    backup: readBackup(env, isSandbox),
    retention: readRetention(env),
    secrets: readSecrets(env, SANDBOX_SECRET),
    mail: {
      smtpUrl: env.url('SMTP_URL', ['smtp:', 'smtps:']),
      from: env.text('MAIL_FROM') ?? 'Cashbox <no-reply@cashbox.test>',
    },
    auditMailbox: env.mailbox('CASHBOX_AUDIT_MAILBOX'),
    telegramUrl: env.url('TELEGRAM_API_URL', HTTP)?.replace(/\/$/, '') ?? null,
    captcha: readCaptcha(env),
    tron: readTron(env, isSandbox ? publicUrl : null),
    rates: readRates(env),
    perfectMoney: readPerfectMoney(env, isSandbox ? publicUrl : null),
    map: readMap(env),
    isPositionTimeRequired: env.oneOf('CASHBOX_POSITION_TIME', ['optional', 'required'], 'optional') === 'required',
    trustProxy: env.proxies('CASHBOX_TRUST_PROXY'),
    isTlsForSubdomains: env.oneOf('CASHBOX_HSTS_SUBDOMAINS', ['on', 'off'], 'on') === 'on',
    metricsToken: env.text('CASHBOX_METRICS_TOKEN'),
    metricsPort: env.text('CASHBOX_METRICS_PORT') === null ? null : env.integer('CASHBOX_METRICS_PORT', 0, 0, 65535),
    tracing: readTracing(env),
    logLevel: env.oneOf(
      'LOG_LEVEL',
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      isSandbox ? 'warn' : 'info',
    ),
  }
  // After all of them are read.
  const config: Config = { ...settings, unknownSettings: env.unknown() }
  if (config.tron.isOn && !isAccountXpub(config.tron.xpub))
    problems.push('TRON_XPUB must be the extended public key (xpub…) of an account')
  if (config.databaseUrl !== null && env.text('CASHBOX_MODE') === null) {
    problems.push('CASHBOX_MODE is missing: with DATABASE_URL, say whether this is production or sandbox')
  }
  if (mode === 'production') problems.push(...unfitForProduction(config, env))
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

function readMap(env: Reader): MapConfig {
  const [tiles, geocoder] = [env.url('CASHBOX_MAP_TILES', HTTP), env.url('CASHBOX_GEOCODER', HTTP)]
  if (tiles !== null && !['{z}', '{x}', '{y}'].every((part) => tiles.includes(part))) {
    env.problem('CASHBOX_MAP_TILES must contain {z}, {x} and {y}')
  }
  if (geocoder !== null && !geocoder.includes('{query}')) env.problem('CASHBOX_GEOCODER must contain {query}')
  return { tiles, geocoder, attribution: env.text('CASHBOX_MAP_ATTRIBUTION') ?? '' }
}

/** The names are those of OpenTelemetry, so that one setting serves all programs of a machine. */
function readTracing(env: Reader): TracingConfig | null {
  const endpoint = env.url('OTEL_EXPORTER_OTLP_ENDPOINT', HTTP)
  if (endpoint === null) return null
  const headers = (env.text('OTEL_EXPORTER_OTLP_HEADERS') ?? '').split(',').flatMap((pair) => {
    const [name = '', ...value] = pair.split('=')
    return name.trim() === '' ? [] : [[name.trim(), value.join('=').trim()] as const]
  })
  const serviceName = env.text('OTEL_SERVICE_NAME') ?? 'cashbox'
  return { endpoint: endpoint.replace(/\/$/, ''), headers: Object.fromEntries(headers), serviceName }
}

function readCaptcha(env: Reader): CaptchaConfig {
  const siteKey = env.text('RECAPTCHA_SITE_KEY')
  const secretKey = env.text('RECAPTCHA_SECRET_KEY')
  if (env.oneOf('CASHBOX_CAPTCHA', ['on', 'off'], 'on') === 'off') return { type: 'off' }
  if (siteKey === null && secretKey === null) return { type: 'altcha' }
  if (siteKey === null || secretKey === null) {
    env.problem('RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET_KEY must be set together')
    return { type: 'altcha' }
  }
  return {
    type: 'recaptcha',
    siteKey,
    secretKey,
    minimumScore: env.integer('RECAPTCHA_MIN_SCORE_PERCENT', 50, 0, 100) / 100,
    hostnames: env.list('RECAPTCHA_HOSTNAMES'),
    verifyUrl: env.url('RECAPTCHA_VERIFY_URL', HTTP) ?? 'https://www.google.com/recaptcha/api/siteverify',
  }
}

function readRates(env: Reader): Config['rates'] {
  const url = env.url('RATE_FEED_URL', HTTP)
  return {
    feed:
      url === null
        ? null
        : {
            url,
            maxChangePercent: env.integer('RATE_MAX_CHANGE_PERCENT', 10, 1, 1000),
            maxDayChangePercent: env.integer('RATE_MAX_DAY_CHANGE_PERCENT', 20, 1, 1000),
          },
    maxAgeS: env.integer('RATE_MAX_AGE_SECONDS', 900, 60, 7 * 24 * 3600),
    whenStale: env.oneOf('RATE_WHEN_STALE', ['hold', 'use'], 'hold'),
  }
}

/** Known to everyone who reads this; production refuses it. */
const SANDBOX_PASSPHRASE = 'sandbox-alternate-passphrase'

function readPerfectMoney(env: Reader, sandboxUrl: string | null): PerfectMoneyConfig | null {
  const account = env.text('PERFECT_MONEY_ACCOUNT') ?? (sandboxUrl === null ? null : 'U1234567')
  if (account === null) return null
  if (!/^[UEG]\d{4,12}$/.test(account))
    env.problem('PERFECT_MONEY_ACCOUNT must be a letter (U, E or G) followed by digits')
  const units = { U: 'USD', E: 'EUR', G: 'OAU' }[account[0] ?? ''] ?? 'USD'
  return {
    account,
    name: env.text('PERFECT_MONEY_NAME') ?? 'Cashbox',
    units,
    actionUrl:
      env.url('PERFECT_MONEY_ACTION_URL', HTTP) ??
      (sandboxUrl === null ? 'https://perfectmoney.com/api/step1.asp' : `${sandboxUrl}/sandbox/perfect-money`),
    minimumDeposit: env.amount('PERFECT_MONEY_MIN_DEPOSIT', '1'),
    offsetPercent: env.percent('PERFECT_MONEY_OFFSET_PERCENT', '0'),
    passphrase: env.text('PERFECT_MONEY_PASSPHRASE') ?? SANDBOX_PASSPHRASE,
    usualAddresses: env.list('PERFECT_MONEY_ADDRESSES'),
    history: readHistory(env, sandboxUrl),
  }
}

function readHistory(env: Reader, sandboxUrl: string | null): PerfectMoneyConfig['history'] {
  const isSandbox = sandboxUrl !== null
  const accountId = env.text('PERFECT_MONEY_ACCOUNT_ID') ?? (isSandbox ? '1234567' : null)
  const password = env.text('PERFECT_MONEY_PASSWORD') ?? (isSandbox ? 'sandbox-password' : null)
  if (accountId === null || password === null) {
    env.problem(
      'PERFECT_MONEY_ACCOUNT_ID or PERFECT_MONEY_PASSWORD is missing: a payment is credited only when the account history shows it',
    )
  }
  const url = isSandbox
    ? `${sandboxUrl}/sandbox/perfect-money/acct/historycsv.asp`
    : 'https://perfectmoney.com/acct/historycsv.asp'
  return {
    url: env.url('PERFECT_MONEY_HISTORY_URL', HTTP) ?? url,
    accountId: accountId ?? '',
    password: password ?? '',
  }
}

/** Settings that production refuses: a missing secret, or a part of the sandbox that is still on. */
function unfitForProduction(config: Config, env: Reader): string[] {
  const problems: [boolean, string][] = [
    [config.databaseUrl === null, 'DATABASE_URL is missing: production needs PostgreSQL'],
    [env.text('CASHBOX_PUBLIC_URL') === null, 'CASHBOX_PUBLIC_URL is missing: set the address that agents open'],
    [
      env.text('CASHBOX_PUBLIC_URL') !== null && !config.publicUrl.startsWith('https://'),
      'CASHBOX_PUBLIC_URL must start with https://',
    ],
    [
      env.text('CASHBOX_CONSOLE_URL') !== null && config.consoleUrl.startsWith('http://'),
      'CASHBOX_CONSOLE_URL must start with https://',
    ],
    [
      config.apiBase.startsWith('http://'),
      'CASHBOX_API_BASE must start with / or https://, because passwords are sent there',
    ],

    [env.text('CASHBOX_SECRET') === null, 'CASHBOX_SECRET is missing'],
    [
      env.text('CASHBOX_SECRET') !== null &&
        !config.secrets.every(({ secret }) => isRandom(secret) && secret !== SANDBOX_SECRET),
      `CASHBOX_SECRET must have at least ${SECRET_LENGTH} random characters in each secret and must not have the sandbox secret`,
    ],
    ...Object.entries({
      DATABASE_URL: config.databaseUrl,
      DATABASE_OWNER_URL: config.databaseOwnerUrl,
      DATABASE_LISTEN_URL: config.databasePooler?.listenUrl ?? null,
      DATABASE_REPLICA_URL: config.databaseReplica?.url ?? null,
      CASHBOX_BACKUP_CHECK_URL: config.backup.checkUrl,
    }).map(([name, url]): [boolean, string] => [
      url !== null && !splitHosts(url).every((one) => isEncrypted(one, ['require', 'verify-ca', 'verify-full'])),
      `${name} must have sslmode=require or stricter, because others could read and change data without TLS`,
    ]),
    [
      config.mail.smtpUrl?.startsWith('smtp://') === true && !isOnThisMachine(config.mail.smtpUrl),
      'SMTP_URL must start with smtps://, because e-mails contain log-in links',
    ],
    [config.mail.smtpUrl === null, 'SMTP_URL is missing: production sends real e-mail'],
    [env.text('MAIL_FROM') === null, 'MAIL_FROM is missing'],
    [
      config.telegramUrl !== null,
      'TELEGRAM_API_URL is only allowed in the sandbox, because tokens of bots are sent there',
    ],
    [config.captcha.type === 'off', 'CASHBOX_CAPTCHA=off is only allowed in the sandbox'],
    [
      config.captcha.type === 'recaptcha' && config.captcha.hostnames.length === 0,
      'RECAPTCHA_HOSTNAMES is missing: set the host names whose tokens are accepted',
    ],
    [env.text('CASHBOX_METRICS_TOKEN') === null, 'CASHBOX_METRICS_TOKEN is missing'],
    [
      config.metricsToken !== null && config.metricsToken.length < TOKEN_LENGTH,
      `CASHBOX_METRICS_TOKEN must have at least ${TOKEN_LENGTH} characters`,
    ],
    ...(config.tron.isOn ? unfitTron(config.tron, env) : []),
    [
      config.rates.feed !== null && !config.rates.feed.url.startsWith('https://'),
      'RATE_FEED_URL must start with https://, because a forged rate could create money',
    ],
    [
      config.perfectMoney !== null && [null, SANDBOX_PASSPHRASE].includes(env.text('PERFECT_MONEY_PASSPHRASE')),
      'PERFECT_MONEY_PASSPHRASE is missing: set the alternate passphrase that signs status calls',
    ],
    [
      config.perfectMoney?.history.url.startsWith('http://') === true,
      'PERFECT_MONEY_HISTORY_URL must start with https://, because the password is sent there',
    ],
    [
      config.perfectMoney !== null && config.perfectMoney.actionUrl.includes('/sandbox/'),
      'PERFECT_MONEY_ACTION_URL must not point to the sandbox',
    ],
  ]
  return problems.filter(([isProblem]) => isProblem).map(([, problem]) => problem)
}

/** Not proof of randomness, but 32 equal letters and a word written twice don't pass. */
const isRandom = (secret: string) => secret.length >= SECRET_LENGTH && new Set(secret).size >= 12
