import type { Form } from '@cashbox/client/use-form'
import type { KnownAgent } from '@cashbox/contract/operator'
import { Notice, TextField } from '@cashbox/ui'
import { SelectField } from '@cashbox/ui/dense/form-fields'
import { Users } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useApprovalLimits } from '../../platform/approval-requests.ts'
import { useChannels } from '../../platform/channels.ts'
import { formatMoney } from '../../platform/formats.ts'
import { CircleMap } from './circle-map.tsx'
import { type MoneyValues, type PlaceValues, readCoordinates } from './terms.ts'

interface TermFieldsProps<Values extends TermValues> {
  readonly form: Form<Values>
  /** The channel they are in, until the list of all is there. */
  readonly channel: KnownAgent['channel']
}

type TermValues = PlaceValues & MoneyValues & Readonly<Record<string, string>>

/** Where an agent works: the channel, and the circle around their point. */
export function PlaceFields<Values extends TermValues>(props: TermFieldsProps<Values>) {
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

/** Says which terms a second operator must approve. */
function SecondOperator({ currency }: { currency: string }) {
  const t = useTranslations('agents.terms')
  const above = useApprovalLimits().data?.list.find(({ asset }) => asset === currency)?.above
  const text = above ? t('second', { above: formatMoney(above), currency }) : t('second_always', { currency })
  return above === undefined ? null : <Notice tone="info" icon={<Users aria-hidden />} title={text} />
}

/** Fees and limits of one agent's own; what is empty is the channel's, or none. */
export function MoneyFields<Values extends TermValues>(props: TermFieldsProps<Values>) {
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
