import { Button, bindText, Callout, Choice, Field, type FieldForm, TextField } from '@cashbox/ui'
import { CircleAlert } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { reloadDictionaries, useDictionaries } from '../../platform/dictionaries.ts'
import { useChoiceTexts } from '../../platform/language/language-choice.tsx'

interface ChoiceForm {
  readonly country_code: string
  readonly messenger: string
}

interface ChoiceFieldProps {
  readonly form: FieldForm<ChoiceForm>
  readonly name: keyof ChoiceForm
  readonly options: ComponentProps<typeof Choice>['options']
  readonly isSearchable: boolean
}

/** One letter would find most countries. */
const MIN_SEARCH_LENGTH = 2

function ChoiceField({ form, name, options, isSearchable }: ChoiceFieldProps) {
  const t = useTranslations()
  const texts = useChoiceTexts()
  const { isLoading } = useDictionaries()
  const { value, onChange } = bindText(form, name)
  const label = t(`field.${name}`)
  return (
    <Field label={label} error={form.errors[name]} isRequired>
      {(control) => (
        <Choice
          {...control}
          {...texts}
          label={label}
          value={value || null}
          onValueChange={(chosen) => onChange({ target: { value: chosen } })}
          options={options}
          placeholder={t(isLoading ? 'common.loading' : `field.${name}_placeholder`)}
          isDisabled={isLoading}
          isSearchable={isSearchable}
          minSearchLength={MIN_SEARCH_LENGTH}
          minimumText={t('common.search_minimum', { count: MIN_SEARCH_LENGTH })}
        />
      )}
    </Field>
  )
}

export function CountryField({ form }: Pick<ChoiceFieldProps, 'form'>) {
  const { countries } = useDictionaries()
  const options = countries
    .filter(({ is_offered }) => is_offered)
    .map(({ code, name, phone_code }) => ({ value: code, label: name, keywords: `${code} ${phone_code ?? ''}` }))
  return <ChoiceField form={form} name="country_code" options={options} isSearchable />
}

export function MessengerField({ form }: Pick<ChoiceFieldProps, 'form'>) {
  const { messengers } = useDictionaries()
  const options = messengers
    .filter(({ is_offered }) => is_offered)
    .map(({ code, name, image }) => ({ value: code, label: name, image }))
  return <ChoiceField form={form} name="messenger" options={options} isSearchable={false} />
}

export function MessengerIdField({ form }: { form: FieldForm<{ messenger_id: string }> }) {
  const t = useTranslations('field')
  return (
    <TextField
      form={form}
      name="messenger_id"
      label={t('messenger_id')}
      help={t('messenger_id_help')}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      enterKeyHint="done"
    />
  )
}

/** The country code is shown as a prefix. */
export function PhoneField({ form }: { form: FieldForm<{ country_code: string; phone: string }> }) {
  const t = useTranslations('field')
  const { countries } = useDictionaries()
  const countryCode = form.values.country_code
  const phoneCode = countries.find(({ code }) => code === countryCode)?.phone_code
  const help = countryCode === '' ? t('phone_needs_country') : phoneCode ? t('phone_help') : undefined
  return (
    <TextField
      form={form}
      name="phone"
      label={t('phone')}
      help={help}
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      dir="ltr"
      className="tabular-nums"
      prefix={phoneCode && <span className="border-e border-line pe-3 text-ink">{phoneCode}</span>}
      disabled={countryCode === ''}
      enterKeyHint="next"
    />
  )
}

/** The form needs the lists: offers to load them again. */
export function ListsCallout() {
  const t = useTranslations()
  const { countries, isLoading } = useDictionaries()
  if (isLoading || countries.length > 0) return null
  return (
    <Callout tone="danger" icon={<CircleAlert aria-hidden />} title={t('error.load')}>
      <Button variant="ghost" className="-ms-5 -mb-2" onClick={() => void reloadDictionaries()}>
        {t('common.retry')}
      </Button>
    </Callout>
  )
}
