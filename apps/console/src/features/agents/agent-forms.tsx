import type { Form } from '@cashbox/client/use-form'
import * as api from '@cashbox/contract/operator'
import { Callout, type FieldForm } from '@cashbox/ui'
import { Users } from 'lucide-react'
import { ActForm, isGiven, selectField, textAreaField, textField } from '../../platform/forms/form.tsx'
import { FieldsForSecond, SecondOperator, useApprovalLimits } from '../../platform/forms/second-operator.tsx'
import { useUndo } from '../../platform/forms/use-undo.ts'
import { textsOf } from '../../platform/language/language.ts'
import { namedOptions } from '../../platform/list/list-filters.tsx'
import { call, useMay } from '../../platform/session/session.ts'
import { notify } from '../../platform/toasts.ts'
import { useChannels } from '../../platform/values/channels.ts'
import { formatMoney, fullName } from '../../platform/values/formats.ts'
import { cacheAgent, useChoices } from './agents.ts'
import { CircleMap } from './circle-map.tsx'
import {
  fieldsForSecond,
  type MoneyValues,
  moneyOf,
  moneyValues,
  type PlaceValues,
  placeOf,
  placeValues,
  readCoordinates,
} from './terms.ts'

const t = textsOf('agents')

interface AgentFormProps {
  readonly agent: api.KnownAgent
}

interface TermFieldsProps<Values extends TermValues> {
  readonly form: Form<Values>
  /** Shown until all channels are loaded. */
  readonly channel: api.KnownAgent['channel']
}

type TermValues = PlaceValues & MoneyValues & Readonly<Record<string, string>>

interface NoteFieldProps {
  readonly form: FieldForm<{ note: string }>
  readonly isOptional: boolean
  readonly isStop?: boolean
}

/** An empty note is left out. */
const noteOf = ({ note }: { note: string }) => (isGiven(note) ? { note } : {})

export function DecisionForm({ action, agent }: AgentFormProps & { action: api.AgentAction }) {
  const name = fullName(agent)
  const { undo } = useUndo()
  const isStop = action === 'suspend' || action === 'block'
  const isNoteOptional = !agent.possible_actions.some((possible) => possible.action === action && possible.needs_note)
  return (
    <ActForm
      initial={{ internal: '', note: '' }}
      send={async (values) => {
        const target = { agent_id: agent.id, version: agent.version }
        const reason = isGiven(values.internal) && { reason: values.internal }
        const decided = cacheAgent(await call(api.decideAgent, { ...target, action, ...noteOf(values), ...reason }))
        const { version } = decided.agent
        const restore = async () => cacheAgent(await call(api.decideAgent, { ...target, version, action: 'restore' }))
        const undoButton = action === 'suspend' ? undo(restore, t('acts.suspend.undone', { name })) : undefined
        if (!decided.request) notify('success', t(`acts.${action}.done`, { name }), undoButton)
        return decided
      }}
      done={() => null}
      variant={action === 'restore' || action === 'request_info' ? 'primary' : 'danger'}
      isReady={({ values }) => (isNoteOptional || isGiven(values.note)) && (!isStop || isGiven(values.internal))}
    >
      {(form) => (
        <>
          {action === 'restore' && <SecondOperator kind="agent_restore" />}
          {isStop &&
            textAreaField(form, 'internal', t('acts.internal_reason'), {
              help: t('acts.internal_reason_help'),
              maxLength: 500,
            })}
          <NoteField form={form} isOptional={isNoteOptional} isStop={isStop} />
        </>
      )}
    </ActForm>
  )
}

function NoteField({ form, isOptional, isStop = false }: NoteFieldProps) {
  const help = t(isStop ? 'acts.note_help_neutral' : 'acts.note_help')
  return textAreaField(form, 'note', t(isOptional ? 'acts.note_optional' : 'acts.note'), {
    help,
    maxLength: 500,
    isOptional,
  })
}

export function ApproveForm({ agent }: AgentFormProps) {
  const maySetTerms = useMay(api.approveAgentOnTerms)
  return (
    <ActForm
      initial={{ ...placeValues(agent), ...moneyValues(agent), note: '' }}
      send={async (values) => {
        const approval = { agent_id: agent.id, version: agent.version, ...placeOf(values), ...noteOf(values) }
        return cacheAgent(
          maySetTerms
            ? await call(api.approveAgentOnTerms, { ...approval, ...moneyOf(values) })
            : await call(api.approveAgent, approval),
        )
      }}
    >
      {(form) => (
        <>
          <PlaceFields form={form} channel={agent.channel} />
          {maySetTerms && <MoneyFields form={form} channel={agent.channel} emptyLimit={t('terms.usual')} />}
          <ForSecond form={form} agent={agent} />
          <NoteField form={form} isOptional />
        </>
      )}
    </ActForm>
  )
}

export const TermsForm = ({ agent }: AgentFormProps) => (
  <ActForm
    initial={{ ...placeValues(agent), ...moneyValues(agent), reason: '' }}
    send={async (values) => {
      const { geo_lat, geo_lon, ...place } = placeOf(values)
      // An agent without a point may stay without one.
      const point = geo_lat === '' && geo_lon === '' && agent.geo_lat === null ? {} : { geo_lat, geo_lon }
      const change = { ...place, ...point, ...moneyOf(values), reason: values.reason }
      return cacheAgent(await call(api.setAgentTerms, { agent_id: agent.id, version: agent.version, ...change }))
    }}
    isReady={({ isChanged }) => isChanged}
    reasonHelp={t('acts.reason_help')}
  >
    {(form) => (
      <>
        <PlaceFields form={form} channel={agent.channel} />
        <MoneyFields form={form} channel={agent.channel} emptyLimit={t('terms.none')} />
        <ForSecond form={form} agent={agent} />
      </>
    )}
  </ActForm>
)

