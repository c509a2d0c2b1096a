import * as api from '@cashbox/contract/operator'
import { partnerPermissions } from '@cashbox/contract/partner'
import { Callout, type FieldForm } from '@cashbox/ui'
import { KeyRound, Link2, Plus, Power, SlidersHorizontal, TriangleAlert } from 'lucide-react'
import { actsWith } from '../../platform/forms/acts.tsx'
import {
  ActForm,
  isGiven,
  orNone,
  SomeField,
  selectField,
  someOf,
  sumField,
  textAreaField,
  textField,
} from '../../platform/forms/form.tsx'
import { SecondOperator } from '../../platform/forms/second-operator.tsx'
import { useShowSecret } from '../../platform/forms/secret-dialog.tsx'
import { useUndo } from '../../platform/forms/use-undo.ts'
import { textsOf } from '../../platform/language/language.ts'
import { call } from '../../platform/session/session.ts'
import { notify } from '../../platform/toasts.ts'
import { changedTerms, DurationField, termValues } from './durations.tsx'
import { cachePartner, liveKeys } from './partners.ts'

const t = textsOf('partners')

interface PartnerProps {
  readonly partner: api.Partner
}

interface PartnerFormProps extends PartnerProps {
  /** The key or the currency of the act; empty for acts on the partner itself. */
  readonly about: string
}

const NOW = 'now'
const DAYS = [3, 7, 14, 30]
const urlInput = { type: 'url', placeholder: 'https://', maxLength: 2000 } as const

function PartnerReasonForm({ texts, partner, about }: PartnerFormProps & { texts: PartnerAct }) {
  const { name } = partner
  const showLink = useShowLink(name)
  const { undo, reasonOf } = useUndo()
  const isUndoable = texts === 'partners.acts.webhook_off'
  return (
    <ActForm
      initial={{ reason: '' }}
      send={async ({ reason }) => {
        const { partner: changed, link, request } = cachePartner(await carryOut(texts, partner, about, reason))
        if (isUndoable) {
          const revert = () => carryOut('partners.acts.webhook_on', changed, '', reasonOf(reason)).then(cachePartner)
          notify('success', t('acts.webhook_off.done', { name }), undo(revert, t('acts.webhook_on.done', { name })))
        }
        if (link) showLink(link)
        return { request }
      }}
      {...(isUndoable && { done: () => null })}
      variant={isUndoable || texts === 'partners.acts.switch_off' ? 'danger' : 'primary'}
    >
      {texts === 'partners.acts.switch_on' && <SecondOperator kind="partner_change" />}
    </ActForm>
  )
}

function carryOut(
  texts: PartnerAct,
  { code, version }: api.Partner,
  key_id: string,
  reason: string,
): Promise<{ partner: api.Partner; link?: string | null; request?: api.ApprovalRequest | null }> {
  const change = { code, version, reason }
  switch (texts) {
    case 'partners.acts.activate_key':
      return call(api.activatePartnerKey, { code, reason, key_id })
    case 'partners.acts.rotate_webhook':
      return call(api.setPartnerWebhook, change)
    case 'partners.acts.switch_on':
    case 'partners.acts.switch_off':
      return call(api.changePartner, { ...change, is_enabled: texts === 'partners.acts.switch_on' })
    default:
      return call(api.changePartner, { ...change, is_webhook_enabled: texts === 'partners.acts.webhook_on' })
  }
}

