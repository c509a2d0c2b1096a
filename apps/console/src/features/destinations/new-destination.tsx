import { useForm } from '@cashbox/client/use-form'
import { languageNames, languageOf, languages } from '@cashbox/contract'
import {
  type AlertDestination,
  type AlertKind,
  addAlertDestination,
  alertKinds,
  alertSeverities,
  type DestinationKind,
  destinationKinds,
} from '@cashbox/contract/operator'
import { Checkbox, type FieldForm, TextField } from '@cashbox/ui'
import { SelectField } from '@cashbox/ui/dense/form-fields'
import { Sheet } from '@cashbox/ui/dialog'
import { useTranslations } from 'use-intl'
import { ActForm, ReasonField } from '../../platform/forms/act-form.tsx'
import { useChangeToast } from '../../platform/forms/approval-requests.ts'
import { showSecretOnce } from '../../platform/forms/secret-dialog.tsx'
import { call } from '../../platform/session/call.ts'
import { useOperator } from '../../platform/session/session.ts'
import { cacheDestination, refreshDestinations } from './destinations.ts'

type Values = FilterValues & {
  kind: DestinationKind
  name: string
  target: string
  token: string
  reason: string
}

/** The alert kinds are one form value, separated by spaces. */
export type FilterValues = {
  min_severity: string
  language: string
  alert_kinds: string
}

interface FilterProps {
  readonly form: FieldForm<FilterValues>
}

export function NewDestination({ onClose }: { onClose: () => void }) {
  const t = useTranslations()
  return (
    <Sheet isOpen onClose={onClose} title={t('destinations.add.title')} closeLabel={t('common.close')}>
      <NewForm onDone={onClose} />
    </Sheet>
  )
}

function NewForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations('destinations')
  const notifyChanged = useChangeToast()
  const operatorId = useOperator().id
  const initial: Values = { ...initialFilter(), kind: 'email', name: '', target: '', token: '', reason: '' }
  const form = useForm({
    initial,
    send: async (values) => {
      const { destination, secret, request } = await call(addAlertDestination, inputOf(values))
      cacheDestination(destination)
      void refreshDestinations()
      const { name } = destination
      if (secret !== null) {
        const [title, text] = [t('secret.title'), t('secret.text', { name })]
        showSecretOnce({ operatorId, title, text, keyId: null, secret })
      }
      notifyChanged(request, '')
      onDone()
    },
  })
  const { kind } = form.values
  return (
    <ActForm form={form} text={t('add.text')} submit={t('add.submit')} onCancel={onDone}>
      <SelectField
        form={form}
        name="kind"
        label={t('kind')}
        options={destinationKinds.map((value) => ({ value, label: t(`types.${value}`) }))}
      />
      <TextField form={form} name="name" label={t('name')} maxLength={80} />
      <TextField
        form={form}
        name="target"
        label={t(`targets.${kind}`)}
        help={t(`target_help.${kind}`)}
        type={kind === 'email' ? 'email' : kind === 'webhook' ? 'url' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2000}
      />
      {kind === 'telegram' && (
        <TextField form={form} name="token" label={t('token')} help={t('token_help')} type="password" maxLength={120} />
      )}
      <FilterFields form={form} />
      <ReasonField form={form} />
    </ActForm>
  )
}

function inputOf(values: Values) {
  const { kind, name, target, token, reason } = values
  const given = { name, target, reason, ...filterOf(values) }
  return kind === 'telegram' ? { ...given, kind, token } : { ...given, kind }
}

export const initialFilter = (known?: AlertDestination): FilterValues => ({
  min_severity: known?.min_severity ?? 'warning',
  language: known?.language ?? 'en',
  alert_kinds: (known?.alert_kinds ?? alertKinds).join(' '),
})

const chosenOf = (text: string): AlertKind[] => alertKinds.filter((kind) => text.split(' ').includes(kind))

/** Null stands for all kinds, including those of later versions. */
export function filterOf({ min_severity, language, alert_kinds }: FilterValues) {
  const chosen = chosenOf(alert_kinds)
  return {
    min_severity: min_severity === 'critical' ? ('critical' as const) : ('warning' as const),
    language: languageOf(language),
    alert_kinds: chosen.length === alertKinds.length ? null : chosen,
  }
}

export function FilterFields({ form }: FilterProps) {
  const t = useTranslations('destinations')
  return (
    <>
      <SelectField
        form={form}
        name="min_severity"
        label={t('min_severity')}
        options={alertSeverities.toReversed().map((value) => ({ value, label: t(`severities.${value}`) }))}
      />
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

function KindsField({ form }: FilterProps) {
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
