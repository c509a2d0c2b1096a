import { OTHER_TOKEN } from '@cashbox/contract'
import * as api from '@cashbox/contract/operator'
import { Money, type MoneyProps } from '@cashbox/ui'
import type { ReactNode } from 'react'
import { kindName } from '../../platform/forms/second-operator.tsx'
import { textAt, textsOf } from '../../platform/language/language.ts'
import { useMay } from '../../platform/session/session.ts'
import { SubjectName } from '../../platform/values/audit-names.tsx'
import { formatDate } from '../../platform/values/dates.ts'
import { formatCoins, formatMoney } from '../../platform/values/formats.ts'
import { PartnerName } from '../../platform/values/names.tsx'
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

const t = textsOf('money')

export function RequestFacts({ request }: { request: api.ApprovalRequest }) {
  const mayAudit = useMay(api.listAudit)
  const { id, kind, state, subject, reason, requested_by, requested_at, failure } = request
  const ofChange = {
    [textAt('approvals.kind')]: kindName(kind),
    [textAt('approvals.subject')]: (
      <SubjectName subject_kind={subject.kind} subject_id={subject.id} subject_name={subject.name} />
    ),
  }
  const facts = {
    [textAt('approvals.state')]: <RequestStateBadge state={state} />,
    [textAt('approvals.failure')]: failure !== null && failureText(failure),
    ...(api.isMoneyRequest(request) ? moneyFacts(request) : ofChange),
    [textAt('approvals.reason')]: reason ?? '–',
    [textAt('approvals.requested')]: <By name={requested_by.name} seconds={requested_at} />,
    ...endFacts(request),
  }
  return (
    <div className="grid gap-3">
      <Facts facts={facts} />
      {mayAudit && (
        <p className="text-sm">
          <TextLink href={`/audit?subject_kind=approval_request&subject_id=${id}`}>
            {textAt('approvals.audit_link')}
          </TextLink>
        </p>
      )}
    </div>
  )
}

function moneyFacts(request: api.MoneyRequest): FactList {
  const { kind, cash_id, topup_id, transaction_id, rate, offset_percent, paid_to, payment, state } = request
  const effect = effectOf(kind, payment?.direction ?? (request.amount.startsWith('-') ? 'take' : 'add'))
  return {
    [t('kind')]: <TwoLines first={t(`kinds.${kind}`)} second={t(`effect.${effect}`)} />,
    [t('amount')]: <RequestAmount request={request} size="lg" />,
    ...(payment === null
      ? { [t('facts.agent')]: cash_id === null ? t('facts.owner_none') : <Agent cashId={cash_id} /> }
      : {
          [t('facts.partner')]: (
            <TextLink href={`/partners/${payment.partner}`}>
              <PartnerName code={payment.partner} />
            </TextLink>
          ),
          [t('ask.paid_on')]: formatDate(payment.paid_on),
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

const Agent = ({ cashId }: { cashId: string }) => (
  <TwoLines
    first={<TextLink href={`/agents?search=${cashId}`}>{t('facts.agent_link', { cashId })}</TextLink>}
    second={<TextLink href={`/approvals?cash_id=${cashId}`}>{t('facts.statement_link')}</TextLink>}
  />
)

/** A request of some kinds does one of two things. */
export function effectOf(kind: api.MoneyKind, direction: string) {
  if (kind === 'adjustment') return direction === 'take' ? 'adjustment_take' : 'adjustment_add'
  if (kind === 'partner_payment') return direction === 'out' ? 'partner_payment_out' : 'partner_payment_in'
  return kind
}

function endFacts({ state, requested_by, decided_by, decided_at, note, failure }: api.ApprovalRequest): FactList {
  if (decided_at === null) return {}
  const label = state === 'withdrawn' || state === 'expired' ? state : decided_by ? 'decided' : 'completed'
  const isAlone = state === 'expired' || (state === 'withdrawn' && failure !== null)
  const { name } = decided_by ?? requested_by
  return {
    [textAt(`approvals.${label}`)]: isAlone ? <When seconds={decided_at} /> : <By name={name} seconds={decided_at} />,
    [textAt('approvals.note')]: note !== null && note,
  }
}

const failureText = (code: string): string =>
  code !== 'other' && textAt.has(`approvals.failures.${code as 'other'}`)
    ? textAt(`approvals.failures.${code as 'other'}`, { code })
    : textAt('approvals.failures.other', { code })

const TwoLines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <span className="grid">
    {first}
    <span className="text-sm text-ink-soft">{second}</span>
  </span>
)

const By = ({ name, seconds }: { name: string; seconds: number }) => (
  <span>
    <When seconds={seconds} /> {textAt('approvals.by', { name })}
  </span>
)

interface CoinAmountProps extends Pick<MoneyProps, 'size'> {
  readonly amount: string
  readonly asset: string
}

interface RequestAmountProps extends Pick<MoneyProps, 'size'> {
  readonly request: api.MoneyRequest
}

/** A coin keeps all its decimals. */
export const CoinAmount = ({ amount, asset, size = 'sm' }: CoinAmountProps) => (
  <Money size={size} amount={formatCoins(amount)} currency={asset === OTHER_TOKEN ? t('unknown_token') : asset} />
)

export function RequestAmount({ request: { kind, amount, asset }, size = 'sm' }: RequestAmountProps) {
  if (kind === 'topup_return') return <CoinAmount amount={amount} asset={asset} size={size} />
  if (kind !== 'adjustment') return <Money size={size} amount={formatMoney(amount)} currency={asset} />
  return <SignedAmount size={size} amount={amount} currency={asset} />
}
