import { OTHER_TOKEN } from '@cashbox/contract'
import { useTranslations } from 'use-intl'
import type { Messages } from '../../platform/language.ts'

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

type Rule = keyof Messages['rules']

/** What a rule says. One that this console does not know is shown by its name. */
export function useRuleName(): (rule: string) => string {
  const t = useTranslations('rules')
  return (rule) => (t.has(rule as Rule) ? t(rule as Rule) : rule)
}

type SealedPlace = keyof Messages['watch']['sealed_places']

/** Which secret it is: "keys of partners: 019a…" is a place, whose words have underscores in the texts, and a row. */
export function useSecretName(): (secret: string) => string {
  const t = useTranslations('watch.sealed_places')
  return (secret) => {
    const [place = '', row = ''] = secret.split(': ')
    const key = place.replaceAll(' ', '_') as SealedPlace
    return t.has(key) ? `${t(key)}: ${row}` : secret
  }
}
