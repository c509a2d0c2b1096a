import { useTranslations } from 'use-intl'
import type { Messages } from '../../platform/intl.tsx'

type KnownField = keyof Messages['approvals']['fields']

/** What people call the fields of a change; one without a name keeps its own. */
export function useFieldNames(): (field: string) => string {
  const t = useTranslations('approvals.fields')
  return (field) => (t.has(field as KnownField) ? t(field as KnownField) : field)
}
