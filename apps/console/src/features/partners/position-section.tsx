import {
  listPositionDays,
  type Partner,
  readPartnerPosition,
  setPartnerCover,
  setPartnerFees,
} from '@cashbox/contract/operator'
import type { DailyStatement, PartnerFee, Position, PositionDay } from '@cashbox/contract/partner'
import { Button, Callout, Card, TextField } from '@cashbox/ui'
import { DataTable, type TableColumn } from '@cashbox/ui/dense/data-table'
import { Tabs } from '@cashbox/ui/tabs'
import { TimeChart } from '@cashbox/ui/time-chart'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { compactTick, stepLabels } from '../../platform/charts/chart-labels.ts'
import { useActDialog } from '../../platform/forms/acts.tsx'
import { ActForm, type ActProps, isGiven, orNone } from '../../platform/forms/form.tsx'
import { ExportMenu } from '../../platform/list/export-menu.tsx'
import { column, figure } from '../../platform/list/use-list.ts'
import { Loaded } from '../../platform/page/page.tsx'
import { call, refresh, useAnswer } from '../../platform/session/call.ts'
import { useMay } from '../../platform/session/session.ts'
import { bpOf, formatMoney, percentOf } from '../../platform/values/formats.ts'
import { Amount, type BadgeStyle, IconBadge, Section, When } from '../../platform/values/values.tsx'
import { cachePartner, refreshPartners } from './partners.ts'

/** Counted every second; an operator who watches it need not reload. */
const POLL_MS = 15_000

const DAY_MS = 24 * 60 * 60 * 1000

const badgeStyles: Record<Position['cover'], BadgeStyle> = {
  enough: ['approved', CircleCheck],
  low: ['pending', TriangleAlert],
  exhausted: ['blocked', CircleAlert],
}

interface PositionFormProps extends ActProps {
  readonly partner: Partner
  readonly currency: string
}

/** What the network and a partner owe each other. */
export function PositionSection({ partner }: { partner: Partner }) {
  const t = useTranslations('partners.position')
  const query = useAnswer(
    readPartnerPosition,
    { code: partner.code },
    { refetchInterval: POLL_MS, isUnattended: false },
  )
  return (
    <Section title={t('title')}>
      <p className="text-ink-soft">{t('text')}</p>
      <Loaded query={query} isInCard>
        {({ list, fees }) => (
          <div className="grid min-w-0 gap-6">
            {list.some(({ credit_limit }) => credit_limit === null) && (
              <Callout tone="warning" icon={<TriangleAlert aria-hidden />} title={t('no_limit')}>
                {t('no_limit_text')}
              </Callout>
            )}
            <Positions partner={partner} list={list} />
            <Tariffs partner={partner} list={list} fees={fees} />
            <Days code={partner.code} currencies={list.map(({ currency_code }) => currency_code)} />
          </div>
        )}
      </Loaded>
    </Section>
  )
}

function Positions({ partner, list }: { partner: Partner; list: readonly Position[] }) {
  const t = useTranslations('partners')
  const { open, dialog } = useActDialog(refreshPosition)
  const change = figure<Position>('change', t('keys.action'), (position) => (
    <Button
      variant="secondary"
      aria-label={`${t('acts.set_cover.button')} ${position.currency_code}`}
      onClick={() =>
        open({
          title: t('acts.set_cover.title', { name: partner.name }),
          renderForm: (act) => <CoverForm {...act} partner={partner} position={position} />,
        })
      }
    >
      {t('acts.set_cover.button')}
    </Button>
  ))
  const orText = (amount: string | null, none: string) => (amount === null ? none : <Amount amount={amount} />)
  const columns: readonly TableColumn<Position>[] = [
    column('currency', t('position.currency'), ({ currency_code }) => currency_code),
    column('cover', t('standing'), ({ cover }) => (
      <IconBadge style={badgeStyles[cover]}>{t(`position.states.${cover}`)}</IconBadge>
    )),
    figure('balance', t('position.balance'), ({ balance }) => (
      <span className="inline-grid justify-items-end">
        <Amount amount={balance.replace('-', '')} />
        <span className="text-sm text-ink-soft">{t(balance.startsWith('-') ? 'position.owes' : 'position.holds')}</span>
      </span>
    )),
    figure('reserved', t('position.reserved'), ({ reserved }) => <Amount amount={reserved} />),
    figure('limit', t('position.limit'), ({ credit_limit }) => orText(credit_limit, t('position.no_limit'))),
    figure('left', t('position.left'), ({ left }) => orText(left, t('position.no_limit'))),
    figure('low', t('position.low_level'), ({ low_level }) => orText(low_level, t('position.none'))),
    ...(useMay(setPartnerCover) ? [change] : []),
  ]
  return (
    <>
      <DataTable
        label={t('position.text')}
        columns={columns}
        rows={list}
        keyOf={({ currency_code }) => currency_code}
      />
      {dialog}
    </>
  )
}

