import { getWallets, type Wallet, walletTypes } from '@cashbox/contract'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from 'wouter'
import { call } from '../../platform/call.ts'
import { textOf } from '../../platform/fill-defaults.ts'
import { useLogged } from '../../platform/settings.ts'
import { topupKeys } from './topup-keys.ts'

const RATE_FRESH_MS = 60_000

/** Network and address may be missing where a provider's page takes over. */
const completed = (wallet: Wallet): Wallet => ({
  ...wallet,
  network: wallet.network ?? null,
  wallet: wallet.wallet ?? null,
  min_deposit: textOf(wallet.min_deposit),
  offset_percent: textOf(wallet.offset_percent),
  rate: textOf(wallet.rate),
})

const isKnown = ({ type }: Wallet) => walletTypes.includes(type)

/** The ways to top up that this app knows. A failure to load them is only logged; the screen offers to try again. */
export function useWallets() {
  const query = useQuery({
    queryKey: topupKeys.wallets,
    queryFn: async ({ signal }) =>
      (await call(getWallets, {}, { signal, ignoreErrors: true })).wallets.filter(isKnown).map(completed),
    // Rates change without a word.
    staleTime: RATE_FRESH_MS,
    refetchInterval: RATE_FRESH_MS,
  })
  useLogged('the wallets could not be loaded', query.error)
  return query
}

/** A server may offer several wallets of one type: "tron", "tron-2". */
const nameOf = (wallets: readonly Wallet[], wallet: Wallet): string => {
  const place = wallets.filter(({ type }) => type === wallet.type).indexOf(wallet)
  return place === 0 ? wallet.type : `${wallet.type}-${place + 1}`
}

export interface NamedWallet extends Wallet {
  /** Different for each wallet, and the same after a reload. */
  readonly id: string
  /** Its type alone does not say which one it is. */
  readonly isOneOfSeveral: boolean
}

const nameAll = (wallets: readonly Wallet[]): readonly NamedWallet[] =>
  wallets.map((wallet) => ({
    ...wallet,
    id: nameOf(wallets, wallet),
    isOneOfSeveral: wallets.filter(({ type }) => type === wallet.type).length > 1,
  }))

/** The chosen way is part of the address, so that it survives a reload; the first one is chosen to begin with. */
export function useChosenWallet(all: readonly Wallet[]) {
  const [path, navigate] = useLocation()
  const chosen = new URLSearchParams(useSearch()).get('type')
  const wallets = nameAll(all)
  return {
    wallets,
    wallet: wallets.find(({ id }) => id === chosen) ?? wallets[0],
    choose: (id: string) => navigate(`${path}?type=${id}`, { replace: true }),
  }
}
