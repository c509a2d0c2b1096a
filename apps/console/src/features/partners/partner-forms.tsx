import {
  type ApprovalRequest,
  activatePartnerKey,
  changePartner,
  createPartnerKey,
  disablePartnerKey,
  type Partner,
  setPartnerKeyNetworks,
  setPartnerWebhook,
  setPartnerWithdrawalLimits,
} from '@cashbox/contract/operator'
import { type PartnerPermission, partnerPermissions } from '@cashbox/contract/partner'
import { Callout, Checkbox, Field, type FieldForm, TextField } from '@cashbox/ui'
import { SelectField, TextArea } from '@cashbox/ui/dense/form-fields'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { ActForm, type ActProps, isGiven, orNone } from '../../platform/forms/form.tsx'
import { SecondOperator } from '../../platform/forms/second-operator.tsx'
import { useShowSecret } from '../../platform/forms/secret-dialog.tsx'
import { useUndo } from '../../platform/forms/use-undo.ts'
import { call } from '../../platform/session/call.ts'
import { notify } from '../../platform/toasts.ts'
import { changedTerms, DurationField, termValues } from './durations.tsx'
import { cachePartner, liveKeys } from './partners.ts'

export type PartnerAct = keyof typeof forms | ReasonedAct

type ReasonedAct = 'switch_off' | 'switch_on' | 'webhook_off' | 'webhook_on' | 'rotate_webhook' | 'activate_key'

interface PartnerFormProps extends ActProps {
  readonly partner: Partner
  /** The key or the currency of the act; empty for acts on the partner itself. */
  readonly about: string
}

const NOW = 'now'
const DAYS = [3, 7, 14, 30]
const urlInput = { type: 'url', placeholder: 'https://', maxLength: 2000 } as const

/** Acts that can be undone, and the acts that undo them. */
const opposites = { webhook_off: 'webhook_on' } as const

const forms = {
  change: TermsForm,
  add_key: KeyForm,
  set_networks: KeyNetworksForm,
  disable_key: DisableKeyForm,
  set_webhook: WebhookForm,
  set_limits: LimitsForm,
}

export function usePartnerActs(partner: Partner) {
  const t = useTranslations('partners.acts')
  return (kind: PartnerAct, about = '') => ({
    title: t(`${kind}.title`, { name: partner.name }),
    renderForm: (act: Required<ActProps>) => {
      const props = { ...act, partner, about }
      if (!isKeyOf(forms, kind)) return <PartnerReasonForm {...props} kind={kind} />
      const Form = forms[kind]
      return <Form {...props} />
    },
  })
}

const isKeyOf = <Things extends object>(things: Things, key: PropertyKey): key is keyof Things =>
  Object.hasOwn(things, key)

function PartnerReasonForm({ kind, partner, about, ...act }: PartnerFormProps & { kind: ReasonedAct }) {
  const t = useTranslations('partners.acts')
  const { name } = partner
  const showLink = useShowLink(name)
  const { undo, reasonOf } = useUndo()
  const isUndoable = isKeyOf(opposites, kind)
  return (
    <ActForm
      {...act}
      initial={{ reason: '' }}
      send={async ({ reason }) => {
        const { partner: changed, link, request } = cachePartner(await carryOut(kind, partner, about, reason))
        if (isUndoable) {
          const opposite = opposites[kind]
          const revert = async () => cachePartner(await carryOut(opposite, changed, '', reasonOf(reason)))
          notify('success', t(`${kind}.done`, { name }), undo(revert, t(`${opposite}.done`, { name })))
        }
        if (link) showLink(link)
        return { request }
      }}
      done={kind.startsWith('switch') || kind === 'webhook_on' ? t(`${kind as 'switch_on'}.done`, { name }) : undefined}
      text={t(`${kind}.text`, { name, key: about })}
      submit={t(`${kind}.submit`)}
      variant={isUndoable || kind === 'switch_off' ? 'danger' : 'primary'}
    >
      {kind === 'switch_on' && <SecondOperator kind="partner_change" />}
    </ActForm>
  )
}

