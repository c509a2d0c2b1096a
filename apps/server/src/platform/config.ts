import type { CaptchaConfig } from './captcha/captcha.ts'
import type { TracingConfig } from './log/tracing.ts'
import type { SecretKeys } from './secrets/keyring.ts'

export interface Config extends DatabaseConfig {
  /** Names that begin with CASHBOX_ and that nothing reads, such as misspelled ones. */
  readonly unknownSettings: readonly string[]
  readonly mode: 'sandbox' | 'production'
  /** Whether requests may go to private addresses: only in the sandbox, where the outside world runs on this machine. */
  readonly mayBePrivate: boolean
  readonly host: string
  readonly port: number
  readonly publicUrl: string
  /** Where operators reach the console; the public address unless it has a separate host. */
  readonly consoleUrl: string
  /** Where the agents' app makes its calls: a path of this server, or an address elsewhere. */
  readonly apiBase: string
  /** How many groups of confirmations a process may have under way. */
  readonly confirmationLanes: number
  readonly drainSeconds: number
  readonly dataDirectory: string
  readonly backup: BackupConfig
  readonly retention: RetentionConfig
  readonly secrets: SecretKeys
  readonly mail: { readonly smtpUrl: string | null; readonly from: string }
  /** Where Telegram's Bot API is; null for Telegram's own, in the sandbox for the sandbox's. */
  readonly telegramUrl: string | null
  /** Where the end of the audit is sent every day; null for all admins, in the sandbox for no one. */
  readonly auditMailbox: string | null
  readonly captcha: CaptchaConfig
  readonly tron: TronConfig
  readonly perfectMoney: PerfectMoneyConfig | null
  readonly rates: RateRules & { readonly feed: RateFeedConfig | null }
  readonly map: MapConfig
  /** Whether agents' clients must say when a position was taken. */
  readonly isPositionTimeRequired: boolean
  readonly trustProxy: string | false
  /** Whether browsers are told to use TLS for every host below the public one. */
  readonly isTlsForSubdomains: boolean
  readonly metricsToken: string | null
  /** Where a process that only works shows its health and metrics; null for nowhere. */
  readonly metricsPort: number | null
  readonly tracing: TracingConfig | null
  readonly logLevel: string
}

export interface DatabaseConfig {
  /** The schema that holds everything of this network. Other networks of the database have their own. */
  readonly network: string
  readonly databaseUrl: string | null
  /** The owner of the tables, for `npm run migrate` only. */
  readonly databaseOwnerUrl: string | null
  /** Where `databaseUrl` leads through a pooler in transaction mode: PostgreSQL itself, and what the pooler can do. */
  readonly databasePooler: { readonly listenUrl: string; readonly keepsStatements: boolean } | undefined
  /** A replica for operators' lists, charts and files, and how long one of these waits for it to catch up. */
  readonly databaseReplica: { readonly url: string; readonly waitMs: number } | null
  readonly databaseConnections: number
}

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

/** For how many days is kept what need not be kept for ever. */
export interface RetentionConfig {
  /** Attempts at events that have arrived. */
  readonly attemptDays: number
  /** Log-ins and mail links, after their end. */
  readonly loginDays: number
}

export interface TronProviderConfig {
  readonly url: string
  readonly apiKey: string | null
}

export interface TronConfig {
  /** While off, agents see no address and no transfer is read. Transfers are found after it is on again. */
  readonly isOn: boolean
  /** Extended public key of the account that agents' addresses are derived from. */
  readonly xpub: string
  readonly network: string
  /** Part of each reference, because the same transaction ID can exist on another chain. */
  readonly chain: string
  /** The contract address of the token; its name and symbol prove nothing. */
  readonly usdt: string
  /** In order of preference. Empty in the sandbox, which simulates a chain. */
  readonly providers: readonly TronProviderConfig[]
  /** Between two reads of the feed of transfers. */
  readonly pollMs: number
  /** Addresses to check in each poll interval. */
  readonly addressChecks: number
  readonly minimumDeposit: string
  /** USDT per agent and day that is credited with the proof of one provider. Null: any sum. */
  readonly secondProviderAbove: string | null
  /** Sums below the minimum are added up until they reach it, or left to an operator. */
  readonly smallSums: 'gather' | 'hold'
  readonly offsetPercent: string
  /** `{txid}` is replaced by the transaction ID. */
  readonly explorerUrl: string
}

export interface PerfectMoneyConfig {
  readonly account: string
  readonly name: string
  readonly units: string
  readonly actionUrl: string
  readonly minimumDeposit: string
  readonly offsetPercent: string
  /** The account's alternate passphrase; with it, anyone can sign status calls. */
  readonly passphrase: string
  /** Status calls from other addresses are accepted but logged, because there may be a proxy. */
  readonly usualAddresses: readonly string[]
  /** Needs the account's own password. Only payments in the history are credited. */
  readonly history: { readonly url: string; readonly accountId: string; readonly password: string }
}

export interface RateRules {
  /** For rates from the feed. A rate that an operator set does not expire. */
  readonly maxAgeS: number
  /** Whether top-ups are held until there is a new rate, or credited at the old one. */
  readonly whenStale: 'hold' | 'use'
}

export interface RateFeedConfig {
  readonly url: string
  /** The largest accepted change within an hour. */
  readonly maxChangePercent: number
  /** The largest accepted change within a day. */
  readonly maxDayChangePercent: number
}

export interface MapConfig {
  /** Tile URL with {z}, {x} and {y}; null for the console's built-in outline. */
  readonly tiles: string | null
  readonly attribution: string
  /** URL with {query} of a geocoder with the Nominatim API; null for no address search. */
  readonly geocoder: string | null
}