function PlaceFields<Values extends TermValues>(props: TermFieldsProps<Values>) {
  const channels = useChannels().data ?? [props.channel]
  const form = props.form as unknown as Form<PlaceValues>
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {selectField(form, 'channel', t('terms.channel'), namedOptions(channels))}
      {textField(form, 'geo_area', t('terms.radius'), { inputMode: 'numeric' })}
      {textField(form, 'geo_lat', t('terms.latitude'), {
        help: t('terms.paste_help'),
        onPaste: (event) => {
          const both = readCoordinates(event.clipboardData.getData('text'))
          if (!both) return
          event.preventDefault()
          form.change('geo_lat', both[0])
          form.change('geo_lon', both[1])
        },
      })}
      {textField(form, 'geo_lon', t('terms.longitude'))}
      <div className="sm:col-span-2">
        <CircleMap form={form} />
      </div>
    </div>
  )
}

/** Says what would need a second operator, or which fields of this form do. */
function ForSecond<Values extends TermValues>({ form, agent }: { form: Form<Values>; agent: api.KnownAgent }) {
  const channel = useChannels().data?.find(({ code }) => code === form.values.channel)
  const currency = channel?.currency_code ?? agent.channel.currency_code
  const above = useApprovalLimits().data?.list.find(({ asset }) => asset === currency)?.above
  const fields = fieldsForSecond(agent, form.values, { above: above ?? null, fee: channel?.present_fee })
  if (fields.length > 0) return <FieldsForSecond fields={fields} />
  const text = above
    ? t('terms.second', { above: formatMoney(above), currency })
    : t('terms.second_always', { currency })
  return above === undefined ? null : <Callout tone="info" icon={<Users aria-hidden />} title={text} />
}

/** An empty fee is the channel's. An empty limit is none, or the default for a new agent. */
function MoneyFields<Values extends TermValues>(props: TermFieldsProps<Values> & { readonly emptyLimit: string }) {
  const form = props.form as unknown as Form<PlaceValues & MoneyValues>
  const chosen = useChannels().data?.find(({ code }) => code === form.values.channel) ?? props.channel
  const fee = { placeholder: t('terms.of_channel'), suffix: '%', inputMode: 'decimal', isOptional: true } as const
  const limit = { ...fee, placeholder: props.emptyLimit, suffix: chosen.currency_code }
  const credit = { ...limit, placeholder: t('terms.none'), help: t('terms.credit_help') }
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {textField(form, 'deposit_fee_bp', t('terms.deposit_fee'), fee)}
        {textField(form, 'withdraw_fee_bp', t('terms.withdraw_fee'), fee)}
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        {textField(form, 'max_amount', t('terms.max_amount'), limit)}
        {textField(form, 'daily_limit', t('terms.daily_limit'), limit)}
        {textField(form, 'credit_line', t('terms.credit_line'), credit)}
      </div>
    </>
  )
}

const contactFields = [
  'first_name',
  'last_name',
  'phone',
  'messenger',
  'messenger_id',
  'country_code',
  'city',
  'street',
] as const

export function ContactForm({ agent }: AgentFormProps) {
  const countries = useChoices('country').data ?? []
  const messengers = useChoices('messenger').data ?? []
  const initial = Object.fromEntries(contactFields.map((field) => [field, agent[field] ?? ''])) as Record<
    (typeof contactFields)[number],
    string
  >
  return (
    <ActForm
      initial={{ ...initial, reason: '' }}
      send={async ({ reason, ...values }) => {
        const changes = Object.fromEntries(
          Object.entries(values).filter(([field, value]) => value !== initial[field as 'phone']),
        )
        const input = { agent_id: agent.id, version: agent.version, ...changes, reason }
        return cacheAgent(await call(api.changeAgentContact, input))
      }}
      isReady={({ isChanged, values }) => isChanged && isGiven(values.reason)}
      reasonHelp={t('acts.reason_help')}
    >
      {(form) => (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {textField(form, 'first_name', t('first_name'), { maxLength: 100 })}
          {textField(form, 'last_name', t('last_name'), { maxLength: 100 })}
          {textField(form, 'phone', t('phone'), { help: t('acts.contact.phone_help'), type: 'tel', maxLength: 40 })}
          {selectField(form, 'country_code', t('country'), choicesWith(countries, agent.country_code))}
          {selectField(form, 'messenger', t('messenger'), choicesWith(messengers, agent.messenger))}
          {textField(form, 'messenger_id', t('messenger_id'), { maxLength: 100 })}
          {textField(form, 'city', t('city'), { maxLength: 100 })}
          {textField(form, 'street', t('street'), { maxLength: 200 })}
        </div>
      )}
    </ActForm>
  )
}

/** Also with the present one, which may be offered no longer. */
const choicesWith = (choices: readonly { code: string; name: string }[], present: string | null) => [
  ...(choices.some(({ code }) => code === (present ?? '')) ? [] : [{ value: present ?? '', label: present ?? '–' }]),
  ...namedOptions(choices),
]
