import type { Form } from '@cashbox/client/use-form'
import { type PartnerPermission, partnerPermissions } from '@cashbox/contract/partner'
import { Checkbox, Field, type FieldForm } from '@cashbox/ui'
import { TextArea } from '@cashbox/ui/dense/form-fields'
import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'

interface KeyFieldProps {
  readonly form: Form<{ permissions: string; networks: string; reason: string }>
}

/** Permissions are one value of the form, with spaces between them, so that the server's message has a field. */
export const permissionsOf = (text: string) =>
  partnerPermissions.filter((permission) => text.split(' ').includes(permission))

/** One a line, or separated as in a list pasted from elsewhere. */
export const networksOf = (text: string) => text.split(/[\s,;]+/).filter((network) => network !== '')

export function PermissionsField({ form }: KeyFieldProps) {
  const t = useTranslations('partners.permissions')
  const id = useId()
  const chosen = permissionsOf(form.values.permissions)
  const error = form.errors.permissions
  const turn = (permission: PartnerPermission, isOn: boolean) =>
    form.change('permissions', [...chosen.filter((one) => one !== permission), ...(isOn ? [permission] : [])].join(' '))
  return (
    <fieldset aria-describedby={error && id} className="grid">
      <legend className="text-sm font-semibold">{t('label')}</legend>
      {partnerPermissions.map((permission) => (
        <Checkbox
          key={permission}
          label={t(permission)}
          checked={chosen.includes(permission)}
          aria-invalid={error ? true : undefined}
          onChange={(event) => turn(permission, event.target.checked)}
        />
      ))}
      <div aria-live="polite">
        {error && (
          <p id={id} className="flex gap-1.5 text-sm text-danger">
            <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
            {error}
          </p>
        )}
      </div>
    </fieldset>
  )
}

export function NetworksField({ form }: { form: FieldForm<{ networks: string }> }) {
  const t = useTranslations('partners.acts.add_key')
  return (
    <Field label={t('networks')} help={t('networks_help')} error={form.errors.networks}>
      {(control) => (
        <TextArea
          {...control}
          name="networks"
          spellCheck={false}
          className="font-mono text-sm"
          value={form.values.networks}
          onChange={(event) => form.change('networks', event.target.value)}
        />
      )}
    </Field>
  )
}