function TermsForm({ partner }: PartnerProps) {
  const { code, version } = partner
  return (
    <ActForm
      initial={{ ...termValues(partner), reason: '' }}
      send={async ({ reason, ...values }) =>
        cachePartner(await call(api.changePartner, { code, version, ...changedTerms(partner, values), reason }))
      }
      done={({ partner: { name } }) => t('acts.change.done', { name })}
      isReady={({ values }) => Object.keys(changedTerms(partner, values)).length > 0}
    >
      {(form) => (
        <>
          {textField(form, 'name', t('name'), { maxLength: 80 })}
          <DurationField form={form} name="lifetime_s" term="lifetime" />
          <DurationField form={form} name="max_lifetime_s" term="max_lifetime" />
          <DurationField form={form} name="reversal_window_s" term="reversal" />
          {textField(form, 'verification_url', t('terms.players'), {
            ...urlInput,
            help: t('terms.players_help'),
            isOptional: true,
          })}
          {needsSecond(partner, changedTerms(partner, form.values)) && <SecondOperator kind="partner_change" />}
        </>
      )}
    </ActForm>
  )
}

const needsSecond = (partner: api.Partner, { reversal_window_s = 0, verification_url = null }: Partial<api.Partner>) =>
  reversal_window_s > partner.reversal_window_s || verification_url !== null

function useShowLink(name: string) {
  const show = useShowSecret()
  return (value: string, keyId?: string) =>
    show({
      kind: 'link',
      title: t(keyId === undefined ? 'link.webhook_title' : 'link.key_title'),
      text: t('link.text', { name }),
      ...(keyId !== undefined && { keyId }),
      value,
    })
}

function LimitsForm({ partner: { code, version, withdrawal_limits }, about: currency }: PartnerFormProps) {
  const limits = withdrawal_limits.find(({ currency_code }) => currency_code === currency)
  return (
    <ActForm
      initial={{ max_open: limits?.max_open ?? '', max_per_day: limits?.max_per_day ?? '', reason: '' }}
      send={async ({ max_open, max_per_day, reason }) => {
        const sums = { max_open: orNone(max_open), max_per_day: orNone(max_per_day) }
        const input = { code, version, currency_code: currency, ...sums, reason }
        return cachePartner(await call(api.setPartnerWithdrawalLimits, input))
      }}
      isReady={({ isChanged, values }) => isChanged && isGiven(values.reason)}
    >
      {(form) => (
        <>
          {sumField(form, 'max_open', t('limits.max_open'), currency)}
          {sumField(form, 'max_per_day', t('limits.max_per_day'), currency, t('limits.max_per_day_help'))}
        </>
      )}
    </ActForm>
  )
}

/** Saving the same address again creates a new secret. */
function WebhookForm({ partner: { code, version, name, webhook } }: PartnerProps) {
  const showLink = useShowLink(name)
  return (
    <ActForm
      initial={{ url: webhook.url ?? '', reason: '' }}
      send={async (values) => {
        const answer = cachePartner(await call(api.setPartnerWebhook, { code, version, ...values }))
        if (answer.link) showLink(answer.link)
        return answer
      }}
      {...(webhook.url === null && { text: t('acts.set_webhook.first_text', { name }) })}
    >
      {(form) => textField(form, 'url', t('hook.address'), urlInput)}
    </ActForm>
  )
}

function KeyForm({ partner: { code, version, name } }: PartnerProps) {
  const showLink = useShowLink(name)
  return (
    <ActForm
      initial={{ permissions: 'read create', address_ranges: '', reason: '' }}
      send={async ({ permissions, address_ranges, reason }) => {
        const input = {
          permissions: someOf(partnerPermissions, permissions),
          address_ranges: rangesOf(address_ranges),
          reason,
        }
        const { key_id, link } = cachePartner(await call(api.createPartnerKey, { code, version, ...input }))
        showLink(link, key_id)
      }}
    >
      {(form) => (
        <>
          <SomeField
            form={form}
            name="permissions"
            label={t('permissions.label')}
            all={partnerPermissions}
            labelOf={(one) => t(`permissions.${one}`)}
          />
          <RangesField form={form} />
        </>
      )}
    </ActForm>
  )
}

const rangesOf = (text: string) => text.split(/[\s,;]+/).filter((network) => network !== '')

