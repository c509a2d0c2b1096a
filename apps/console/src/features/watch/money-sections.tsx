import { type EarlierVolume, listRiskAgents, type Today } from '@cashbox/contract/operator'
import { Skeleton } from '@cashbox/ui'
import { Hourglass } from 'lucide-react'
import { REFRESH_MS } from '../../platform/forms/second-operator.tsx'
import { textAt, textsOf } from '../../platform/language/language.ts'
import { column, figure, sum, type TableColumn } from '../../platform/list/columns.tsx'
import { DataTable } from '../../platform/list/data-table.tsx'
import { useAnswer } from '../../platform/session/session.ts'
import { formatDate } from '../../platform/values/dates.ts'
import { formatAge, formatChange, formatCoins, formatWhole, fullName } from '../../platform/values/formats.ts'
import { Amount, CountedAmount, IconBadge, LabelledTime, TextLink } from '../../platform/values/values.tsx'
import { coinName } from './alert-list.tsx'
import { Line, WatchSection } from './technical-sections.tsx'

const t = textsOf('watch.volumes')

type Float = Today['floats'][number]

interface TopupLineProps {
  readonly label: string
  readonly topups: Today['topups']['confirming'][number]
}

type Volume = Today['volumes'][number]

export function Floats({ today: { floats } }: { today: Today }) {
  const columns = columnsOf(floats.some(({ credit_lines }) => Number(credit_lines) !== 0))
  return (
    <WatchSection
      id="floats"
      title={textAt('watch.floats.title')}
      text={textAt('watch.floats.text')}
      none={floats.length === 0 && textAt('watch.floats.none')}
    >
      <DataTable
        label={textAt('watch.floats.title')}
        columns={columns}
        rows={floats}
        keyOf={({ currency_code }) => currency_code}
      />
      {floats.map((float) => float.low_agents.length > 0 && <LowFloats key={float.currency_code} float={float} />)}
    </WatchSection>
  )
}

/** The agents who run out first, by name. */
function LowFloats({ float: { currency_code, low_float, low_agents } }: { float: Float }) {
  const label = textAt('watch.floats.low_names', { currency: currency_code })
  const others = low_float - low_agents.length
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 px-1">
      <span aria-hidden className="font-semibold text-pending">
        {label}
      </span>
      <ul aria-label={label} className="contents">
        {low_agents.map((agent) => (
          <li key={agent.agent_id}>
            <TextLink href={`/agents/${agent.agent_id}`}>{fullName(agent)}</TextLink>
          </li>
        ))}
        {others > 0 && <li className="text-ink-soft">{textAt('watch.floats.low_more', { count: others })}</li>}
      </ul>
    </div>
  )
}

function columnsOf(hasCredit: boolean): readonly TableColumn<Float>[] {
  const count = (of: 'below_zero' | 'low_float', tone: string) =>
    figure<Float>(of, textAt(`watch.floats.${of}`), (row) => (
      <span className={row[of] > 0 ? tone : 'text-ink-soft'}>{formatWhole(row[of])}</span>
    ))
  return [
    column('currency', textAt('watch.floats.currency'), ({ currency_code, agents }) => (
      <span className="inline-flex items-baseline gap-1.5 whitespace-nowrap">
        <span className="font-semibold">{currency_code}</span>
        <span className="text-sm text-ink-soft">{textAt('watch.floats.agents', { count: agents })}</span>
      </span>
    )),
    sum('balance', textAt('watch.floats.balance'), ({ balance }) => [balance]),
    count('below_zero', 'font-semibold text-danger'),
    count('low_float', 'font-semibold text-pending'),
    ...(hasCredit
      ? [
          figure<Float>('credit', textAt('watch.floats.credit_used'), ({ credit_used, credit_lines }) =>
            Number(credit_lines) === 0 ? (
              <span className="text-ink-soft">{textAt('watch.floats.credit_none')}</span>
            ) : (
              <span className="inline-flex items-baseline gap-1.5 sm:inline-grid sm:justify-items-end sm:gap-0">
                <Amount amount={credit_used} />
                <span className="text-sm text-ink-soft">
                  {textAt('watch.floats.credit_of')} <Amount amount={credit_lines} />
                </span>
              </span>
            ),
          ),
        ]
      : []),
    sum('commission', textAt('watch.floats.commission'), ({ commission }) => [commission]),
  ]
}

export function TopupsSection({ today: { topups } }: { today: Today }) {
  const { confirming, held } = topups
  return (
    <WatchSection
      id="topups"
      title={textAt('watch.topups.title')}
      link={{ href: '/held-topups', label: textAt('watch.links.held_topups') }}
      none={textAt('watch.topups.none')}
      lines={[
        ...confirming.map((one) => <TopupLine key={one.coin} topups={one} label={textAt('watch.topups.confirming')} />),
        ...held.map((one) => {
          const label = `${textAt('watch.topups.held')}: ${textAt(`money.held.reasons.${one.reason}`)}`
          return <TopupLine key={`${one.reason} ${one.coin}`} topups={one} label={label} />
        }),
      ]}
    />
  )
}

