import { getWallets, type Wallet, type WalletType } from '@cashbox/contract'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from 'wouter'
import { call } from '../../platform/call.ts'
import { useLogged } from '../../platform/settings.ts'
import { topupKeys } from './topup-keys.ts'

const RATE_FRESH_MS = 60_000

/** The ways to top up. That they could not be loaded is no news for the agent; the screen offers to try again. */
export function useWallets() {
  const query = useQuery({
    queryKey: topupKeys.wallets,
    queryFn: async ({ signal }) => (await call(getWallets, {}, { signal, ignoreErrors: true })).wallets,
    refetchInterval: RATE_FRESH_MS,
  })
  useLogged('the wallets could not be loaded', query.error)
  return query
}

/** The chosen way is part of the address, so that it survives a reload; the first one is chosen to begin with. */
export function useChosenWallet(wallets: readonly Wallet[]) {
  const [path, navigate] = useLocation()
  const type = new URLSearchParams(useSearch()).get('type')
  return {
    wallet: wallets.find((wallet) => wallet.type === type) ?? wallets[0],
    choose: (next: WalletType) => navigate(`${path}?type=${next}`, { replace: true }),
  }
}
