import { languageNames, languageOf, languages } from '@cashbox/contract'
import * as api from '@cashbox/contract/operator'
import type { FieldForm } from '@cashbox/ui'
import { ActForm, plain, SomeField, selectField, someOf, textField } from '../../platform/forms/form.tsx'
import { SecondOperator } from '../../platform/forms/second-operator.tsx'
import { useShowSecret } from '../../platform/forms/secret-dialog.tsx'
import { textsOf } from '../../platform/language/language.ts'
import { optionsOf } from '../../platform/list/list-filters.tsx'
import { call, refresh, rowCache, useAnswer } from '../../platform/session/session.ts'

const t = textsOf('destinations')

type FilterValues = Readonly<Record<'min_severity' | 'language' | 'alert_kinds', string>>

type Values = FilterValues &
  Readonly<Record<'name' | 'target' | 'token' | 'reason', string>> & { kind: api.DestinationKind }

export function ChangeForm({ destination }: { destination: api.AlertDestination }) {
  const { id: destination_id, version } = destination
  return (
    <ActForm
      initial={{ ...initialFilter(destination), name: destination.name, reason: '' }}
      send={async (values) => {
        const { name, reason } = values
        const change = { destination_id, version, name, reason, ...filterOf(values) }
        return cacheDestination(await call(api.changeAlertDestination, change))
      }}
      done={({ destination: { name } }) => t('acts.change.done', { name })}
    >
      {(form) => (
        <>
          {textField(form, 'name', t('name'), { maxLength: 80 })}
          <FilterFields form={form} />
          <SecondOperator kind="alert_destination_change" />
        </>
      )}
    </ActForm>
  )
}

export function NewDestinationForm() {
  const showSecret = useShowSecret()
  const kinds = optionsOf(api.destinationKinds, (one) => t(`types.${one}`))
  const initial: Values = { ...initialFilter(), kind: 'email', name: '', target: '', token: '', reason: '' }
  return (
    <ActForm
      initial={initial}
      send={async (values) => {
        const { destination, secret, request } = cacheDestination(await call(api.addAlertDestination, inputOf(values)))
        void refreshDestinations()
        const { name } = destination
        if (secret !== null) {
          showSecret({ kind: 'secret', title: t('secret.title'), text: t('secret.text', { name }), value: secret })
        }
        return { request }
      }}
    >
      {(form) => {
        const { kind } = form.values
        const type = kind === 'email' ? 'email' : kind === 'webhook' ? 'url' : 'text'
        const target = { ...plain, help: t(`target_help.${kind}`), type, maxLength: 2000 }
        const token = { help: t('token_help'), type: 'password', maxLength: 120 }
        return (
          <>
            {selectField(form, 'kind', t('kind'), kinds)}
            {textField(form, 'name', t('name'), { maxLength: 80 })}
            {textField(form, 'target', t(`targets.${kind}`), target)}
            {kind === 'telegram' && textField(form, 'token', t('token'), token)}
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

const initialFilter = (known?: api.AlertDestination): FilterValues => ({
  min_severity: known?.min_severity ?? 'warning',
  language: known?.language ?? 'en',
  alert_kinds: (known?.alert_kinds ?? api.alertKinds).join(' '),
})

/** Null stands for all kinds, including those of later versions. */
function filterOf({ min_severity, language, alert_kinds }: FilterValues) {
  const chosen = someOf(api.alertKinds, alert_kinds)
  return {
    min_severity: min_severity === 'critical' ? ('critical' as const) : ('warning' as const),
    language: languageOf(language),
    alert_kinds: chosen.length === api.alertKinds.length ? null : chosen,
  }
}

const languageOptions = optionsOf(languages, (language) => languageNames[language])

function FilterFields({ form }: { form: FieldForm<FilterValues> }) {
  const chosen = someOf(api.alertKinds, form.values.alert_kinds)
  const severities = optionsOf(api.alertSeverities.toReversed(), (severity) => t(`severities.${severity}`))
  return (
    <>
      {selectField(form, 'min_severity', t('min_severity'), severities)}
      {selectField(form, 'language', t('language'), languageOptions)}
      <details>
        <summary className="cursor-pointer py-2 font-semibold">
          {t('kinds')}: {t('kinds_chosen', { count: chosen.length, all: api.alertKinds.length })}
        </summary>
        <SomeField
          form={form}
          name="alert_kinds"
          label={t('kinds')}
          isLabelHidden
          all={api.alertKinds}
          labelOf={(kind) => t(`kind_names.${kind}`)}
        />
      </details>
    </>
  )
}

const POLL_MS = 30_000
const TEST_POLL_MS = 1_000

/** Polled: deliveries and tests change on the server. */
export const useDestinations = () =>
  useAnswer(
    api.listAlertDestinations,
    {},
    {
      refetchInterval: ({ state: { data } }) =>
        data?.list.some(({ last_test }) => last_test?.state === 'waiting') ? TEST_POLL_MS : POLL_MS,
    },
  )

export const cacheDestination = rowCache(api.listAlertDestinations, 'destination', ({ id }) => id)

export const refreshDestinations = () => refresh(api.listAlertDestinations.path)
