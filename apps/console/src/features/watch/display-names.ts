import { OTHER_TOKEN } from '@cashbox/contract'
import { useTranslations } from 'use-intl'

/** What a token that is not ours calls itself may be anything, so it has no name here. */
export function useCoinName(): (coin: string) => string {
  const t = useTranslations('watch.topups')
  return (coin) => (coin === OTHER_TOKEN ? t('other_token') : coin)
}

const passes = ['first', 'second', 'third'] as const

/** The feed of transfers is read several times, each time later. */
export function usePassName(): (pass: string) => string {
  const t = useTranslations('watch.tron')
  return (pass) => {
    const name = passes.find((one) => one === pass)
    return name ? t(`passes.${name}`) : t('pass', { pass })
  }
}
