import { transactionTypes } from '@cashbox/contract'
import { listPlayerLimits, type PlayerLimit, setPlayerLimit } from '@cashbox/contract/operator'
import { EmptyState } from '@cashbox/ui'
import { Gauge, Plus } from 'lucide-react'
import { Acts, actsWith, useActColumn } from '../../platform/forms/acts.tsx'
import { ActForm, isGiven, orNone, selectField, sumField } from '../../platform/forms/form.tsx'
import { PendingChanges } from '../../platform/forms/second-operator.tsx'
import { textAt, textsOf } from '../../platform/language/language.ts'
import { column, figure, type TableColumn } from '../../platform/list/columns.tsx'
import { DataTable } from '../../platform/list/data-table.tsx'
import { namedOptions, optionsOf } from '../../platform/list/list-filters.tsx'
import { Loaded } from '../../platform/page/page.tsx'
import { cacheAnswer, call, keyOf, useAnswer } from '../../platform/session/session.ts'
import { useChannels, useCurrencies, usePartnerList } from '../../platform/values/channels.ts'
import { Amount, Section } from '../../platform/values/values.tsx'

const t = textsOf('channels.player_limits')

const sums = ['max_amount', 'max_per_day', 'max_per_week', 'max_per_month'] as const
type Sum = (typeof sums)[number]

export function PlayerLimits() {
  const query = useAnswer(listPlayerLimits, {})
  const act = actsWith()
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
            <LimitTable list={list} reload={query.refetch} />
          )
        }
      </Loaded>
      <Acts
        acts={[act('channels.player_limits.add', setPlayerLimit, Plus, <LimitForm limit={null} />)]}
        reload={query.refetch}
      />
    </Section>
  )
}

function LimitTable({ list, reload }: { list: readonly PlayerLimit[]; reload: () => Promise<unknown> }) {
  const channels = useChannels().data ?? []
  const partners = usePartnerList()
  const act = actsWith()
  const channelOf = ({ channel }: PlayerLimit) =>
    channel === null ? t('all_channels') : (channels.find(({ code }) => code === channel)?.name ?? channel)
  const partnerOf = ({ partner }: PlayerLimit) =>
    partner === null ? t('all_partners') : (partners.find(({ code }) => code === partner)?.name ?? partner)
  const nameOf = (limit: PlayerLimit) =>
    [`${limit.currency_code} ${t(limit.type)}`, channelOf(limit), partnerOf(limit)].join(' · ')
  const columns: readonly TableColumn<PlayerLimit>[] = [
    column('type', t('type'), (limit) => `${limit.currency_code} ${t(limit.type)}`),
    column('channel', t('channel'), channelOf),
    column('partner', t('partner'), partnerOf),
    ...sums.map((sum) =>
      figure<PlayerLimit>(sum, t(sum), ({ [sum]: amount }) => <Amount amount={amount} none={t('no_limit')} />),
    ),
    ...useActColumn<PlayerLimit>(
      'change',
      t('action'),
      setPlayerLimit,
      (limit) => {
        const name = nameOf(limit)
        const look = { values: { name }, ariaLabel: `${t('change.button')} ${name}` }
        return [act('channels.player_limits.change', setPlayerLimit, null, <LimitForm limit={limit} />, look)]
      },
      reload,
    ),
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
function LimitForm({ limit }: { readonly limit: PlayerLimit | null }) {
  const currencyLabel = textAt('channels.currency')
  const submit = textAt('common.save')
  const currencies = useCurrencies()
  const channels = (useChannels().data ?? []).filter(({ is_demo }) => !is_demo)
  const partners = usePartnerList()
  const currencyOf = (values: { readonly channel: string; readonly currency_code: string }) =>
    channels.find(({ code }) => code === values.channel)?.currency_code ?? values.currency_code
  return (
    <ActForm
      initial={{
        channel: limit?.channel ?? '',
        partner: limit?.partner ?? '',
        currency_code: limit?.currency_code ?? currencies[0] ?? '',
        type: limit?.type ?? 'deposit',
        ...(Object.fromEntries(sums.map((sum) => [sum, limit?.[sum] ?? ''])) as Record<Sum, string>),
        reason: '',
      }}
      send={async (values) => {
        const { list, request } = await call(setPlayerLimit, {
          channel: orNone(values.channel),
          partner: orNone(values.partner),
          currency_code: currencyOf(values),
          type: values.type,
          ...(Object.fromEntries(sums.map((sum) => [sum, orNone(values[sum])])) as Record<Sum, string | null>),
          version: limit?.version ?? 0,
          reason: values.reason,
        })
        cacheAnswer(keyOf(listPlayerLimits), () => ({ list }))
        return { request }
      }}
      text={t('form_text')}
      submit={submit}
      done={t('done')}
      isReady={({ isChanged, values }) => isChanged && isGiven(values.reason)}
    >
      {(form) => (
        <>
          {limit === null && (
            <>
              {selectField(form, 'channel', t('channel'), allAnd(t('all_channels'), channels), t('channel_help'))}
              {form.values.channel === '' && selectField(form, 'currency_code', currencyLabel, optionsOf(currencies))}
              {selectField(form, 'partner', t('partner'), allAnd(t('all_partners'), partners))}
              {selectField(form, 'type', t('type'), optionsOf(transactionTypes, t))}
            </>
          )}
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {sums.map((sum) => sumField(form, sum, t(sum), currencyOf(form.values)))}
          </div>
        </>
      )}
    </ActForm>
  )
}

const allAnd = (all: string, others: Parameters<typeof namedOptions>[0]) => [
  { value: '', label: all },
  ...namedOptions(others),
]
