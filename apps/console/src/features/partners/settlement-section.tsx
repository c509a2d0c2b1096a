import * as api from '@cashbox/contract/operator'
import {
  type AccountStatement,
  type PartnerPayment,
  type StatementPeriod,
  statementPeriods,
} from '@cashbox/contract/partner'
import { Button } from '@cashbox/ui'
import { Banknote, CalendarClock, CircleAlert, CircleCheck, FileCheck, Hourglass, Send } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { Acts, actsWith, Dialog } from '../../platform/forms/acts.tsx'
import { ActForm, isGiven, selectField, textField } from '../../platform/forms/form.tsx'
import { textsOf } from '../../platform/language/language.ts'
import { column, figure, sum, type TableColumn } from '../../platform/list/columns.tsx'
import { ExportHead } from '../../platform/list/export-menu.tsx'
import { optionsOf } from '../../platform/list/list-filters.tsx'
import { PagedTable } from '../../platform/list/list-table.tsx'
import { Loaded } from '../../platform/page/page.tsx'
import { call, refresh, useAnswer } from '../../platform/session/session.ts'
import { formatDate } from '../../platform/values/dates.ts'
import { formatWhole } from '../../platform/values/formats.ts'
import {
  Amount,
  Code,
  DownloadLink,
  Facts,
  Section,
  stateBadge,
  TextLink,
  When,
} from '../../platform/values/values.tsx'
import { refreshPartners } from './partners.ts'

const t = textsOf('partners.settlement')

interface PartnerProps {
  readonly partner: api.Partner
}

const StateBadge = stateBadge({
  overdue: ['partners.settlement.states.overdue', 'rejected', CircleAlert],
  disputed: ['partners.settlement.states.disputed', 'suspended', CircleAlert],
  accepted: ['partners.settlement.states.accepted', 'approved', CircleCheck],
  owed: ['partners.settlement.states.owed', 'pending', Hourglass],
  sent: ['partners.settlement.states.sent', 'neutral', Send],
})

const NONE = 'none' as const
const FORMATS = ['pdf', 'xlsx', 'csv'] as const

const refreshSettlement = () =>
  refresh(api.listPartnerStatements.path, api.listPartnerPayments.path, api.readPartnerStatement.path)

export function SettlementSection({ partner }: PartnerProps) {
  const [opened, setOpened] = useState<AccountStatement | null>(null)
  const { code } = partner
  return (
    <Section title={t('title')}>
      <p className="text-ink-soft">{t('text')}</p>
      <Schedule partner={partner} />
      <ExportHead title={t('statements')} table="partner-statements" filters={{ code }} />
      <PagedTable
        endpoint={api.listPartnerStatements}
        input={{ code }}
        columns={statementColumns(setOpened)}
        keyOf={({ id }) => id}
        label={t('statements')}
        emptyTitle={t('statements_none')}
        emptyText={t('statements_none_text')}
      />
      <ExportHead title={t('payments')} table="partner-payments" filters={{ code }} />
      <PagedTable
        endpoint={api.listPartnerPayments}
        input={{ code }}
        columns={paymentColumns()}
        keyOf={({ id }) => id}
        label={t('payments')}
        emptyTitle={t('payments_none')}
        emptyText={t('payments_none_text')}
      />
      {opened && (
        <Dialog title={t('statement', { number: nameOf(opened) })} onClose={() => setOpened(null)}>
          <StatementDetail code={code} statement={opened} />
        </Dialog>
      )}
    </Section>
  )
}

function Schedule({ partner }: PartnerProps) {
  const [, navigate] = useLocation()
  const { code, name } = partner
  const act = actsWith({ name })
  const query = useAnswer(api.listPartnerStatements, { code, limit: '1' }, { select: ({ schedule }) => schedule })
  return (
    <Loaded query={query}>
      {(schedule) => (
        <>
          <Facts
            facts={{
              [t('schedule')]: t(`periods.${schedule.period ?? NONE}`),
              [t('closes_at')]: schedule.closes_at !== null && <When seconds={schedule.closes_at} />,
              [t('due_days')]: formatWhole(schedule.due_days),
            }}
          />
          <Acts
            label={t('title')}
            reload={() => Promise.all([refreshPartners(), refreshSettlement()])}
            acts={[
              {
                endpoint: api.createMoneyRequest,
                label: t('record'),
                icon: Banknote,
                onChoose: () => navigate(`/money/new?kind=partner_payment&partner=${code}`),
              },
              act('partners.settlement.close', api.closePartnerStatement, FileCheck, <CloseForm partner={partner} />),
              act(
                'partners.settlement.plan',
                api.setStatementSchedule,
                CalendarClock,
                <ScheduleForm partner={partner} schedule={schedule} />,
              ),
            ]}
          />
        </>
      )}
    </Loaded>
  )
}

function CloseForm({ partner: { code, withdrawal_limits } }: PartnerProps) {
  const currencies = withdrawal_limits.map(({ currency_code }) => currency_code)
  return (
    <ActForm
      initial={{ currency_code: currencies[0] ?? '', reason: '' }}
      send={async (values) => {
        const closed = await call(api.closePartnerStatement, { code, ...values })
        await refreshSettlement()
        return closed
      }}
      done={({ statement }) => t('close.done', { number: nameOf(statement) })}
      isReady={({ values }) => isGiven(values.reason)}
    >
      {(form) => selectField(form, 'currency_code', t('currency'), optionsOf(currencies))}
    </ActForm>
  )
}

interface ScheduleFormProps extends PartnerProps {
  readonly schedule: api.StatementSchedule
}

