import type { TronConfig } from '../../platform/config.ts'
import { isTronAddress, SANDBOX_XPUB } from '../../rails/tron/tron-address.ts'
import { HTTP, type Reader } from './config-reader.ts'

const MAINNET_USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

export function readTron(env: Reader, sandboxUrl: string | null): TronConfig {
  const isSandbox = sandboxUrl !== null
  const usdt = env.text('TRON_USDT_CONTRACT') ?? MAINNET_USDT
  if (!isTronAddress(usdt)) env.problem('TRON_USDT_CONTRACT must be the address (T…) of a contract')
  const explorerUrl = isSandbox ? `${sandboxUrl}/sandbox/tron#{txid}` : 'https://tronscan.org/#/transaction/{txid}'
  const urls = env.list('TRON_API_URLS')
  const keys = env.list('TRON_API_KEYS')
  for (const url of urls) env.isAddress('TRON_API_URLS', url, HTTP)
  if (keys.length > urls.length) env.problem('TRON_API_KEYS must not have more entries than TRON_API_URLS')
  return {
    isOn: env.oneOf('TRON', ['on', 'off'], 'on') === 'on',
    xpub: env.text('TRON_XPUB') ?? SANDBOX_XPUB,
    network: env.text('TRON_NETWORK') ?? 'TRC20',
    chain: env.text('TRON_CHAIN') ?? (isSandbox ? 'sandbox' : 'mainnet'),
    usdt,
    providers: urls.map((url, index) => ({ url: url.replace(/\/$/, ''), apiKey: keys[index] ?? null })),
    pollMs: env.integer('TRON_POLL_SECONDS', isSandbox ? 2 : 10, 1, 600) * 1000,
    addressChecks: env.integer('TRON_ADDRESS_CHECKS', 3, 1, 1000),
    minimumDeposit: env.amount('TRON_MIN_DEPOSIT', '10'),
    secondProviderAbove:
      env.text('TRON_SECOND_PROVIDER_ABOVE') === null && isSandbox
        ? null
        : env.amount('TRON_SECOND_PROVIDER_ABOVE', '1000'),
    smallSums: env.oneOf('TRON_SMALL_SUMS', ['gather', 'hold'], 'gather'),
    offsetPercent: env.percent('TRON_OFFSET_PERCENT', '0'),
    explorerUrl: env.text('TRON_EXPLORER_URL') ?? explorerUrl,
  }
}

export const unfitTron = (tron: TronConfig, env: Reader): [boolean, string][] => [
  [env.text('TRON_XPUB') === null, 'TRON_XPUB is missing'],
  [
    env.text('TRON_XPUB') === SANDBOX_XPUB,
    'TRON_XPUB is the sandbox key: its private keys are public, so anyone could take the money',
  ],
  [tron.providers.length === 0, 'TRON_API_URLS is missing: set the Tron nodes to read transfers from'],
  [
    tron.providers.some(({ url }) => !url.startsWith('https://')),
    'TRON_API_URLS must start with https://, because a forged answer could create money',
  ],
  [tron.chain === 'sandbox', 'TRON_CHAIN must not be "sandbox" in production'],
]
