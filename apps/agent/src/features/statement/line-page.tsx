import { type LinkedLine, type StatementDetail, statementAccounts, type Topup } from '@cashbox/contract'
import { Button, Card, Money, Row, RowGroup, Skeleton } from '@cashbox/ui'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, ReceiptText } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link, useParams } from 'wouter'
import { Code, CopyText } from '../../platform/agent-parts.tsx'
import { emit } from '../../platform/events.ts'
import { Loaded } from '../../platform/failed.tsx'
import { BackLink } from '../../platform/page-parts.tsx'
import { useScreenTitle, useUsableMark } from '../../platform/screen.tsx'
import { formatExact, formatMoney, formatPercent } from '../../platform/time/formats.ts'
import { Moment } from '../../platform/time/moment.tsx'
import { lineOf } from './statement-data.ts'
import { KindIcon, SignedMoney } from './statement-row.tsx'

export function LinePage() {
  const t = useTranslations('statement')
  const common = useTranslations('common')
  const params = useParams<{ account: string; number: string }>()
  const account = statementAccounts.find((known) => known === params.account) ?? 'float'
  const query = useQuery(lineOf(account, params.number))
  useScreenTitle(t('line_title'))
  useUsableMark()
  return (
    <div className="mx-auto grid w-full max-w-[35rem] gap-4">
      <BackLink href={account === 'float' ? '/statement' : `/statement?account=${account}`} text={t('title')} />
      <Loaded
        query={query}
        skeleton={
          <div role="status" className="grid gap-4">
            <span className="sr-only">{common('loading')}</span>
            <Skeleton className="h-36 w-full" />
            <Skeleton className="h-56 w-full" />
          </div>
        }
      >
        {(line) => <Story line={line} />}
      </Loaded>
    </div>
  )
}

function Story({ line }: { line: StatementDetail }) {
  const t = useTranslations('statement')
  return (
    <>
      <Card className="grid justify-items-center gap-2 text-center">
        <KindIcon kind={line.kind} />
        <h1 className="text-lg font-semibold">{t(`kinds.${line.kind}`)}</h1>
        <SignedMoney size="xl" amount={line.amount} />
        <p className="text-sm text-ink-soft">
          {t(`accounts.${line.account}`)} · <bdi>{line.currency_code}</bdi>
        </p>
      </Card>
      <LineFacts line={line} />
      {line.payment && <PaymentFacts payment={line.payment} currency={line.currency_code} />}
      {line.topup && <TopupFacts topup={line.topup} />}
      <LinkedLines linked={line.linked} />
    </>
  )
}

function LineFacts({ line }: { line: StatementDetail }) {
  const t = useTranslations('statement')
  const { at, reason, paid_to, balance_before, balance, currency_code } = line
  return (
    <RowGroup>
      <Row label={t('at')} value={<Moment seconds={at} />} />
      {reason !== null && <Row label={t('reason')} value={<span dir="auto">{reason}</span>} />}
      {paid_to !== null && <Row label={t('paid_to')} value={<bdi>{paid_to}</bdi>} />}
      <Row label={t('before')} value={<Amount amount={formatMoney(balance_before)} currency={currency_code} />} />
      <Row label={t('after')} value={<Amount amount={formatMoney(balance)} currency={currency_code} />} />
    </RowGroup>
  )
}

type Payment = NonNullable<StatementDetail['payment']>

function PaymentFacts({ payment, currency }: { payment: Payment; currency: string }) {
  const t = useTranslations()
  const { transaction_id, reversed_at, reversal_reason } = payment
  return (
    <>
      <RowGroup title={t('statement.payment')}>
        <Row
          label={t('history.transaction_id')}
          value={<Code className="text-ink">{transaction_id}</Code>}
          action={<CopyText label={t('statement.copy_id')} text={transaction_id} />}
        />
        <Row label={t('statement.type')} value={t(`history.${payment.type}`)} />
        <Row label={t('history.player')} value={<bdi>{payment.customer_id}</bdi>} />
        <Row label={t('history.amount')} value={<Amount amount={formatMoney(payment.amount)} currency={currency} />} />
        <Row
          label={t('statement.fee_rate', { percent: formatPercent(Number(payment.fee_percent)) })}
          value={<Amount amount={formatMoney(payment.fee)} currency={currency} />}
        />
        <Row label={t('history.finished')} value={<Moment seconds={payment.finished_at} />} />
        {reversed_at !== null && <Row label={t('history.reversed')} value={<Moment seconds={reversed_at} />} />}
        {reversal_reason !== null && (
          <Row label={t('statement.reversal_reason')} value={<span dir="auto">{reversal_reason}</span>} />
        )}
      </RowGroup>
      <Button
        variant="secondary"
        isWide
        icon={<ReceiptText aria-hidden className="size-5" />}
        onClick={() => emit('open-receipt', transaction_id)}
      >
        {t('payment.receipt')}
      </Button>
    </>
  )
}

function TopupFacts({ topup }: { topup: Topup }) {
  const t = useTranslations('statement')
  const { type, sent, coin, rate, offset_percent, reference, note, seen_at, currency_code } = topup
  return (
    <RowGroup title={t('kinds.top_up')}>
      <Row label={t('method')} value={t(`rails.${type}`)} />
      <Row label={t('sent')} value={<Amount amount={formatMoney(sent)} currency={coin} />} />
      {rate !== null && currency_code !== null && (
        <Row label={t('rate', { coin })} value={<Amount amount={formatExact(rate)} currency={currency_code} />} />
      )}
      {offset_percent !== null && <Row label={t('offset')} value={<bdi dir="ltr">{offset_percent}%</bdi>} />}
      <Row label={t('reference')} value={<Code className="text-sm text-ink">{reference}</Code>} />
      <Row label={t('seen')} value={<Moment seconds={seen_at} />} />
      {note !== null && <Row label={t('note')} value={<span dir="auto">{note}</span>} />}
    </RowGroup>
  )
}

function LinkedLines({ linked }: { linked: readonly LinkedLine[] }) {
  const t = useTranslations('statement')
  if (linked.length === 0) return null
  return (
    <RowGroup title={t('linked')}>
      {linked.map(({ account, number, kind, amount }) => (
        <Link
          key={`${account} ${number}`}
          href={`/statement/${account}/${number}`}
          className="flex min-h-14 w-full flex-wrap items-center gap-x-3 px-4 py-2.5 -outline-offset-2 transition-colors duration-150 hover:bg-sunken"
        >
          <span>
            {t(`kinds.${kind}`)} · {t(`accounts.${account}`)}
          </span>
          <span className="ms-auto flex items-center gap-2">
            <SignedMoney size="sm" amount={amount} />
            <ChevronRight aria-hidden size={18} className="shrink-0 text-ink-soft rtl:-scale-x-100" />
          </span>
        </Link>
      ))}
    </RowGroup>
  )
}

const Amount = ({ amount, currency }: { amount: string; currency: string }) => (
  <Money size="sm" className="text-ink" amount={amount} currency={currency} />
)
