import { languageNames, languageOf, languages } from '@cashbox/contract'
import {
  type AlertDestination,
  type AlertKind,
  activateAlertDestination,
  addAlertDestination,
  alertKinds,
  alertSeverities,
  changeAlertDestination,
  type DestinationKind,
  destinationKinds,
  removeAlertDestination,
} from '@cashbox/contract/operator'
import { Checkbox, type FieldForm, TextField } from '@cashbox/ui'
import { SelectField } from '@cashbox/ui/dense/form-fields'
import { useTranslations } from 'use-intl'
import { ActForm, type ActProps } from '../../platform/forms/form.tsx'
import { SecondOperator } from '../../platform/forms/second-operator.tsx'
import { useShowSecret } from '../../platform/forms/secret-dialog.tsx'
import { optionsOf } from '../../platform/list/list-filters.tsx'
import { call } from '../../platform/session/call.ts'
import { cacheDestination, refreshDestinations } from './destinations.ts'

type ReasonedAct = 'activate' | 'switch_on' | 'switch_off' | 'remove'

export type DestinationAct = 'change' | ReasonedAct

interface DestinationFormProps<Act extends DestinationAct> extends ActProps {
  readonly act: Act
  readonly destination: AlertDestination
}

/** The alert kinds are one form value, separated by spaces. */
type FilterValues = Readonly<Record<'min_severity' | 'language' | 'alert_kinds', string>>

type Values = FilterValues &
  Readonly<Record<'name' | 'target' | 'token' | 'reason', string>> & { kind: DestinationKind }

interface FilterProps {
  readonly form: FieldForm<FilterValues>
}

export const DestinationForm = ({ act, ...props }: DestinationFormProps<DestinationAct>) =>
  act === 'change' ? <ChangeForm {...props} /> : <ReasonedForm {...props} act={act} />

function ChangeForm({ destination, ...props }: Omit<DestinationFormProps<'change'>, 'act'>) {
  const t = useTranslations('destinations')
  const { id: destination_id, version } = destination
  return (
    <ActForm
      {...props}
      initial={{ ...initialFilter(destination), name: destination.name, reason: '' }}
      send={async (values) => {
        const { name, reason } = values
        const change = { destination_id, version, name, reason, ...filterOf(values) }
        return cacheDestination(await call(changeAlertDestination, change))
      }}
      done={({ destination: { name } }) => t('acts.change.done', { name })}
      text={t('acts.change.text')}
      submit={t('acts.change.submit')}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" label={t('name')} maxLength={80} />
          <FilterFields form={form} />
          <SecondOperator kind="alert_destination_change" />
        </>
      )}
    </ActForm>
  )
}

function ReasonedForm({ destination, act, ...props }: DestinationFormProps<ReasonedAct>) {
  const t = useTranslations('destinations.acts')
  const { id: destination_id, version, name } = destination
  const send = async ({ reason }: { reason: string }) => {
    const change = { destination_id, version, reason }
    const answer =
      act === 'remove'
        ? await call(removeAlertDestination, change)
        : act === 'activate'
          ? await call(activateAlertDestination, { destination_id, reason })
          : await call(changeAlertDestination, { ...change, is_enabled: act === 'switch_on' })
    await refreshDestinations()
    return answer
  }
  return (
    <ActForm
      {...props}
      initial={{ reason: '' }}
      send={send}
      done={act === 'switch_on' || act === 'remove' ? t(`${act}.done`, { name }) : undefined}
      text={t(`${act}.text`, { name })}
      submit={t(`${act}.submit`)}
      variant={act === 'remove' || act === 'switch_off' ? 'danger' : 'primary'}
    >
      {act === 'switch_off' && <SecondOperator kind="alert_destination_change" />}
    </ActForm>
  )
}

export function NewDestinationForm(act: ActProps) {
  const t = useTranslations('destinations')
  const showSecret = useShowSecret()
  const initial: Values = { ...initialFilter(), kind: 'email', name: '', target: '', token: '', reason: '' }
  return (
    <ActForm
      {...act}
      initial={initial}
      send={async (values) => {
        const { destination, secret, request } = cacheDestination(await call(addAlertDestination, inputOf(values)))
        void refreshDestinations()
        const { name } = destination
        if (secret !== null) {
          showSecret({ kind: 'secret', title: t('secret.title'), text: t('secret.text', { name }), value: secret })
        }
        return { request }
      }}
      text={t('add.text')}
      submit={t('add.submit')}
    >
      {(form) => {
        const { kind } = form.values
        return (
          <>
            <SelectField
              form={form}
              name="kind"
              label={t('kind')}
              options={optionsOf(destinationKinds, (one) => t(`types.${one}`))}
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
              <TextField
                form={form}
                name="token"
                label={t('token')}
                help={t('token_help')}
                type="password"
                maxLength={120}
              />
            )}
            <FilterFields form={form} />
          </>
        )
      }}
    </ActForm>
  )
}

function inputOf(values: Values) {
  const { kind, name, target, token, reason } = values
  const given = { name, target, reason, ...filterOf(values) }
  return kind === 'telegram' ? { ...given, kind, token } : { ...given, kind }
}

const initialFilter = (known?: AlertDestination): FilterValues => ({
  min_severity: known?.min_severity ?? 'warning',
  language: known?.language ?? 'en',
  alert_kinds: (known?.alert_kinds ?? alertKinds).join(' '),
})

const chosenOf = (text: string): AlertKind[] => alertKinds.filter((kind) => text.split(' ').includes(kind))

/** Null stands for all kinds, including those of later versions. */
function filterOf({ min_severity, language, alert_kinds }: FilterValues) {
  const chosen = chosenOf(alert_kinds)
  return {
    min_severity: min_severity === 'critical' ? ('critical' as const) : ('warning' as const),
    language: languageOf(language),
    alert_kinds: chosen.length === alertKinds.length ? null : chosen,
  }
}

function FilterFields({ form }: FilterProps) {
  const t = useTranslations('destinations')
  return (
    <>
      <SelectField
        form={form}
        name="min_severity"
        label={t('min_severity')}
        options={optionsOf(alertSeverities.toReversed(), (severity) => t(`severities.${severity}`))}
      />
      <SelectField
        form={form}
        name="language"
        label={t('language')}
        options={optionsOf(languages, (language) => languageNames[language])}
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
