import type { OutputOf } from '@cashbox/contract'
import { type KnownRate, listRates, readTopupMethods } from '@cashbox/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'
import { keepAnswer, queryClient } from '../../platform/queries.ts'

const rateKeys = {
  rates: ['rates', 'rates'] as const,
  topupMethods: ['rates', 'top-up methods'] as const,
}

export type Rates = OutputOf<typeof listRates>

export const useRates = () =>
  useQuery({ queryKey: rateKeys.rates, queryFn: ({ signal }) => call(listRates, {}, { signal }) })

export const useTopupMethods = () =>
  useQuery({ queryKey: rateKeys.topupMethods, queryFn: ({ signal }) => call(readTopupMethods, {}, { signal }) })

export const pairOf = ({ coin, currency_code }: Pick<KnownRate, 'coin' | 'currency_code'>) => `${coin}/${currency_code}`

/** What the server answered to a change, at once. */
export function keepRate(rate: KnownRate): void {
  keepAnswer<Rates>(
    rateKeys.rates,
    (rates) => rates && { ...rates, list: rates.list.map((one) => (pairOf(one) === pairOf(rate) ? rate : one)) },
  )
}

export const renewRates = () => queryClient.invalidateQueries({ queryKey: rateKeys.rates })
