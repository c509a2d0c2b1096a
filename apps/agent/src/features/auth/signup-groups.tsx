import { TextField } from '@cashbox/ui'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { NewPasswordFields } from '../../platform/forms.tsx'
import { CountryField, MessengerField, MessengerIdField, PhoneField } from './contact-fields.tsx'
import { EmailField } from './fields.tsx'
import type { GuestForm } from './use-guest-form.ts'

/** The fields of the sign-up in the order of the page. */
export const signupNames = [
  'first_name',
  'last_name',
  'email',
  'password',
  'password_confirmation',
  'country_code',
  'city',
  'street',
  'phone',
  'messenger',
  'messenger_id',
] as const

type SignupName = (typeof signupNames)[number]

interface GroupProps {
  readonly form: GuestForm<SignupName>
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="rounded-2xl border border-line bg-card p-5">
    <legend className="contents">
      <span className="text-lg font-semibold">{title}</span>
    </legend>
    <div className="grid gap-5 pt-4">{children}</div>
  </fieldset>
)

export function YouGroup({ form }: GroupProps) {
  const t = useTranslations()
  return (
    <Group title={t('auth.signup.group_you')}>
      <div className="grid gap-5 sm:grid-cols-2 sm:items-start">
        <TextField
          form={form}
          name="first_name"
          label={t('field.first_name')}
          autoComplete="given-name"
          enterKeyHint="next"
        />
        <TextField
          form={form}
          name="last_name"
          label={t('field.last_name')}
          autoComplete="family-name"
          enterKeyHint="next"
        />
      </div>
      <EmailField form={form} />
      <NewPasswordFields form={form} label={t('field.password')} enterKeyHint="next" />
    </Group>
  )
}

export function PointGroup({ form }: GroupProps) {
  const t = useTranslations()
  return (
    <Group title={t('auth.signup.group_point')}>
      <CountryField form={form} />
      <TextField
        form={form}
        name="city"
        label={t('field.city')}
        autoComplete="address-level2"
        autoCapitalize="words"
        enterKeyHint="next"
      />
      <TextField
        form={form}
        name="street"
        label={t('field.street')}
        placeholder={t('field.street_placeholder')}
        autoComplete="address-line1"
        autoCapitalize="words"
        enterKeyHint="next"
      />
    </Group>
  )
}

export function ContactGroup({ form }: GroupProps) {
  const t = useTranslations('auth.signup')
  return (
    <Group title={t('group_contact')}>
      <PhoneField form={form} />
      <MessengerField form={form} />
      <MessengerIdField form={form} />
    </Group>
  )
}
