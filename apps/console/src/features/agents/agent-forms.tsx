import type { Form } from '@cashbox/client/use-form'
import {
  type AgentAction,
  approveAgent,
  approveAgentOnTerms,
  changeAgentContact,
  decideAgent,
  type KnownAgent,
  setAgentTerms,
} from '@cashbox/contract/operator'
import { Callout, type FieldForm, TextField } from '@cashbox/ui'
import { SelectField, TextAreaField } from '@cashbox/ui/dense/form-fields'
import { Users } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useApprovalLimits } from '../../platform/forms/approval-requests.ts'
import { ActForm, type ActProps, isGiven } from '../../platform/forms/form.tsx'
import { FieldsForSecond, SecondOperator } from '../../platform/forms/second-operator.tsx'
import { useUndo } from '../../platform/forms/use-undo.ts'
import { call } from '../../platform/session/call.ts'
import { useMay } from '../../platform/session/session.ts'
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

interface AgentFormProps extends ActProps {
  readonly agent: KnownAgent
}

interface TermFieldsProps<Values extends TermValues> {
  readonly form: Form<Values>
  /** Shown until all channels are loaded. */
  readonly channel: KnownAgent['channel']
}

type TermValues = PlaceValues & MoneyValues & Readonly<Record<string, string>>

interface NoteFieldProps {
  readonly form: FieldForm<{ note: string }>
  readonly isOptional: boolean
  readonly isStop?: boolean
}

/** An empty note is left out. */
const noteOf = ({ note }: { note: string }) => (isGiven(note) ? { note } : {})

export function DecisionForm({ action, agent, ...act }: AgentFormProps & { action: AgentAction }) {
  const t = useTranslations('agents.acts')
  const name = fullName(agent)
  const { undo } = useUndo()
  const isStop = action === 'suspend' || action === 'block'
  const isNoteOptional = !agent.possible_actions.some((possible) => possible.action === action && possible.needs_note)
  return (
    <ActForm
      {...act}
      initial={{ internal: '', note: '' }}
      send={async (values) => {
        const target = { agent_id: agent.id, version: agent.version }
        const reason = isGiven(values.internal) && { reason: values.internal }
        const decided = cacheAgent(await call(decideAgent, { ...target, action, ...noteOf(values), ...reason }))
        const { version } = decided.agent
        const restore = async () => cacheAgent(await call(decideAgent, { ...target, version, action: 'restore' }))
        const undoButton = action === 'suspend' ? undo(restore, t('suspend.undone', { name })) : undefined
        if (!decided.request) notify('success', t(`${action}.done`, { name }), undoButton)
        return decided
      }}
      text={t(`${action}.text`, { name })}
      submit={t(`${action}.submit`)}
      variant={action === 'restore' || action === 'request_info' ? 'primary' : 'danger'}
      isReady={({ values }) => (isNoteOptional || isGiven(values.note)) && (!isStop || isGiven(values.internal))}
    >
      {(form) => (
        <>
          {action === 'restore' && <SecondOperator kind="agent_restore" />}
          {isStop && (
            <TextAreaField
              form={form}
              name="internal"
              label={t('internal_reason')}
              help={t('internal_reason_help')}
              maxLength={500}
            />
          )}
          <NoteField form={form} isOptional={isNoteOptional} isStop={isStop} />
        </>
      )}
    </ActForm>
  )
}

function NoteField({ form, isOptional, isStop = false }: NoteFieldProps) {
  const t = useTranslations('agents.acts')
  return (
    <TextAreaField
      form={form}
      name="note"
      label={isOptional ? t('note_optional') : t('note')}
      help={t(isStop ? 'note_help_neutral' : 'note_help')}
      maxLength={500}
      isOptional={isOptional}
    />
  )
}

export function ApproveForm({ agent, ...act }: AgentFormProps) {
  const t = useTranslations('agents.acts')
  const tTerms = useTranslations('agents.terms')
  const maySetTerms = useMay(approveAgentOnTerms)
  const name = fullName(agent)
  return (
    <ActForm
      {...act}
      initial={{ ...placeValues(agent), ...moneyValues(agent), note: '' }}
      send={async (values) => {
        const approval = { agent_id: agent.id, version: agent.version, ...placeOf(values), ...noteOf(values) }
        return cacheAgent(
          maySetTerms
            ? await call(approveAgentOnTerms, { ...approval, ...moneyOf(values) })
            : await call(approveAgent, approval),
        )
      }}
      done={t('approve.done', { name })}
      text={t('approve.text', { name })}
      submit={t('approve.submit')}
    >
      {(form) => (
        <>
          <PlaceFields form={form} channel={agent.channel} />
          {maySetTerms && <MoneyFields form={form} channel={agent.channel} emptyLimit={tTerms('usual')} />}
          <ForSecond form={form} agent={agent} />
          <NoteField form={form} isOptional />
        </>
      )}
    </ActForm>
  )
}

export function TermsForm({ agent, ...act }: AgentFormProps) {
  const t = useTranslations('agents.acts')
  const tTerms = useTranslations('agents.terms')
  const name = fullName(agent)
  return (
    <ActForm
      {...act}
      initial={{ ...placeValues(agent), ...moneyValues(agent), reason: '' }}
      send={async (values) => {
        const { geo_lat, geo_lon, ...place } = placeOf(values)
        // An agent without a point may stay without one.
        const point = geo_lat === '' && geo_lon === '' && agent.geo_lat === null ? {} : { geo_lat, geo_lon }
        const change = { ...place, ...point, ...moneyOf(values), reason: values.reason }
        return cacheAgent(await call(setAgentTerms, { agent_id: agent.id, version: agent.version, ...change }))
      }}
      done={t('terms.done', { name })}
      text={t('terms.text', { name })}
      submit={t('terms.submit')}
      isReady={({ isChanged }) => isChanged}
      reasonHelp={t('reason_help')}
    >
      {(form) => (
        <>
          <PlaceFields form={form} channel={agent.channel} />
          <MoneyFields form={form} channel={agent.channel} emptyLimit={tTerms('none')} />
          <ForSecond form={form} agent={agent} />
        </>
      )}
    </ActForm>
  )
}