function Tariffs({
  partner,
  list,
  fees,
}: {
  partner: Partner
  list: readonly Position[]
  fees: readonly PartnerFee[]
}) {
  const t = useTranslations('partners')
  const { open, dialog } = useActDialog(refreshPosition)
  const mayChange = useMay(setPartnerFees)
  const columns: readonly TableColumn<PartnerFee>[] = [
    column('currency', t('position.currency'), ({ currency_code }) => currency_code),
    column('from', t('position.valid_from'), ({ valid_from }) => <When seconds={valid_from} />),
    figure('deposit', t('position.per_deposit'), (fee) => feeText(fee.deposit_fee_bp, fee.deposit_fee_fixed)),
    figure('withdraw', t('position.per_withdrawal'), (fee) => feeText(fee.withdraw_fee_bp, fee.withdraw_fee_fixed)),
  ]
  return (
    <div className="grid min-w-0 gap-3">
      <h3 className="font-semibold">{t('position.tariff')}</h3>
      {fees.length === 0 ? (
        <p className="text-ink-soft">{t('position.no_tariff')}</p>
      ) : (
        <DataTable
          label={t('position.tariff')}
          columns={columns}
          rows={fees}
          keyOf={({ currency_code, valid_from }) => `${currency_code} ${valid_from}`}
        />
      )}
      {mayChange && (
        <div className="flex flex-wrap gap-2">
          {list.map(({ currency_code: currency }) => (
            <Button
              key={currency}
              variant="secondary"
              onClick={() =>
                open({
                  title: t('acts.set_fees.title', { name: partner.name }),
                  renderForm: (act) => (
                    <FeesForm
                      {...act}
                      partner={partner}
                      currency={currency}
                      fee={fees.find(({ currency_code }) => currency_code === currency)}
                    />
                  ),
                })
              }
            >
              {t('acts.set_fees.button')} {currency}
            </Button>
          ))}
        </div>
      )}
      {dialog}
    </div>
  )
}

const feeText = (bp: number, fixed: string) => `${percentOf(bp)} % + ${formatMoney(fixed)}`

/** The last days of one currency: a chart, and a line for each day with the balance after it. */
function Days({ code, currencies }: { code: string; currencies: readonly string[] }) {
  const t = useTranslations('partners.position')
  const [chosen, setChosen] = useState<string | null>(null)
  const currency = chosen ?? currencies[0] ?? ''
  const filters = { code, currency_code: currency }
  const query = useAnswer(listPositionDays, filters, { refetchInterval: POLL_MS, isUnattended: false })
  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{t('days')}</h3>
        <div>
          <ExportMenu table="position-days" filters={filters} hasPdf />
        </div>
      </div>
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
    </div>
  )
}

function BalanceChart({ statement }: { statement: DailyStatement }) {
  const t = useTranslations('partners.position')
  const tTable = useTranslations('charts')
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
        tableLabel={tTable('table')}
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
  const t = useTranslations('partners.position')
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
    column('day', t('day'), ({ day }) => <bdi dir="ltr">{day}</bdi>),
    figure('deposits', t('deposits'), ({ deposits }) => <Amount amount={deposits} />),
    figure('withdrawals', t('withdrawals'), ({ withdrawals }) => <Amount amount={negative(withdrawals)} />),
    figure('reversed', t('reversed'), (day) => both(negative(day.deposits_reversed), day.withdrawals_reversed)),
    figure('fees', t('fees'), ({ fees }) => <Amount amount={negative(fees)} />),
    figure('paid', t('paid'), (day) => both(day.paid_in, negative(day.paid_out))),
    figure('balance', t('balance'), ({ balance }) => <Amount amount={balance} />),
  ]
  return <DataTable label={t('days')} columns={columns} rows={days} keyOf={({ day }) => day} />
}

