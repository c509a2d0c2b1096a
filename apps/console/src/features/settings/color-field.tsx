import type { Form } from '@cashbox/client/use-form'
import { Field, TextInput } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { isColor } from './brand.ts'

/** The colour as a picker and as digits: each follows the other. */
export function ColorField({ form: { values, errors, change } }: { form: Form<{ brand_color: string }> }) {
  const t = useTranslations('settings.color')
  const color = values.brand_color
  const setColor = (value: string) => change('brand_color', value.trim().toLowerCase())
  return (
    <Field
      label={t('label')}
      help={t('help')}
      error={errors.brand_color ?? (isColor(color) ? undefined : t('invalid'))}
      isRequired
    >
      {(control) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label={t('pick')}
            value={isColor(color) ? color : '#000000'}
            onChange={(event) => setColor(event.target.value)}
            className="h-12 w-14 shrink-0 cursor-pointer rounded-2xl border border-edge bg-card p-1"
          />
          <TextInput
            {...control}
            name="brand_color"
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            maxLength={7}
            value={color}
            onChange={(event) => setColor(event.target.value)}
            className="max-w-40 tabular-nums"
          />
        </div>
      )}
    </Field>
  )
}
