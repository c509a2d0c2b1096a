import { splitHosts } from '@cashbox/postgres/split-hosts'
import { type Config, readSettings, SANDBOX_SECRET } from '../platform/config.ts'
import { type Environment, isEncrypted, isOnThisMachine, type Reader, reader } from '../platform/config-reader.ts'
import { SANDBOX_PASSPHRASE } from '../platform/config-topups.ts'
import { isAccountXpub, SANDBOX_XPUB } from '../rails/tron/tron-address.ts'

/** Lists every problem of the configuration at once, so that they can all be fixed together. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`Cashbox cannot start. Fix these settings:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

const SECRET_LENGTH = 32
const TOKEN_LENGTH = 16

export function readConfig(environment: Environment): Config {
  const problems: string[] = []
  const env = reader(environment, problems)
  const settings = readSettings(env, SANDBOX_XPUB)
  // After all of them are read.
  const config: Config = { ...settings, unknownSettings: env.unknown() }
  if (config.tron.isOn && !isAccountXpub(config.tron.xpub))
    problems.push('TRON_XPUB must be the extended public key (xpub…) of an account')
  if (config.databaseUrl !== null && env.text('CASHBOX_MODE') === null) {
    problems.push('CASHBOX_MODE is missing: with DATABASE_URL, say whether this is production or sandbox')
  }
  if (config.mode === 'production') problems.push(...unfitForProduction(config, env))
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** Settings that production refuses: a missing secret, or a part of the sandbox that is still on. */
function unfitForProduction(config: Config, env: Reader): string[] {
  const { isOn: isTron, providers } = config.tron
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
      DATABASE_REPLICA_URL: config.databaseReplicaUrl,
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
    [isTron && env.text('TRON_XPUB') === null, 'TRON_XPUB is missing'],
    [
      isTron && env.text('TRON_XPUB') === SANDBOX_XPUB,
      'TRON_XPUB is the sandbox key: its private keys are public, so anyone could take the money',
    ],
    [isTron && providers.length === 0, 'TRON_API_URLS is missing: set the Tron nodes to read transfers from'],
    [
      isTron && providers.some(({ url }) => !url.startsWith('https://')),
      'TRON_API_URLS must start with https://, because a forged answer could create money',
    ],
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