const TopupLine = ({ label, topups: { coin, count, sum, oldest_at } }: TopupLineProps) => (
  <Line label={label} hint={<LabelledTime label={textAt('watch.topups.oldest')} seconds={oldest_at} />}>
    <span className="font-semibold tabular-nums">{textAt('watch.topups.count', { count })}</span>
    <span className="text-sm text-ink-soft tabular-nums">
      {formatCoins(sum)} {coinName(coin)}
    </span>
  </Line>
)

export function Volumes({ today: { day, volumes } }: { today: Today }) {
  const columns = volumeColumns()
  return (
    <WatchSection
      id="volumes"
      title={t('title')}
      text={t('day', { day: formatDate(day) })}
      none={volumes.length === 0 && t('none')}
    >
      <DataTable label={t('title')} columns={columns} rows={volumes} keyOf={({ currency_code }) => currency_code} />
    </WatchSection>
  )
}

const volumeColumns = (): readonly TableColumn<Volume>[] => [
  column('currency', t('currency'), ({ currency_code }) => <span className="font-semibold">{currency_code}</span>),
  ...(['deposits', 'withdrawals', 'fees', 'topups'] as const).map((of) =>
    figure<Volume>(of, t(of), (volume) => <Compared volume={volume} of={of} />),
  ),
]

function Compared({ volume, of }: { volume: Volume; of: 'deposits' | 'withdrawals' | 'fees' | 'topups' }) {
  const sumOf = (figures: EarlierVolume) => Number(of === 'fees' ? figures.fees : figures[of].sum)
  const countOf = ({ deposits, withdrawals, topups }: EarlierVolume) =>
    ({ deposits: deposits.count, withdrawals: withdrawals.count, topups: topups.count })[
      of === 'fees' ? 'deposits' : of
    ]
  const changeTo = (before: EarlierVolume) => formatChange(sumOf(volume), sumOf(before), countOf(before))
  const changes = [
    ['vs_yesterday', changeTo(volume.yesterday)],
    ['vs_week', changeTo(volume.week_ago)],
  ] as const
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2 sm:inline-grid sm:justify-items-end">
      {of === 'fees' ? (
        <Amount amount={volume.fees} />
      ) : (
        <CountedAmount isOneLine of={of === 'topups' ? 'entries' : 'payments'} {...volume[of]} />
      )}
      <span className="inline-flex flex-wrap justify-end gap-x-3">
        {changes.map(
          ([key, change]) =>
            change !== null && (
              <span key={key} className="text-sm whitespace-nowrap text-ink-soft">
                {t(key, { change })}
              </span>
            ),
        )}
      </span>
    </span>
  )
}

/** The agents with the highest scores, for operators who may see them. */
export function RiskSection() {
  const { data } = useAnswer(listRiskAgents, { limit: '3' }, { refetchInterval: REFRESH_MS, staleTime: 0 })
  return (
    <WatchSection
      id="risk"
      title={textAt('watch.risk.title')}
      link={{ href: '/risk', label: textAt('watch.links.risk') }}
      none={data !== undefined && textAt('watch.risk.none')}
      lines={data?.list.map((agent) => (
        <Line
          key={agent.cash_id}
          label={<TextLink href={`/risk/${agent.cash_id}`}>{fullName(agent)}</TextLink>}
          hint={agent.kinds.map((kind) => textAt(`risk.kinds.${kind}.title`)).join(', ')}
        >
          <span className="font-semibold tabular-nums">
            {textAt('watch.risk.score', { score: formatWhole(agent.score) })}
          </span>
        </Line>
      ))}
    >
      <Skeleton className="h-16" />
    </WatchSection>
  )
}

export const RatesSection = ({ today: { rates } }: { today: Today }) => (
  <WatchSection
    id="rates"
    title={textAt('watch.rates.title')}
    link={{ href: '/rates', label: textAt('watch.links.rates') }}
    none={textAt('watch.rates.none')}
    lines={rates.map(({ coin, currency_code, rate, source, age_s, is_stale }) => (
      <Line
        key={`${coin} ${currency_code}`}
        label={`${coin} → ${currency_code}`}
        hint={`${textAt(`watch.rates.${source}`)}, ${textAt('watch.rates.age', { age: formatAge(age_s) })}`}
      >
        <bdi dir="ltr" className="font-semibold tabular-nums">
          {formatCoins(rate)}
        </bdi>
        {is_stale && <IconBadge style={['rejected', Hourglass]}>{textAt('watch.rates.stale')}</IconBadge>}
      </Line>
    ))}
  />
)
