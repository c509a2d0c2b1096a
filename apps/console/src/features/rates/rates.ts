import type { OutputOf } from '@cashbox/contract'
import { type KnownRate, listRates, readTopupMethods } from '@cashbox/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { cacheAnswer, call, queryClient } from '../../platform/session/call.ts'

export type Rates = OutputOf<typeof listRates>

const rateKeys = {
  rates: ['rates', 'rates'] as const,
  topupMethods: ['rates', 'top-up methods'] as const,
}

const rateFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 12 })

export const useRates = () =>
  useQuery({ queryKey: rateKeys.rates, queryFn: ({ signal }) => call(listRates, {}, { signal }) })

export const useTopupMethods = () =>
  useQuery({ queryKey: rateKeys.topupMethods, queryFn: ({ signal }) => call(readTopupMethods, {}, { signal }) })

export const pairOf = ({ coin, currency_code }: Pick<KnownRate, 'coin' | 'currency_code'>) => `${coin}/${currency_code}`

export function cacheRate(rate: KnownRate): void {
  cacheAnswer<Rates>(
    rateKeys.rates,
    (rates) => rates && { ...rates, list: rates.list.map((one) => (pairOf(one) === pairOf(rate) ? rate : one)) },
  )
}

export const refreshRates = () => queryClient.invalidateQueries({ queryKey: rateKeys.rates })

/** "12650.5" → "12,650.50". Formats the string itself, so that no digit is lost. */
export const formatRate = (rate: string): string => rateFormat.format(rate as `${number}`)
