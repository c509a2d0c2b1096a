import { OTHER_TOKEN } from '@cashbox/contract'
import * as api from '@cashbox/contract/operator'
import { Money, type MoneyProps } from '@cashbox/ui'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useKindName } from '../../platform/forms/second-operator.tsx'
import { useMay } from '../../platform/session/session.ts'
import { SubjectName } from '../../platform/values/audit-names.tsx'
import { formatMoney } from '../../platform/values/formats.ts'
import {
  Code,
  type FactList,
  Facts,
  RequestStateBadge,
  SignedAmount,
  TextLink,
  TransactionLink,
  When,
} from '../../platform/values/values.tsx'

export function RequestFacts({ request }: { request: api.ApprovalRequest }) {
  const t = useTranslations('approvals')
  const mayAudit = useMay(api.listAudit)
  const explain = useFailureText()
  const money = useMoneyFacts()
  const nameOfKind = useKindName()
  const { id, kind, state, subject, reason, requested_by, requested_at, failure } = request
  const ofChange = {
    [t('kind')]: nameOfKind(kind),
    [t('subject')]: <SubjectName subject_kind={subject.kind} subject_id={subject.id} subject_name={subject.name} />,
  }
  const facts = {
    [t('state')]: <RequestStateBadge state={state} />,
    [t('failure')]: failure !== null && explain(failure),
    ...(api.isMoneyRequest(request) ? money(request) : ofChange),
    [t('reason')]: reason ?? '–',
    [t('requested')]: <By name={requested_by.name} seconds={requested_at} />,
    ...useEndFacts(request),
  }
  return (
    <div className="grid gap-3">
      <Facts facts={facts} />
      {mayAudit && (
        <p className="text-sm">
          <TextLink href={`/audit?subject_kind=approval_request&subject_id=${id}`}>{t('audit_link')}</TextLink>
        </p>
      )}
    </div>
  )
}

function useMoneyFacts(): (request: api.MoneyRequest) => FactList {
  const t = useTranslations('money')
  return (request) => {
    const { kind, cash_id, topup_id, transaction_id, rate, offset_percent, paid_to, payment, state } = request
    const effect = effectOf(kind, payment?.direction ?? (request.amount.startsWith('-') ? 'take' : 'add'))
    return {
      [t('kind')]: <TwoLines first={t(`kinds.${kind}`)} second={t(`effect.${effect}`)} />,
      [t('amount')]: <RequestAmount request={request} size="lg" />,
      ...(payment === null
        ? { [t('facts.agent')]: cash_id === null ? t('facts.owner_none') : <Agent cashId={cash_id} /> }
        : {
            [t('facts.partner')]: <TextLink href={`/partners/${payment.partner}`}>{payment.partner}</TextLink>,
            [t('ask.paid_on')]: payment.paid_on,
            [t('ask.bank_reference')]: <Code text={payment.bank_reference} />,
          }),
      [t('facts.transaction')]: transaction_id !== null && <TransactionLink id={transaction_id} />,
      [t('facts.topup')]:
        topup_id !== null &&
        (state === 'pending' ? (
          <TextLink href={`/held-topups?open=${topup_id}`}>{t('facts.topup_link')}</TextLink>
        ) : (
          <Code text={topup_id} />
        )),
      [t('facts.rate')]: rate !== null && t('facts.rate_value', { rate, offset: offset_percent ?? '0' }),
      [t('facts.paid_to')]: paid_to !== null && paid_to,
      [t('facts.eyes')]: t(request.needs_approval ? 'facts.eyes_two' : 'facts.eyes_one'),
    }
  }
}

function Agent({ cashId }: { cashId: string }) {
  const t = useTranslations('money.facts')
  return (
    <TwoLines
      first={<TextLink href={`/agents?search=${cashId}`}>{t('agent_link', { cashId })}</TextLink>}
      second={<TextLink href={`/approvals?cash_id=${cashId}`}>{t('statement_link')}</TextLink>}
    />
  )
}

/** A request of some kinds does one of two things. */
export function effectOf(kind: api.MoneyKind, direction: string) {
  if (kind === 'adjustment') return direction === 'take' ? 'adjustment_take' : 'adjustment_add'
  if (kind === 'partner_payment') return direction === 'out' ? 'partner_payment_out' : 'partner_payment_in'
  return kind
}

function useEndFacts({ state, requested_by, decided_by, decided_at, note, failure }: api.ApprovalRequest): FactList {
  const t = useTranslations('approvals')
  if (decided_at === null) return {}
  const label = state === 'withdrawn' || state === 'expired' ? state : decided_by ? 'decided' : 'completed'
  const isAlone = state === 'expired' || (state === 'withdrawn' && failure !== null)
  const { name } = decided_by ?? requested_by
  return {
    [t(label)]: isAlone ? <When seconds={decided_at} /> : <By name={name} seconds={decided_at} />,
    [t('note')]: note !== null && note,
  }
}

function useFailureText(): (code: string) => string {
  const t = useTranslations('approvals.failures')
  return (code) => (code !== 'other' && t.has(code as 'other') ? t(code as 'other', { code }) : t('other', { code }))
}

const TwoLines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <span className="grid">
    {first}
    <span className="text-sm text-ink-soft">{second}</span>
  </span>
)

function By({ name, seconds }: { name: string; seconds: number }) {
  const t = useTranslations('approvals')
  return (
    <span>
      <When seconds={seconds} /> {t('by', { name })}
    </span>
  )
}

interface CoinAmountProps extends Pick<MoneyProps, 'size'> {
  readonly amount: string
  readonly asset: string
}

interface RequestAmountProps extends Pick<MoneyProps, 'size'> {
  readonly request: api.MoneyRequest
}

/** Unformatted: a coin keeps all its decimals. */
export function CoinAmount({ amount, asset, size = 'sm' }: CoinAmountProps) {
  const t = useTranslations('money')
  return <Money size={size} amount={amount} currency={asset === OTHER_TOKEN ? t('unknown_token') : asset} />
}

export function RequestAmount({ request: { kind, amount, asset }, size = 'sm' }: RequestAmountProps) {
  if (kind === 'topup_return') return <CoinAmount amount={amount} asset={asset} size={size} />
  if (kind !== 'adjustment') return <Money size={size} amount={formatMoney(amount)} currency={asset} />
  return <SignedAmount size={size} amount={amount} currency={asset} />
}