function ScheduleForm({ partner: { code, version }, schedule }: ScheduleFormProps) {
  const periods = optionsOf([NONE, ...statementPeriods], (period) => t(`periods.${period}`))
  return (
    <ActForm
      initial={{ period: schedule.period ?? NONE, due_days: String(schedule.due_days), reason: '' }}
      send={async ({ period, due_days, reason }) => {
        const chosen = statementPeriods.find((one): one is StatementPeriod => one === period) ?? null
        await call(api.setStatementSchedule, { code, version, period: chosen, due_days: Number(due_days), reason })
        await Promise.all([refreshPartners(), refreshSettlement()])
      }}
      isReady={({ isChanged, values }) => isChanged && isGiven(values.reason) && /^\d{1,3}$/.test(values.due_days)}
    >
      {(form) => (
        <>
          {selectField(form, 'period', t('schedule'), periods)}
          {textField(form, 'due_days', t('due_days'), {
            help: t('due_days_help'),
            inputMode: 'numeric',
            maxLength: 3,
          })}
        </>
      )}
    </ActForm>
  )
}

const statementColumns = (onOpen: (statement: AccountStatement) => void): readonly TableColumn<AccountStatement>[] => [
  column('number', t('number'), (statement) => nameOf(statement)),
  column('until', t('until'), ({ until }) => <When seconds={until} />),
  sum('closing', t('closing'), ({ closing, currency_code }) => [closing, currency_code]),
  sum('owed', t('owed'), ({ owed, currency_code }) => [owed, currency_code]),
  column('due', t('due_at'), ({ due_at }) => <When seconds={due_at} />),
  column('state', t('state'), (statement) => <StateBadge state={stateOf(statement)} />),
  figure('view', t('action'), (statement) => (
    <Button variant="secondary" aria-label={`${t('view')} ${nameOf(statement)}`} onClick={() => onOpen(statement)}>
      {t('view')}
    </Button>
  )),
]

const nameOf = ({ currency_code, number }: AccountStatement) => `${currency_code} ${number}`

function stateOf({ is_overdue, answer, owed }: AccountStatement) {
  if (is_overdue) return 'overdue'
  if (answer !== null) return answer
  return owed === '0.00' ? 'sent' : 'owed'
}

const paymentColumns = (): readonly TableColumn<PartnerPayment>[] => [
  column('paid_on', t('paid_on'), ({ paid_on }) => formatDate(paid_on)),
  column('direction', t('direction'), (payment) => t(`directions.${directionOf(payment)}`)),
  sum('amount', t('amount'), ({ amount, currency_code }) => [amount, currency_code]),
  column('reference', t('bank_reference'), ({ bank_reference }) => <Code text={bank_reference} />),
  column('statement', t('in_statement'), ({ currency_code, statement }) => `${currency_code} ${statement}`),
  figure('reverse', t('action'), ({ id, is_reversed, reverses }) => {
    if (reverses !== null) return null
    if (is_reversed) return t('reversed')
    return <TextLink href={`/money/new?kind=partner_payment_reversal&payment_id=${id}`}>{t('reverse')}</TextLink>
  }),
]

const directionOf = ({ direction, reverses }: PartnerPayment) =>
  reverses === null ? direction : (`${direction}_reversed` as const)

interface StatementDetailProps {
  readonly code: string
  readonly statement: AccountStatement
}

function StatementDetail({ code, statement: { id, currency_code: currency } }: StatementDetailProps) {
  const query = useAnswer(api.readPartnerStatement, { code, statement_id: id })
  const money = (amount: string) => <Amount amount={amount} currency={currency} />
  const counted = ({ count, sum }: { count: number; sum: string }) => (
    <span>
      {money(sum)} <span className="text-ink-soft">({formatWhole(count)})</span>
    </span>
  )
  return (
    <Loaded query={query}>
      {({ statement, signed_text, signature }) => (
        <div className="grid gap-4">
          <Facts
            facts={{
              [t('state')]: <StateBadge state={stateOf(statement)} />,
              [t('answer_reason')]: statement.answer_reason !== null && statement.answer_reason,
              [t('answered_at')]: statement.answered_at !== null && <When seconds={statement.answered_at} />,
              [t('period')]: t(`periods.${statement.period}`),
              [t('from')]: <When seconds={statement.from} />,
              [t('until')]: <When seconds={statement.until} />,
              [t('opening')]: money(statement.opening),
              [t('deposits')]: counted(statement.totals.deposits),
              [t('withdrawals')]: counted(statement.totals.withdrawals),
              [t('reversed_deposits')]: money(statement.totals.reversed_deposits),
              [t('reversed_withdrawals')]: money(statement.totals.reversed_withdrawals),
              [t('fees')]: money(statement.totals.fees),
              [t('paid_in')]: money(statement.totals.paid_in),
              [t('paid_out')]: money(statement.totals.paid_out),
              [t('closing')]: money(statement.closing),
              [t('due_at')]: <When seconds={statement.due_at} />,
              [t('owed')]: money(statement.owed),
              [t('signature')]: <Code text={signature} />,
              [t('files')]: (
                <span className="flex gap-4">
                  {FORMATS.map((format) => (
                    <DownloadLink
                      key={format}
                      href={api.statementFileUrl(code, id, format)}
                      text={format.toUpperCase()}
                    />
                  ))}
                </span>
              ),
            }}
          />
          <details>
            <summary className="cursor-pointer text-brand-text">{t('signed_text')}</summary>
            <pre dir="ltr" className="overflow-x-auto pt-2 text-sm">
              {signed_text}
            </pre>
          </details>
        </div>
      )}
    </Loaded>
  )
}
