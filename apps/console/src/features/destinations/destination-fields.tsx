import { languageNames, languageOf, languages } from '@cashbox/contract'
import { type AlertDestination, type AlertKind, alertKinds, type Cadence, cadences } from '@cashbox/contract/operator'
import { Checkbox, type FieldForm } from '@cashbox/ui'
import { SelectField } from '@cashbox/ui/dense/form-fields'
import { useTranslations } from 'use-intl'

/** What is sent to a destination, as a form has it: kinds are one value, with spaces between them. */
export type WishValues = {
  critical: string
  warning: string
  language: string
  alert_kinds: string
}

export const initialWishes = (known?: AlertDestination): WishValues => ({
  critical: known?.critical ?? 'now',
  warning: known?.warning ?? 'hourly',
  language: known?.language ?? 'en',
  alert_kinds: (known?.alert_kinds ?? alertKinds).join(' '),
})

const chosenOf = (text: string): AlertKind[] => alertKinds.filter((kind) => text.split(' ').includes(kind))

/** As the server takes it: all kinds include those of later versions. */
export function wishOf({ critical, warning, language, alert_kinds }: WishValues) {
  const chosen = chosenOf(alert_kinds)
  return {
    critical: cadenceOf(critical),
    warning: cadenceOf(warning),
    language: languageOf(language),
    alert_kinds: chosen.length === alertKinds.length ? null : chosen,
  }
}

const cadenceOf = (text: string): Cadence => cadences.find((cadence) => cadence === text) ?? 'now'

interface WishProps {
  readonly form: FieldForm<WishValues>
}

export function WishFields({ form }: WishProps) {
  const t = useTranslations('destinations')
  const options = cadences.map((value) => ({ value, label: t(`cadences.${value}`) }))
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField form={form} name="critical" label={t('critical')} options={options} />
        <SelectField form={form} name="warning" label={t('warning')} options={options} />
      </div>
      <SelectField
        form={form}
        name="language"
        label={t('language')}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
      />
      <KindsField form={form} />
    </>
  )
}

function KindsField({ form }: WishProps) {
  const t = useTranslations('destinations')
  const chosen = chosenOf(form.values.alert_kinds)
  const error = form.errors.alert_kinds
  const turn = (kind: AlertKind, isOn: boolean) =>
    form.change('alert_kinds', [...chosen.filter((one) => one !== kind), ...(isOn ? [kind] : [])].join(' '))
  return (
    <details>
      <summary className="cursor-pointer py-2 font-semibold">
        {t('kinds')}: {t('kinds_chosen', { count: chosen.length, all: alertKinds.length })}
      </summary>
      <fieldset className="grid">
        <legend className="sr-only">{t('kinds')}</legend>
        {alertKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={t(`kind_names.${kind}`)}
            checked={chosen.includes(kind)}
            onChange={(event) => turn(kind, event.target.checked)}
          />
        ))}
      </fieldset>
      {error && <p className="text-sm text-danger">{error}</p>}
    </details>
  )
}