/** As it changes the balance. */
const negative = (amount: string) => {
  if (Number(amount) === 0) return amount
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`
}

const refreshPosition = async () => {
  await Promise.all([refreshPartners(), refresh(readPartnerPosition.path, listPositionDays.path)])
}

function CoverForm({
  partner: { code, version, name },
  position,
  ...act
}: ActProps & { readonly partner: Partner; readonly position: Position }) {
  const t = useTranslations('partners')
  const { currency_code, credit_limit, low_level } = position
  const field = { inputMode: 'decimal', suffix: currency_code, isOptional: true } as const
  return (
    <ActForm
      {...act}
      initial={{ credit_limit: credit_limit ?? '', low_level: low_level ?? '', reason: '' }}
      send={async ({ reason, ...values }) => {
        const sums = { credit_limit: orNone(values.credit_limit), low_level: orNone(values.low_level) }
        const { partner, request } = await call(setPartnerCover, { code, version, currency_code, ...sums, reason })
        cachePartner(partner)
        await refreshPosition()
        return { request }
      }}
      done={t('acts.set_cover.done', { name })}
      text={t('acts.set_cover.text')}
      submit={t('acts.set_cover.submit')}
      isReady={({ isChanged, values }) => isChanged && isGiven(values.reason)}
    >
      {(form) => (
        <>
          <TextField
            {...field}
            form={form}
            name="credit_limit"
            label={t('position.limit')}
            help={t('position.limit_help')}
          />
          <TextField
            {...field}
            form={form}
            name="low_level"
            label={t('position.low_level')}
            help={t('position.low_level_help')}
          />
        </>
      )}
    </ActForm>
  )
}

function FeesForm({
  partner: { code, version, name },
  currency,
  fee,
  ...act
}: PositionFormProps & { readonly fee: PartnerFee | undefined }) {
  const t = useTranslations('partners')
  const percent = { inputMode: 'decimal', suffix: '%' } as const
  const fixed = { inputMode: 'decimal', suffix: currency } as const
  return (
    <ActForm
      {...act}
      initial={{
        deposit_fee_bp: percentOf(fee?.deposit_fee_bp ?? 0),
        deposit_fee_fixed: fee?.deposit_fee_fixed ?? '0.00',
        withdraw_fee_bp: percentOf(fee?.withdraw_fee_bp ?? 0),
        withdraw_fee_fixed: fee?.withdraw_fee_fixed ?? '0.00',
        reason: '',
      }}
      send={async ({ deposit_fee_bp, withdraw_fee_bp, ...values }) => {
        const percents = { deposit_fee_bp: bpOf(deposit_fee_bp), withdraw_fee_bp: bpOf(withdraw_fee_bp) }
        const input = { code, version, currency_code: currency, ...percents, ...values }
        const { partner, request } = await call(setPartnerFees, input)
        cachePartner(partner)
        return { request }
      }}
      done={t('acts.set_fees.done', { name })}
      text={t('acts.set_fees.text')}
      submit={t('acts.set_fees.submit')}
      isReady={({ isChanged, values }) => isChanged && isGiven(values.reason)}
    >
      {(form) => (
        <>
          <TextField {...percent} form={form} name="deposit_fee_bp" label={t('position.deposit_percent')} />
          <TextField {...fixed} form={form} name="deposit_fee_fixed" label={t('position.deposit_fixed')} />
          <TextField {...percent} form={form} name="withdraw_fee_bp" label={t('position.withdraw_percent')} />
          <TextField {...fixed} form={form} name="withdraw_fee_fixed" label={t('position.withdraw_fixed')} />
        </>
      )}
    </ActForm>
  )
}
