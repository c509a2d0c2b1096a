import { DateTime, Field, TextInput } from '@cashbox/ui'
import { useLanguage } from '../language/language.ts'
import { formatDateTime } from './formats.ts'
import { useTimezone } from './timezone.ts'

interface MomentFieldProps {
  readonly type: 'date' | 'datetime-local'
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

export const MomentField = ({ type, label, value, onChange }: MomentFieldProps) => (
  <Field label={label} className="min-w-0">
    {(control) => (
      <TextInput
        {...control}
        type={type}
        min={type === 'date' ? '2000-01-01' : '2000-01-01T00:00'}
        max={type === 'date' ? '9998-12-31' : '9998-12-31T23:59'}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="[&_input]:px-3"
      />
    )}
  </Field>
)

export function Moment({ seconds, className = 'tabular-nums' }: { seconds: number; className?: string }) {
  const timeZone = useTimezone()
  const { language } = useLanguage()
  return <DateTime seconds={seconds} text={formatDateTime(seconds, timeZone, language)} className={className} />
}
