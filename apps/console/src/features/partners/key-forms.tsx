import { type Form, useForm } from '@cashbox/client/use-form'
import { createPartnerKey, disablePartnerKey, type Partner, setPartnerKeyNetworks } from '@cashbox/contract/operator'
import { type PartnerPermission, partnerPermissions } from '@cashbox/contract/partner'
import { Callout, Checkbox, Field, type FieldForm } from '@cashbox/ui'
import { SelectField, TextArea } from '@cashbox/ui/dense/form-fields'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { ActForm, type ActProps, ReasonField } from '../../platform/forms/act-form.tsx'
import { useChangeToast } from '../../platform/forms/approval-requests.ts'
import { showSecretOnce } from '../../platform/forms/secret-dialog.tsx'
import { call } from '../../platform/session/call.ts'
import { useOperator } from '../../platform/session/session.ts'
import { notify } from '../../platform/toasts.ts'
import { cachePartner, liveKeys } from './partners.ts'

interface KeyFieldProps {
  readonly form: Form<{ permissions: string; networks: string; reason: string }>
}

interface KeyActProps extends ActProps {
  readonly partner: Partner
  readonly keyId: string
}

const NOW = 'now'
const DAYS = [3, 7, 14, 30]

export function KeyForm({ partner: { code, version, name }, onDone, onReload }: ActProps & { partner: Partner }) {
  const t = useTranslations('partners')
  const notifyChanged = useChangeToast()
  const operatorId = useOperator().id
  const form = useForm({
    initial: { permissions: 'read create', networks: '', reason: '' },
    send: async ({ permissions, networks, reason }) => {
      const input = { permissions: permissionsOf(permissions), networks: networksOf(networks), reason }
      const { partner, key_id, secret, request } = await call(createPartnerKey, { code, version, ...input })
      cachePartner(partner)
      showSecretOnce({
        operatorId,
        title: t('secret.key_title'),
        text: t('secret.text', { name }),
        keyId: key_id,
        secret,
      })
      notifyChanged(request, '')
      onDone()
    },
  })
  return (
    <ActForm
      form={form}
      text={t('acts.add_key.text')}
      submit={t('acts.add_key.submit')}
      onCancel={onDone}
      onReload={onReload}
    >
      <PermissionsField form={form} />
      <NetworksField form={form} />
      <ReasonField form={form} />
    </ActForm>
  )
}

/** Permissions are one form value, separated by spaces, so that the server's message has a field. */
const permissionsOf = (text: string) => partnerPermissions.filter((permission) => text.split(' ').includes(permission))

/** Separated by lines, spaces, commas or semicolons. */
const networksOf = (text: string) => text.split(/[\s,;]+/).filter((network) => network !== '')

function PermissionsField({ form }: KeyFieldProps) {
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

function NetworksField({ form }: { form: FieldForm<{ networks: string }> }) {
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

export function KeyNetworksForm({ partner: { code, version, name, keys }, keyId, ...props }: KeyActProps) {
  const t = useTranslations('partners.acts.set_networks')
  const notifyChanged = useChangeToast()
  const form = useForm({
    initial: { networks: keys.find(({ id }) => id === keyId)?.networks.join('\n') ?? '', reason: '' },
    send: async ({ networks, reason }) => {
      const input = { code, version, key_id: keyId, networks: networksOf(networks), reason }
      const { partner, request } = await call(setPartnerKeyNetworks, input)
      cachePartner(partner)
      notifyChanged(request, '')
      props.onDone()
    },
  })
  return (
    <ActForm
      form={form}
      text={t('text', { name, key: keyId })}
      submit={t('submit')}
      onCancel={props.onDone}
      onReload={props.onReload}
    >
      <NetworksField form={form} />
      <ReasonField form={form} />
    </ActForm>
  )
}

/** At once, or in some days while the partner changes to its other key. */
export function DisableKeyForm({ partner, keyId, onDone, onReload }: KeyActProps) {
  const t = useTranslations('partners')
  const { code, version, name } = partner
  const form = useForm({
    initial: { in_days: NOW, reason: '' },
    send: async ({ in_days, reason }) => {
      const later = in_days === NOW ? {} : { in_days: Number(in_days) }
      const { partner: changed } = await call(disablePartnerKey, { code, version, key_id: keyId, reason, ...later })
      cachePartner(changed)
      notify('success', t(in_days === NOW ? 'acts.disable_key.done' : 'acts.disable_key.planned'))
      onDone()
    },
  })
  const isActive = partner.keys.some(({ id, activated_at }) => id === keyId && activated_at !== null)
  return (
    <ActForm
      form={form}
      text={t('acts.disable_key.text', { name, key: keyId })}
      submit={t('acts.disable_key.submit')}
      variant="danger"
      isDisabled={form.values.reason.trim() === ''}
      onCancel={onDone}
      onReload={onReload}
    >
      {liveKeys(partner).length === 1 && (
        <Callout tone="warning" icon={<TriangleAlert aria-hidden />} title={t('acts.disable_key.last', { name })} />
      )}
      {isActive && (
        <SelectField
          form={form}
          name="in_days"
          label={t('acts.disable_key.when')}
          options={[
            { value: NOW, label: t('acts.disable_key.now') },
            ...DAYS.map((count) => ({ value: String(count), label: t('acts.disable_key.in_days', { count }) })),
          ]}
        />
      )}
      <ReasonField form={form} />
    </ActForm>
  )
}
