import type { OutputOf } from '@cashbox/contract'
import { type KnownRate, listRates, readTopupMethods } from '@cashbox/contract/operator'
import { cacheRow, refresh, useAnswer } from '../../platform/session/session.ts'

export type Rates = OutputOf<typeof listRates>

const rateFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 12 })

export const useRates = () => useAnswer(listRates, {})

export const useTopupMethods = () => useAnswer(readTopupMethods, {})

export const pairOf = ({ coin, currency_code }: Pick<KnownRate, 'coin' | 'currency_code'>) => `${coin}/${currency_code}`

export const cacheRate = (rate: KnownRate): void => cacheRow(listRates, rate, pairOf)

export const refreshRates = () => refresh(listRates.path)

/** "12650.5" → "12,650.50". Formats the string itself, so that no digit is lost. */
export const formatRate = (rate: string): string => rateFormat.format(rate as `${number}`)