function carryOut(
  kind: ReasonedAct,
  { code, version }: Partner,
  key_id: string,
  reason: string,
): Promise<{ partner: Partner; link?: string | null; request?: ApprovalRequest | null }> {
  const change = { code, version, reason }
  if (kind === 'activate_key') return call(activatePartnerKey, { code, reason, key_id })
  if (kind === 'rotate_webhook') return call(setPartnerWebhook, change)
  const field = kind === 'switch_off' || kind === 'switch_on' ? 'is_enabled' : 'is_webhook_enabled'
  return call(changePartner, { ...change, [field]: kind === 'switch_on' || kind === 'webhook_on' })
}

function TermsForm({ partner, about: _about, ...act }: PartnerFormProps) {
  const t = useTranslations('partners')
  const { code, version } = partner
  return (
    <ActForm
      {...act}
      initial={{ ...termValues(partner), reason: '' }}
      send={async ({ reason, ...values }) =>
        cachePartner(await call(changePartner, { code, version, ...changedTerms(partner, values), reason }))
      }
      done={({ partner: { name } }) => t('acts.change.done', { name })}
      text={t('acts.change.text')}
      submit={t('acts.change.submit')}
      isReady={({ values }) => Object.keys(changedTerms(partner, values)).length > 0}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" label={t('name')} maxLength={80} />
          <DurationField form={form} name="lifetime_s" term="lifetime" />
          <DurationField form={form} name="max_lifetime_s" term="max_lifetime" />
          <DurationField form={form} name="reversal_window_s" term="reversal" />
          <TextField
            {...urlInput}
            form={form}
            name="verification_url"
            label={t('terms.players')}
            help={t('terms.players_help')}
            isOptional
          />
          {needsSecond(partner, changedTerms(partner, form.values)) && <SecondOperator kind="partner_change" />}
        </>
      )}
    </ActForm>
  )
}

const needsSecond = (partner: Partner, { reversal_window_s = 0, verification_url = null }: Partial<Partner>) =>
  reversal_window_s > partner.reversal_window_s || verification_url !== null

function useShowLink(name: string) {
  const t = useTranslations('partners.link')
  const show = useShowSecret()
  return (value: string, keyId?: string) =>
    show({
      kind: 'link',
      title: t(keyId === undefined ? 'webhook_title' : 'key_title'),
      text: t('text', { name }),
      ...(keyId !== undefined && { keyId }),
      value,
    })
}

function LimitsForm({
  partner: { code, version, name, withdrawal_limits },
  about: currency,
  ...act
}: PartnerFormProps) {
  const t = useTranslations('partners')
  const limits = withdrawal_limits.find(({ currency_code }) => currency_code === currency)
  const field = { inputMode: 'decimal', suffix: currency, isOptional: true } as const
  return (
    <ActForm
      {...act}
      initial={{ max_open: limits?.max_open ?? '', max_per_day: limits?.max_per_day ?? '', reason: '' }}
      send={async ({ max_open, max_per_day, reason }) => {
        const sums = { max_open: orNone(max_open), max_per_day: orNone(max_per_day) }
        const input = { code, version, currency_code: currency, ...sums, reason }
        return cachePartner(await call(setPartnerWithdrawalLimits, input))
      }}
      done={t('acts.set_limits.done', { name })}
      text={t('acts.set_limits.text')}
      submit={t('acts.set_limits.submit')}
      isReady={({ isChanged, values }) => isChanged && isGiven(values.reason)}
    >
      {(form) => (
        <>
          <TextField {...field} form={form} name="max_open" label={t('limits.max_open')} />
          <TextField
            {...field}
            form={form}
            name="max_per_day"
            label={t('limits.max_per_day')}
            help={t('limits.max_per_day_help')}
          />
        </>
      )}
    </ActForm>
  )
}

