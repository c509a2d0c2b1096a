import type { Form } from '@cashbox/client/use-form'
import { Field, TextInput } from '@cashbox/ui'
import { SelectInput } from '@cashbox/ui/dense/form-fields'
import { useTranslations } from 'use-intl'
import { units } from './durations.ts'
import type { TimeName, TimeValues } from './terms.ts'

interface DurationFieldProps {
  readonly form: Form<TimeValues & { readonly name: string; readonly reason: string }>
  readonly name: TimeName
  readonly label: string
  readonly help: string
}

/** How many, and of what. */
export function DurationField({ form, name, label, help }: DurationFieldProps) {
  const t = useTranslations('partners')
  const unitName = `${name}_unit` as const
  return (
    <Field label={label} help={help} error={form.errors[name]} isRequired>
      {(control) => (
        <div className="grid grid-cols-2 gap-2">
          <TextInput
            {...control}
            name={name}
            autoComplete="off"
            inputMode="decimal"
            value={form.values[name]}
            onChange={(event) => form.change(name, event.target.value)}
          />
          <SelectInput
            aria-label={t('terms.unit', { label })}
            name={unitName}
            value={form.values[unitName]}
            options={units.map((unit) => ({ value: unit, label: t(`units.${unit}`) }))}
            onChange={(event) => form.change(unitName, event.target.value)}
          />
        </div>
      )}
    </Field>
  )
}