function PlaceFields<Values extends TermValues>(props: TermFieldsProps<Values>) {
  const t = useTranslations('agents.terms')
  const channels = useChannels().data ?? [props.channel]
  const form = props.form as unknown as Form<PlaceValues>
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <SelectField
        form={form}
        name="channel"
        label={t('channel')}
        options={channels.map(({ code, name }) => ({ value: code, label: name }))}
      />
      <TextField form={form} name="geo_area" label={t('radius')} inputMode="numeric" />
      <TextField
        form={form}
        name="geo_lat"
        label={t('latitude')}
        help={t('paste_help')}
        onPaste={(event) => {
          const both = readCoordinates(event.clipboardData.getData('text'))
          if (!both) return
          event.preventDefault()
          form.change('geo_lat', both[0])
          form.change('geo_lon', both[1])
        }}
      />
      <TextField form={form} name="geo_lon" label={t('longitude')} />
      <div className="sm:col-span-2">
        <CircleMap form={form} />
      </div>
    </div>
  )
}

/** Says what would need a second operator, or which fields of this form do. */
function ForSecond<Values extends TermValues>({ form, agent }: { form: Form<Values>; agent: KnownAgent }) {
  const t = useTranslations('agents.terms')
  const channel = useChannels().data?.find(({ code }) => code === form.values.channel)
  const currency = channel?.currency_code ?? agent.channel.currency_code
  const above = useApprovalLimits().data?.list.find(({ asset }) => asset === currency)?.above
  const fields = fieldsForSecond(agent, form.values, { above: above ?? null, fee: channel?.present_fee })
  if (fields.length > 0) return <FieldsForSecond fields={fields} />
  const text = above ? t('second', { above: formatMoney(above), currency }) : t('second_always', { currency })
  return above === undefined ? null : <Callout tone="info" icon={<Users aria-hidden />} title={text} />
}

/** An empty fee is the channel's. An empty limit is none, or the default for a new agent. */
function MoneyFields<Values extends TermValues>(props: TermFieldsProps<Values> & { readonly emptyLimit: string }) {
  const t = useTranslations('agents.terms')
  const form = props.form as unknown as Form<PlaceValues & MoneyValues>
  const chosen = useChannels().data?.find(({ code }) => code === form.values.channel) ?? props.channel
  const fee = { form, placeholder: t('of_channel'), suffix: '%', inputMode: 'decimal', isOptional: true } as const
  const limit = { ...fee, placeholder: t('none'), suffix: chosen.currency_code }
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField {...fee} name="deposit_fee_bp" label={t('deposit_fee')} />
        <TextField {...fee} name="withdraw_fee_bp" label={t('withdraw_fee')} />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <TextField {...limit} placeholder={props.emptyLimit} name="max_amount" label={t('max_amount')} />
        <TextField {...limit} placeholder={props.emptyLimit} name="daily_limit" label={t('daily_limit')} />
        <TextField {...limit} name="credit_line" label={t('credit_line')} help={t('credit_help')} />
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

export function ContactForm({ agent, ...act }: AgentFormProps) {
  const t = useTranslations('agents')
  const tForm = useTranslations('agents.acts.contact')
  const countries = useChoices('country').data ?? []
  const messengers = useChoices('messenger').data ?? []
  const initial = Object.fromEntries(contactFields.map((field) => [field, agent[field] ?? ''])) as Record<
    (typeof contactFields)[number],
    string
  >
  return (
    <ActForm
      {...act}
      initial={{ ...initial, reason: '' }}
      send={async ({ reason, ...values }) => {
        const changes = Object.fromEntries(
          Object.entries(values).filter(([field, value]) => value !== initial[field as 'phone']),
        )
        const input = { agent_id: agent.id, version: agent.version, ...changes, reason }
        return cacheAgent(await call(changeAgentContact, input))
      }}
      done={tForm('done', { name: fullName(agent) })}
      text={tForm('text')}
      submit={tForm('submit')}
      isReady={({ isChanged, values }) => isChanged && isGiven(values.reason)}
      reasonHelp={t('acts.reason_help')}
    >
      {(form) => (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField form={form} name="first_name" label={t('first_name')} maxLength={100} />
          <TextField form={form} name="last_name" label={t('last_name')} maxLength={100} />
          <TextField form={form} name="phone" label={t('phone')} help={tForm('phone_help')} type="tel" maxLength={40} />
          <SelectField
            form={form}
            name="country_code"
            label={t('country')}
            options={choicesWith(countries, agent.country_code)}
          />
          <SelectField
            form={form}
            name="messenger"
            label={t('messenger')}
            options={choicesWith(messengers, agent.messenger)}
          />
          <TextField form={form} name="messenger_id" label={t('messenger_id')} maxLength={100} />
          <TextField form={form} name="city" label={t('city')} maxLength={100} />
          <TextField form={form} name="street" label={t('street')} maxLength={200} />
        </div>
      )}
    </ActForm>
  )
}

/** Also with the present one, which may be offered no longer. */
const choicesWith = (choices: readonly { code: string; name: string }[], present: string | null) => [
  ...(choices.some(({ code }) => code === (present ?? '')) ? [] : [{ value: present ?? '', label: present ?? '–' }]),
  ...choices.map(({ code, name }) => ({ value: code, label: name })),
]