/** Saving the same address again creates a new secret. */
function WebhookForm({ partner: { code, version, name, webhook }, about: _about, ...act }: PartnerFormProps) {
  const t = useTranslations('partners')
  const showLink = useShowLink(name)
  return (
    <ActForm
      {...act}
      initial={{ url: webhook.url ?? '', reason: '' }}
      send={async (values) => {
        const answer = cachePartner(await call(setPartnerWebhook, { code, version, ...values }))
        if (answer.link) showLink(answer.link)
        return answer
      }}
      text={t(webhook.url === null ? 'acts.set_webhook.first_text' : 'acts.set_webhook.text', { name })}
      submit={t('acts.set_webhook.submit')}
    >
      {(form) => <TextField {...urlInput} form={form} name="url" label={t('hook.address')} />}
    </ActForm>
  )
}

function KeyForm({ partner: { code, version, name }, about: _about, ...act }: PartnerFormProps) {
  const t = useTranslations('partners')
  const showLink = useShowLink(name)
  return (
    <ActForm
      {...act}
      initial={{ permissions: 'read create', networks: '', reason: '' }}
      send={async ({ permissions, networks, reason }) => {
        const input = { permissions: permissionsOf(permissions), networks: networksOf(networks), reason }
        const { key_id, link } = cachePartner(await call(createPartnerKey, { code, version, ...input }))
        showLink(link, key_id)
      }}
      text={t('acts.add_key.text')}
      submit={t('acts.add_key.submit')}
    >
      {(form) => (
        <>
          <PermissionsField form={form} />
          <NetworksField form={form} />
        </>
      )}
    </ActForm>
  )
}

/** Permissions are one form value, separated by spaces, so that the server's message has a field. */
const permissionsOf = (text: string) => partnerPermissions.filter((permission) => text.split(' ').includes(permission))

const networksOf = (text: string) => text.split(/[\s,;]+/).filter((network) => network !== '')

function PermissionsField({ form }: { form: FieldForm<{ permissions: string }> }) {
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

function KeyNetworksForm({ partner: { code, version, name, keys }, about, ...act }: PartnerFormProps) {
  const t = useTranslations('partners.acts.set_networks')
  return (
    <ActForm
      {...act}
      initial={{ networks: keys.find(({ id }) => id === about)?.networks.join('\n') ?? '', reason: '' }}
      send={async ({ networks, reason }) => {
        const input = { code, version, key_id: about, networks: networksOf(networks), reason }
        return cachePartner(await call(setPartnerKeyNetworks, input))
      }}
      text={t('text', { name, key: about })}
      submit={t('submit')}
    >
      {(form) => <NetworksField form={form} />}
    </ActForm>
  )
}

/** At once, or in some days while the partner changes to its other key. */
function DisableKeyForm({ partner, about, ...act }: PartnerFormProps) {
  const t = useTranslations('partners.acts.disable_key')
  const { code, version, name, keys } = partner
  const key = keys.find(({ id }) => id === about)
  const isPlanned = key?.expires_at != null
  return (
    <ActForm
      {...act}
      initial={{ in_days: NOW, reason: '' }}
      send={async ({ in_days, reason }) => {
        const later = in_days === NOW ? {} : { in_days: Number(in_days) }
        const ended = cachePartner(await call(disablePartnerKey, { code, version, key_id: about, reason, ...later }))
        return { ...ended, outcome: in_days === NOW ? ('done' as const) : ('planned' as const) }
      }}
      done={({ outcome }) => t(outcome)}
      text={t('text', { name, key: about })}
      submit={t('submit')}
      variant="danger"
      isReady={({ values }) => isGiven(values.reason)}
    >
      {(form) => (
        <>
          {liveKeys(partner).length === 1 && (
            <Callout tone="warning" icon={<TriangleAlert aria-hidden />} title={t('last', { name })} />
          )}
          {key?.activated_at != null && (
            <SelectField
              form={form}
              name="in_days"
              label={t('when')}
              options={[
                { value: NOW, label: t('now') },
                ...DAYS.map((count) => ({ value: String(count), label: t('in_days', { count }) })),
              ]}
            />
          )}
          {isPlanned && form.values.in_days !== NOW && <SecondOperator kind="partner_key_expiry" />}
        </>
      )}
    </ActForm>
  )
}
