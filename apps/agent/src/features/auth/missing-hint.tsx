import { useLocale, useTranslations } from 'use-intl'

type MissingName =
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'password'
  | 'password_confirmation'
  | 'country_code'
  | 'city'
  | 'street'
  | 'phone'
  | 'messenger'
  | 'messenger_id'
  | 'terms'

const NAMED_AT_MOST = 3

/** Says why the button can't be pressed yet: by name when little is missing, else by number. */
export function MissingHint({ id, missing }: { id: string; missing: readonly MissingName[] }) {
  const t = useTranslations()
  const locale = useLocale()
  const words = () => {
    // The consent is no field to be filled in, so it is named but not counted.
    const fields = missing.filter((name) => name !== 'terms')
    if (missing.length > NAMED_AT_MOST) return t('auth.missing_count', { count: fields.length })
    const names = missing.map((name) => t(`field.${name}`))
    return t('auth.missing', { fields: new Intl.ListFormat(locale, { type: 'unit' }).format(names) })
  }
  return (
    <p id={id} role="status" className="text-center text-sm text-ink-soft">
      {missing.length > 0 && words()}
    </p>
  )
}
