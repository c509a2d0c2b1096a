import { transactionTypes } from '@cashbox/contract'
import { listPartners, listPlayerLimits, type PlayerLimit, setPlayerLimit } from '@cashbox/contract/operator'
import { Button, EmptyState, TextField } from '@cashbox/ui'
import { DataTable, type TableColumn } from '@cashbox/ui/dense/data-table'
import { SelectField } from '@cashbox/ui/dense/form-fields'
import { Gauge, Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useActDialog } from '../../platform/forms/acts.tsx'
import { ActForm, type ActProps, isGiven, orNone } from '../../platform/forms/form.tsx'
import { PendingChanges } from '../../platform/forms/second-operator.tsx'
import { optionsOf } from '../../platform/list/list-filters.tsx'
import { column, figure } from '../../platform/list/use-list.ts'
import { Loaded } from '../../platform/page/page.tsx'
import { cacheAnswer, call, keyOf, useAnswer } from '../../platform/session/call.ts'
import { useMay } from '../../platform/session/session.ts'
import { useChannels, useCurrencies } from '../../platform/values/channels.ts'
import { Amount, Section } from '../../platform/values/values.tsx'

const sums = ['max_amount', 'max_per_day', 'max_per_week', 'max_per_month'] as const

export function PlayerLimits() {
  const t = useTranslations('channels.player_limits')
  const query = useAnswer(listPlayerLimits, {})
  const { open, dialog } = useActDialog(query.refetch)
  const mayChange = useMay(setPlayerLimit)
  return (
    <Section title={t('title')}>
      <p className="text-ink-soft">{t('text')}</p>
      <PendingChanges kind="player_limit" />
      <Loaded query={query} isInCard>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState icon={<Gauge aria-hidden />} title={t('none')}>
              {t('none_text')}
            </EmptyState>
          ) : (
            <LimitTable
              list={list}
              onChange={(limit, name) =>
                open({
                  title: t('change_title', { name }),
                  renderForm: (act) => <LimitForm {...act} limit={limit} />,
                })
              }
            />
          )
        }
      </Loaded>
      {mayChange && (
        <div>
          <Button
            variant="secondary"
            icon={<Plus size={16} aria-hidden />}
            onClick={() => open({ title: t('add_title'), renderForm: (act) => <LimitForm {...act} limit={null} /> })}
          >
            {t('add')}
          </Button>
        </div>
      )}
      {dialog}
    </Section>
  )
}

interface LimitTableProps {
  readonly list: readonly PlayerLimit[]
  readonly onChange: (limit: PlayerLimit, name: string) => void
}

function LimitTable({ list, onChange }: LimitTableProps) {
  const t = useTranslations('channels.player_limits')
  const channels = useChannels().data ?? []
  const partners = usePartners()
  const channelOf = ({ channel }: PlayerLimit) =>
    channel === null ? t('all_channels') : (channels.find(({ code }) => code === channel)?.name ?? channel)
  const partnerOf = ({ partner }: PlayerLimit) =>
    partner === null ? t('all_partners') : (partners.find(({ code }) => code === partner)?.name ?? partner)
  const nameOf = (limit: PlayerLimit) =>
    [`${limit.currency_code} ${t(limit.type)}`, channelOf(limit), partnerOf(limit)].join(' · ')
  const change = figure<PlayerLimit>('change', t('action'), (limit) => (
    <Button
      variant="secondary"
      aria-label={`${t('change')} ${nameOf(limit)}`}
      onClick={() => onChange(limit, nameOf(limit))}
    >
      {t('change')}
    </Button>
  ))
  const columns: readonly TableColumn<PlayerLimit>[] = [
    column('type', t('type'), (limit) => `${limit.currency_code} ${t(limit.type)}`),
    column('channel', t('channel'), channelOf),
    column('partner', t('partner'), partnerOf),
    ...sums.map((sum) =>
      figure<PlayerLimit>(sum, t(sum), ({ [sum]: amount }) =>
        amount === null ? t('no_limit') : <Amount amount={amount} />,
      ),
    ),
    ...(useMay(setPlayerLimit) ? [change] : []),
  ]
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      rows={list}
      keyOf={({ currency_code, type, channel, partner }) => [currency_code, type, channel, partner].join(' ')}
    />
  )
}

/** A new limit names what it applies to. A known one changes only its sums; without any it is removed. */
function LimitForm({ limit, ...act }: ActProps & { readonly limit: PlayerLimit | null }) {
  const t = useTranslations('channels.player_limits')
  const tAll = useTranslations()
  const currencies = useCurrencies()
  const channels = (useChannels().data ?? []).filter(({ is_demo }) => !is_demo)
  const partners = usePartners()
  const currencyOf = (values: { readonly channel: string; readonly currency_code: string }) =>
    channels.find(({ code }) => code === values.channel)?.currency_code ?? values.currency_code
  return (
    <ActForm
      {...act}
      initial={{
        channel: limit?.channel ?? '',
        partner: limit?.partner ?? '',
        currency_code: limit?.currency_code ?? currencies[0] ?? '',
        type: limit?.type ?? 'deposit',
        max_amount: limit?.max_amount ?? '',
        max_per_day: limit?.max_per_day ?? '',
        max_per_week: limit?.max_per_week ?? '',
        max_per_month: limit?.max_per_month ?? '',
        reason: '',
      }}
      send={async (values) => {
        const { list, request } = await call(setPlayerLimit, {
          channel: orNone(values.channel),
          partner: orNone(values.partner),
          currency_code: currencyOf(values),
          type: values.type,
          max_amount: orNone(values.max_amount),
          max_per_day: orNone(values.max_per_day),
          max_per_week: orNone(values.max_per_week),
          max_per_month: orNone(values.max_per_month),
          version: limit?.version ?? 0,
          reason: values.reason,
        })
        cacheAnswer(keyOf(listPlayerLimits), () => ({ list }))
        return { request }
      }}
      done={t('done')}
      text={t('form_text')}
      submit={tAll('common.save')}
      isReady={({ isChanged, values }) => isChanged && isGiven(values.reason)}
    >
      {(form) => (
        <>
          {limit === null && (
            <>
              <SelectField
                form={form}
                name="channel"
                label={t('channel')}
                help={t('channel_help')}
                options={[{ value: '', label: t('all_channels') }, ...channels.map(toOption)]}
              />
              {form.values.channel === '' && (
                <SelectField
                  form={form}
                  name="currency_code"
                  label={tAll('channels.currency')}
                  options={optionsOf(currencies, (code) => code)}
                />
              )}
              <SelectField
                form={form}
                name="partner"
                label={t('partner')}
                options={[{ value: '', label: t('all_partners') }, ...partners.map(toOption)]}
              />
              <SelectField
                form={form}
                name="type"
                label={t('type')}
                options={optionsOf(transactionTypes, (type) => t(type))}
              />
            </>
          )}
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {sums.map((sum) => (
              <TextField
                key={sum}
                form={form}
                name={sum}
                label={t(sum)}
                inputMode="decimal"
                suffix={currencyOf(form.values)}
                isOptional
              />
            ))}
          </div>
        </>
      )}
    </ActForm>
  )
}

const toOption = ({ code, name }: { readonly code: string; readonly name: string }) => ({ value: code, label: name })

const usePartners = () => useAnswer(listPartners, {}, { select: ({ list }) => list }).data ?? []
