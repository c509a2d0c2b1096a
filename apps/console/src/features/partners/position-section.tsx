import { listPositionDays, type Partner, setPartnerCover } from '@cashbox/contract/operator'
import type { DailyStatement, Position, PositionDay } from '@cashbox/contract/partner'
import { Callout, Card, Money } from '@cashbox/ui'
import { Tabs } from '@cashbox/ui/tabs'
import { TimeChart } from '@cashbox/ui/time-chart'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useLocale } from 'use-intl'
import { compactTick, stepLabels } from '../../platform/charts/chart-labels.ts'
import { Acts, actsWith } from '../../platform/forms/acts.tsx'
import { ActForm, isGiven, orNone, sumField } from '../../platform/forms/form.tsx'
import { textAt, textsOf } from '../../platform/language/language.ts'
import { column, figure, sum, type TableColumn } from '../../platform/list/columns.tsx'
import { DataTable } from '../../platform/list/data-table.tsx'
import { ExportHead } from '../../platform/list/export-menu.tsx'
import { Loaded } from '../../platform/page/page.tsx'
import { call, useAnswer } from '../../platform/session/session.ts'
import { formatDate } from '../../platform/values/dates.ts'
import { formatList, formatMoney } from '../../platform/values/formats.ts'
import { Amount, Section, stateBadge } from '../../platform/values/values.tsx'
import { cachePartner, POSITION_POLL_MS, refreshPosition, usePosition } from './partners.ts'

const t = textsOf('partners.position')

const DAY_MS = 24 * 60 * 60 * 1000

const CoverBadge = stateBadge({
  enough: ['partners.position.states.enough', 'approved', CircleCheck],
  low: ['partners.position.states.low', 'pending', TriangleAlert],
  exhausted: ['partners.position.states.exhausted', 'blocked', CircleAlert],
})

export function PositionSection({ partner }: { partner: Partner }) {
  const { data } = usePosition(partner.code)
  return (
    <>
      <Section title={t('title')}>
        <p className="text-ink-soft">{t('text')}</p>
        <Positions partner={partner} />
      </Section>
      {data && <Days code={partner.code} currencies={data.list.map(({ currency_code }) => currency_code)} />}
    </>
  )
}

/** A card for each currency. */
export function Positions({ partner }: { partner: Partner }) {
  return (
    <Loaded query={usePosition(partner.code)} isInCard>
      {({ list }) => {
        const unlimited = list.filter(({ credit_limit }) => credit_limit === null)
        const currencies = formatList(unlimited.map(({ currency_code }) => currency_code))
        return (
          <div className="grid min-w-0 gap-4">
            {unlimited.length > 0 && (
              <Callout tone="warning" icon={<TriangleAlert aria-hidden />} title={t('no_limit_in', { currencies })}>
                {t('no_limit_text')}
              </Callout>
            )}
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-4">
              {list.map((position) => (
                <li key={position.currency_code}>
                  <PositionCard partner={partner} position={position} />
                </li>
              ))}
            </ul>
          </div>
        )
      }}
    </Loaded>
  )
}

function PositionCard({ partner, position }: { partner: Partner; position: Position }) {
  const act = actsWith({ name: partner.name })
  const { currency_code: currency, cover, balance, reserved, on_credit, credit_limit, left, low_level } = position
  const form = <CoverForm partner={partner} position={position} />
  const ariaLabel = `${textAt('partners.acts.set_cover.button')} ${currency}`
  return (
    <Card aria-label={currency} className="grid h-full content-between gap-4">
      <div className="grid gap-3">
        <div className="flex items-center justify-between gap-3">
          <h3 className="font-semibold">{currency}</h3>
          <CoverBadge state={cover} />
        </div>
        <p className="grid justify-items-start">
          <span className="text-sm text-ink-soft">{t(balance.startsWith('-') ? 'owes' : 'holds')}</span>
          <Money size="lg" amount={formatMoney(balance.replace('-', ''))} currency={currency} />
        </p>
        <dl className="grid gap-1.5">
          <Figure label={t('reserved')} amount={reserved} />
          {on_credit !== '0.00' && <Figure label={t('on_credit')} amount={on_credit} />}
          <Figure label={t('limit')} amount={credit_limit} none={t('no_limit')} />
          <Figure label={t('left')} amount={left} none={t('no_limit')} />
          <Figure label={t('low_level')} amount={low_level} none={t('none')} />
        </dl>
      </div>
      <Acts
        reload={refreshPosition}
        acts={[act('partners.acts.set_cover', setPartnerCover, null, form, { ariaLabel })]}
      />
    </Card>
  )
}

