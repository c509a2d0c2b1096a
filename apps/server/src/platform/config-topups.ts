import { HTTP, type Reader } from './config-reader.ts'

export type TronConfig = ReturnType<typeof readTron>
export type TronProviderConfig = TronConfig['providers'][number]
export type PerfectMoneyConfig = NonNullable<ReturnType<typeof readPerfectMoney>>
type Rates = ReturnType<typeof readRates>
export type RateRules = Pick<Rates, 'maxAgeS' | 'whenStale'>
export type RateFeedConfig = NonNullable<Rates['feed']>

const MAINNET_USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

export function readTron(env: Reader, sandboxUrl: string | null, sandboxXpub: string) {
  const isSandbox = sandboxUrl !== null
  const urls = env.list('TRON_API_URLS')
  const apiKeys = env.list('TRON_API_KEYS')
  for (const url of urls) env.isAddress('TRON_API_URLS', url, HTTP)
  if (apiKeys.length > urls.length) env.problem('TRON_API_KEYS must not have more entries than TRON_API_URLS')
  return {
    /** While off, agents see no address and no transfer is read. Transfers are found after it is on again. */
    isOn: env.oneOf('TRON', ['on', 'off'], 'on') === 'on',
    /** Extended public key of the account that agents' addresses are derived from. */
    xpub: env.text('TRON_XPUB') ?? sandboxXpub,
    /** Part of each reference, because the same transaction ID can exist on another chain. */
    chain: isSandbox ? 'sandbox' : 'mainnet',
    /** The contract address of the token; its name and symbol prove nothing. */
    usdt: MAINNET_USDT,
    /** In order of preference. Empty in the sandbox, which simulates a chain. */
    providers: urls.map((url, index) => ({ url: url.replace(/\/$/, ''), apiKey: apiKeys[index] ?? null })),
    /** Between two reads of the feed of transfers. */
    pollMs: env.integer('TRON_POLL_SECONDS', isSandbox ? 2 : 10, 1, 600) * 1000,
    minimumDeposit: env.amount('TRON_MIN_DEPOSIT', '10'),
    /** USDT per agent and day that is credited with the proof of one provider. Null: any sum. */
    secondProviderAbove:
      env.text('TRON_SECOND_PROVIDER_ABOVE') === null && isSandbox
        ? null
        : env.amount('TRON_SECOND_PROVIDER_ABOVE', '1000'),
    /** Sums below the minimum are added up until they reach it, or left to an operator. */
    smallSums: env.oneOf('TRON_SMALL_SUMS', ['gather', 'hold'], 'gather'),
    offsetPercent: env.percent('TRON_OFFSET_PERCENT', '0'),
    /** `{txid}` is replaced by the transaction ID. */
    explorerUrl: isSandbox ? `${sandboxUrl}/sandbox/tron#{txid}` : 'https://tronscan.org/#/transaction/{txid}',
    /** `{address}` is replaced. */
    addressExplorerUrl: isSandbox ? `${sandboxUrl}/sandbox/tron#{address}` : 'https://tronscan.org/#/address/{address}',
  }
}

export function readRates(env: Reader) {
  const url = env.url('RATE_FEED_URL', HTTP)
  return {
    feed:
      url === null
        ? null
        : {
            url,
            /** The largest accepted change within an hour. */
            maxChangePercent: env.integer('RATE_MAX_CHANGE_PERCENT', 10, 1, 1000),
            /** The largest accepted change within a day. */
            maxDayChangePercent: env.integer('RATE_MAX_DAY_CHANGE_PERCENT', 20, 1, 1000),
          },
    /** For rates from the feed. A rate that an operator set does not expire. */
    maxAgeS: env.integer('RATE_MAX_AGE_SECONDS', 900, 60, 7 * 24 * 3600),
    /** Whether top-ups are held until there is a new rate, or credited at the old one. */
    whenStale: env.oneOf('RATE_WHEN_STALE', ['hold', 'use'], 'hold'),
  }
}

/** Known to everyone who reads this; production refuses it. */
export const SANDBOX_PASSPHRASE = 'sandbox-alternate-passphrase'

export function readPerfectMoney(env: Reader, sandboxUrl: string | null) {
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
    /** The account's alternate passphrase; with it, anyone can sign status calls. */
    passphrase: env.text('PERFECT_MONEY_PASSPHRASE') ?? SANDBOX_PASSPHRASE,
    /** Needs the account's own password. Only payments in the history are credited. */
    history: readHistory(env, sandboxUrl),
  }
}

function readHistory(env: Reader, sandboxUrl: string | null) {
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