function RangesField({ form }: { form: FieldForm<{ address_ranges: string }> }) {
  const input = { spellCheck: false, className: 'font-mono text-sm', hasLines: true, isOptional: true }
  return textAreaField(form, 'address_ranges', t('acts.add_key.address_ranges'), {
    ...input,
    help: t('acts.add_key.address_ranges_help'),
  })
}

const KeyRangesForm = ({ partner: { code, version, keys }, about }: PartnerFormProps) => (
  <ActForm
    initial={{ address_ranges: keys.find(({ id }) => id === about)?.address_ranges.join('\n') ?? '', reason: '' }}
    send={async ({ address_ranges, reason }) => {
      const input = { code, version, key_id: about, address_ranges: rangesOf(address_ranges), reason }
      return cachePartner(await call(api.setPartnerKeyRanges, input))
    }}
  >
    {(form) => <RangesField form={form} />}
  </ActForm>
)

/** At once, or in some days while the partner changes to its other key. */
function DisableKeyForm({ partner, about }: PartnerFormProps) {
  const { code, version, name, keys } = partner
  const key = keys.find(({ id }) => id === about)
  const later = DAYS.map((count) => ({ value: String(count), label: t('acts.disable_key.in_days', { count }) }))
  return (
    <ActForm
      initial={{ in_days: NOW, reason: '' }}
      send={async ({ in_days, reason }) => {
        const days = in_days === NOW ? {} : { in_days: Number(in_days) }
        const ended = cachePartner(await call(api.disablePartnerKey, { code, version, key_id: about, reason, ...days }))
        return { ...ended, outcome: in_days === NOW ? ('done' as const) : ('planned' as const) }
      }}
      done={({ outcome }) => t(`acts.disable_key.${outcome}`)}
      variant="danger"
      isReady={({ values }) => isGiven(values.reason)}
    >
      {(form) => (
        <>
          {liveKeys(partner).length === 1 && (
            <Callout tone="warning" icon={<TriangleAlert aria-hidden />} title={t('acts.disable_key.last', { name })} />
          )}
          {key?.activated_at != null &&
            selectField(form, 'in_days', t('acts.disable_key.when'), [
              { value: NOW, label: t('acts.disable_key.now') },
              ...later,
            ])}
          {key?.expires_at != null && form.values.in_days !== NOW && <SecondOperator kind="partner_key_expiry" />}
        </>
      )}
    </ActForm>
  )
}

const acts = {
  'partners.acts.change': [api.changePartner, SlidersHorizontal, TermsForm],
  'partners.acts.switch_off': [api.changePartner, Power, PartnerReasonForm],
  'partners.acts.switch_on': [api.changePartner, Power, PartnerReasonForm],
  'partners.acts.add_key': [api.createPartnerKey, Plus, KeyForm],
  'partners.acts.activate_key': [api.disablePartnerKey, null, PartnerReasonForm],
  'partners.acts.set_ranges': [api.disablePartnerKey, null, KeyRangesForm],
  'partners.acts.disable_key': [api.disablePartnerKey, null, DisableKeyForm],
  'partners.acts.set_webhook': [api.setPartnerWebhook, Link2, WebhookForm],
  'partners.acts.rotate_webhook': [api.setPartnerWebhook, KeyRound, PartnerReasonForm],
  'partners.acts.webhook_off': [api.changePartner, Power, PartnerReasonForm],
  'partners.acts.webhook_on': [api.changePartner, Power, PartnerReasonForm],
  'partners.acts.set_limits': [api.setPartnerWithdrawalLimits, null, LimitsForm],
} as const

type PartnerAct = keyof typeof acts

export function partnerActs(partner: api.Partner) {
  const act = actsWith({ name: partner.name })
  return (texts: PartnerAct, about = '', look?: { readonly ariaLabel: string }) => {
    const [endpoint, icon, Form] = acts[texts]
    const form = <Form partner={partner} about={about} texts={texts} />
    return act(texts, endpoint, icon, form, { values: { key: about }, ...look })
  }
}
