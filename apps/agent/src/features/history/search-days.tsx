import { useTranslations } from 'use-intl'
import { MomentField } from '../../platform/time/moment.tsx'

interface SearchDaysProps {
  readonly from: string
  readonly to: string
  readonly onChange: (name: 'from' | 'to', value: string) => void
}

/** The days of a search. Without them all months are searched. */
export function SearchDays({ from, to, onChange }: SearchDaysProps) {
  const t = useTranslations('period')
  return (
    <div className="grid grid-cols-2 gap-3">
      <MomentField type="date" label={t('from')} value={from} onChange={(value) => onChange('from', value)} />
      <MomentField type="date" label={t('to')} value={to} onChange={(value) => onChange('to', value)} />
    </div>
  )
}
