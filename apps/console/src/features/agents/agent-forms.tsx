import { type Form, useForm } from '@cashbox/client/use-form'
import {
  type AgentAction,
  approveAgent,
  approveAgentOnTerms,
  decideAgent,
  type KnownAgent,
  setAgentTerms,
} from '@cashbox/contract/operator'
import { Callout, TextField } from '@cashbox/ui'
import { SelectField, TextAreaField } from '@cashbox/ui/dense/form-fields'
import { Users } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { ActForm, type ActProps, ReasonField } from '../../platform/forms/act-form.tsx'
import { useApprovalLimits, useChangeToast } from '../../platform/forms/approval-requests.ts'
import { useUndo } from '../../platform/forms/use-undo.ts'
import { call } from '../../platform/session/call.ts'
import { useMay } from '../../platform/session/roles.ts'
import { notify } from '../../platform/toasts.ts'
import { useChannels } from '../../platform/values/channels.ts'
import { formatMoney, fullName } from '../../platform/values/formats.ts'
import { cacheAgent } from './agents.ts'
import { CircleMap } from './circle-map.tsx'
import {
  type MoneyValues,
  moneyOf,
  moneyValues,
  type PlaceValues,
  placeOf,
  placeValues,
  readCoordinates,
} from './terms.ts'

interface DecisionFormProps extends ActProps {
  readonly agent: KnownAgent
  readonly action: AgentAction
}

interface TermFieldsProps<Values extends TermValues> {
  readonly form: Form<Values>
  /** Shown until all channels are loaded. */
  readonly channel: KnownAgent['channel']
}

type TermValues = PlaceValues & MoneyValues & Readonly<Record<string, string>>

export function DecisionForm({ action, agent, onDone, onReload }: DecisionFormProps) {
  const t = useTranslations('agents.acts')
  const name = fullName(agent)
  const { undo } = useUndo()
  const form = useForm({
    initial: { note: '' },
    send: async ({ note }) => {
      const optionalNote = note.trim() === '' ? {} : { note }
      const decided = await call(decideAgent, { agent_id: agent.id, version: agent.version, action, ...optionalNote })
      cacheAgent(decided.agent)
      const restore = async () => {
        const { version } = decided.agent
        cacheAgent((await call(decideAgent, { agent_id: agent.id, version, action: 'restore' })).agent)
      }
      const undoButton = action === 'suspend' ? undo(restore, t('suspend.undone', { name })) : undefined
      notify('success', t(`${action}.done`, { name }), undoButton)
      onDone()
    },
  })
  const isNoteOptional = !agent.possible_actions.some((possible) => possible.action === action && possible.needs_note)
  return (
    <ActForm
      form={form}
      text={t(`${action}.text`, { name })}
      submit={t(`${action}.submit`)}
      variant={action === 'restore' || action === 'request_info' ? 'primary' : 'danger'}
      isDisabled={!isNoteOptional && form.values.note.trim() === ''}
      onCancel={onDone}
      onReload={onReload}
    >
      <TextAreaField
        form={form}
        name="note"
        label={isNoteOptional ? t('note_optional') : t('note')}
        help={t('note_help')}
        maxLength={500}
        isOptional={isNoteOptional}
      />
    </ActForm>
  )
}

export function ApproveForm({ agent, onDone, onReload }: ActProps & { agent: KnownAgent }) {
  const t = useTranslations('agents.acts')
  const maySetTerms = useMay(approveAgentOnTerms)
  const name = fullName(agent)
  const notifyChanged = useChangeToast()
  const form = useForm({
    initial: { ...placeValues(agent), ...moneyValues(agent), note: '' },
    send: async (values) => {
      const optionalNote = values.note.trim() === '' ? {} : { note: values.note }
      const approval = { agent_id: agent.id, version: agent.version, ...placeOf(values), ...optionalNote }
      const approved = maySetTerms
        ? await call(approveAgentOnTerms, { ...approval, ...moneyOf(values) })
        : await call(approveAgent, approval)
      cacheAgent(approved.agent)
      notifyChanged(approved.request, t('approve.done', { name }))
      onDone()
    },
  })
  return (
    <ActForm
      form={form}
      text={t('approve.text', { name })}
      submit={t('approve.submit')}
      onCancel={onDone}
      onReload={onReload}
    >
      <PlaceFields form={form} channel={agent.channel} />
      {maySetTerms && <MoneyFields form={form} channel={agent.channel} />}
      <TextAreaField
        form={form}
        name="note"
        label={t('note_optional')}
        help={t('note_help')}
        maxLength={500}
        isOptional
      />
    </ActForm>
  )
}

export function TermsForm({ agent, onDone, onReload }: ActProps & { agent: KnownAgent }) {
  const t = useTranslations('agents.acts')
  const name = fullName(agent)
  const notifyChanged = useChangeToast()
  const form = useForm({
    initial: { ...placeValues(agent), ...moneyValues(agent), reason: '' },
    send: async (values) => {
      const { geo_lat, geo_lon, ...place } = placeOf(values)
      // An agent without a point may stay without one.
      const point = geo_lat === '' && geo_lon === '' && agent.geo_lat === null ? {} : { geo_lat, geo_lon }
      const { reason } = values
      const change = { ...place, ...point, ...moneyOf(values), reason }
      const changed = await call(setAgentTerms, { agent_id: agent.id, version: agent.version, ...change })
      cacheAgent(changed.agent)
      notifyChanged(changed.request, t('terms.done', { name }))
      onDone()
    },
  })
  return (
    <ActForm
      form={form}
      text={t('terms.text', { name })}
      submit={t('terms.submit')}
      isDisabled={!form.isChanged}
      onCancel={onDone}
      onReload={onReload}
    >
      <PlaceFields form={form} channel={agent.channel} />
      <MoneyFields form={form} channel={agent.channel} />
      <ReasonField form={form} help={t('reason_help')} />
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

function SecondOperator({ currency }: { currency: string }) {
  const t = useTranslations('agents.terms')
  const above = useApprovalLimits().data?.list.find(({ asset }) => asset === currency)?.above
  const text = above ? t('second', { above: formatMoney(above), currency }) : t('second_always', { currency })
  return above === undefined ? null : <Callout tone="info" icon={<Users aria-hidden />} title={text} />
}

/** An empty fee is the channel's; an empty limit is none. */
function MoneyFields<Values extends TermValues>(props: TermFieldsProps<Values>) {
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
        <TextField {...limit} name="max_amount" label={t('max_amount')} />
        <TextField {...limit} name="daily_limit" label={t('daily_limit')} />
        <TextField {...limit} name="credit_line" label={t('credit_line')} help={t('credit_help')} />
      </div>
      <SecondOperator currency={chosen.currency_code} />
    </>
  )
}
