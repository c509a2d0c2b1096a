import { type AlertKind, alertKinds } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'

/** The names of kinds of alerts; one that this version does not know keeps its code. */
export function useKindNames(): (kinds: readonly string[]) => string[] {
  const t = useTranslations('destinations.kind_names')
  return (kinds) =>
    kinds.map((code) => {
      const kind = alertKinds.find((one) => one === code)
      return kind ? t(kind) : code
    })
}

/** The kind that a choice in a form stands for. */
export const kindOf = (code: string): AlertKind => alertKinds.find((kind) => kind === code) ?? 'jobs_failed'