const Figure = ({ label, amount, none }: { label: string; amount: string | null; none?: string }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-3">
    <dt className="text-ink-soft">{label}</dt>
    <dd className="ms-auto text-end">
      <Amount amount={amount} {...(none !== undefined && { none })} />
    </dd>
  </div>
)

/** The last days of one currency: a chart, and a line for each day with the balance after it. */
function Days({ code, currencies }: { code: string; currencies: readonly string[] }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const currency = chosen ?? currencies[0] ?? ''
  const filters = { code, currency_code: currency }
  const query = useAnswer(listPositionDays, filters, { refetchInterval: POSITION_POLL_MS, isUnattended: false })
  return (
    <section aria-label={t('days')} className="grid min-w-0 gap-3">
      <ExportHead title={t('days')} table="position-days" filters={filters} />
      {currencies.length > 1 && (
        <Tabs
          label={t('currency')}
          value={currency}
          onValueChange={setChosen}
          items={currencies.map((value) => ({ value, label: value }))}
        />
      )}
      <Loaded query={query} isInCard>
        {(statement) =>
          statement.list.length === 0 ? (
            <p className="text-ink-soft">{t('no_days')}</p>
          ) : (
            <>
              <BalanceChart statement={statement} />
              <DayTable days={statement.list} />
            </>
          )
        }
      </Loaded>
    </section>
  )
}

function BalanceChart({ statement }: { statement: DailyStatement }) {
  const locale = useLocale()
  const days = everyDay(statement)
  return (
    <Card className="grid min-w-0 gap-4">
      <TimeChart
        label={t('chart')}
        pointLabel={t('day')}
        points={days.map(({ day }) => ({ key: day, ...stepLabels('day', Date.parse(day) / 1000, locale) }))}
        series={[
          {
            tone: 'main',
            label: t('balance'),
            kind: 'steps',
            values: days.map(({ balance }) => Number(balance)),
            texts: days.map(({ balance }) => formatMoney(balance)),
          },
        ]}
        formatTick={compactTick}
        tableLabel={textAt('charts.table')}
      />
    </Card>
  )
}

/** Also those without a change, so that time runs evenly. */
function everyDay({ from, to, opening, list }: DailyStatement) {
  const changed = new Map(list.map(({ day, balance }) => [day, balance]))
  const days: { readonly day: string; readonly balance: string }[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10)
    days.push({ day, balance: changed.get(day) ?? days.at(-1)?.balance ?? opening })
  }
  return days
}

function DayTable({ days }: { days: readonly PositionDay[] }) {
  const both = (...amounts: readonly string[]) => (
    <span className="inline-grid justify-items-end">
      {amounts
        .filter((amount) => Number(amount) !== 0)
        .map((amount) => (
          <Amount key={amount} amount={amount} />
        ))}
    </span>
  )
  const columns: readonly TableColumn<PositionDay>[] = [
    column('day', t('day'), ({ day }) => formatDate(day)),
    sum('deposits', t('deposits'), ({ deposits }) => [deposits]),
    figure('withdrawals', t('withdrawals'), ({ withdrawals }) => <Amount amount={negative(withdrawals)} />),
    figure('reversed', t('reversed'), (day) => both(negative(day.deposits_reversed), day.withdrawals_reversed)),
    figure('fees', t('fees'), ({ fees }) => <Amount amount={negative(fees)} />),
    figure('paid', t('paid'), (day) => both(day.paid_in, negative(day.paid_out))),
    sum('balance', t('balance'), ({ balance }) => [balance]),
  ]
  return <DataTable label={t('days')} columns={columns} rows={days} keyOf={({ day }) => day} />
}

/** As it changes the balance. */
const negative = (amount: string) => {
  if (Number(amount) === 0) return amount
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`
}

function CoverForm({ partner: { code, version }, position }: { partner: Partner; position: Position }) {
  const { currency_code, credit_limit, low_level } = position
  return (
    <ActForm
      initial={{ credit_limit: credit_limit ?? '', low_level: low_level ?? '', reason: '' }}
      send={async ({ reason, ...values }) => {
        const sums = { credit_limit: orNone(values.credit_limit), low_level: orNone(values.low_level) }
        const answer = cachePartner(await call(setPartnerCover, { code, version, currency_code, ...sums, reason }))
        await refreshPosition()
        return answer
      }}
      isReady={({ isChanged, values }) => isChanged && isGiven(values.reason)}
    >
      {(form) => (
        <>
          {sumField(form, 'credit_limit', t('limit'), currency_code, t('limit_help'))}
          {sumField(form, 'low_level', t('low_level'), currency_code, t('low_level_help'))}
        </>
      )}
    </ActForm>
  )
}
