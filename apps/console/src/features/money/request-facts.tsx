import { listAudit, type MoneyRequest } from '@cashbox/contract/operator'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { RequestStateBadge } from '../../platform/request-state-badge.tsx'
import { useMay } from '../../platform/roles.ts'
import { Code, TextLink } from '../../platform/text-link.tsx'
import { Facts, When } from '../../platform/values.tsx'
import { RequestAmount } from './request-badges.tsx'

/** Everything that is known of a request, in words. */
export function RequestFacts({ request }: { request: MoneyRequest }) {
  const t = useTranslations('money')
  const mayAudit = useMay(listAudit)
  const explain = useFailureText()
  const { id, kind, needs_approval, requested_by, requested_at, failure } = request
  const effect = kind === 'adjustment' ? (request.amount.startsWith('-') ? 'adjustment_take' : 'adjustment_add') : kind
  const facts: Fact[] = [
    [t('state'), <RequestStateBadge key="state" state={request.state} />],
    ...(failure === null ? [] : [[t('facts.failure'), explain(failure)] as const]),
    [t('kind'), <TwoLines key="kind" first={t(`kinds.${kind}`)} second={t(`effect.${effect}`)} />],
    [t('amount'), <RequestAmount key="amount" request={request} size="lg" />],
    ...useSubjectFacts(request),
    [t('reason'), request.reason],
    [t('facts.eyes'), t(needs_approval ? 'facts.eyes_two' : 'facts.eyes_one')],
    [t('facts.asked'), <By key="asked" name={requested_by.name} seconds={requested_at} />],
    ...useEndFacts(request),
  ]
  return (
    <div className="grid gap-3">
      <Facts facts={facts} />
      {mayAudit && (
        <p className="text-sm">
          <TextLink href={`/audit?subject_kind=money_request&subject_id=${id}`}>{t('facts.audit_link')}</TextLink>
        </p>
      )}
    </div>
  )
}

type Fact = readonly [label: string, value: ReactNode]

/** What it is about: whose money, which top-up or transaction, on which terms. */
function useSubjectFacts(request: MoneyRequest): Fact[] {
  const t = useTranslations('money.facts')
  const { cash_id, topup_id, transaction_id, rate, offset_percent, paid_to, state } = request
  const facts: (Fact | false)[] = [
    [
      t('agent'),
      cash_id === null ? (
        t('owner_none')
      ) : (
        <TwoLines
          key="agent"
          first={<TextLink href={`/agents?search=${cash_id}`}>{t('agent_link', { cashId: cash_id })}</TextLink>}
          second={<TextLink href={`/money?cash_id=${cash_id}`}>{t('statement_link')}</TextLink>}
        />
      ),
    ],
    transaction_id !== null && [
      t('transaction'),
      <TextLink key="transaction" href={`/transactions/${transaction_id}`}>
        <Code text={transaction_id} />
      </TextLink>,
    ],
    topup_id !== null && [
      t('topup'),
      state === 'pending' ? (
        <TextLink key="topup" href={`/held-topups?open=${topup_id}`}>
          {t('topup_link')}
        </TextLink>
      ) : (
        <Code key="topup" text={topup_id} />
      ),
    ],
    rate !== null && [t('rate'), t('rate_value', { rate, offset: offset_percent ?? '0' })],
    paid_to !== null && [t('paid_to'), paid_to],
  ]
  return facts.filter((fact) => fact !== false)
}

/** Who ended it, when, and with which words. */
function useEndFacts({ state, decided_by, decided_at, note }: MoneyRequest): Fact[] {
  const t = useTranslations('money.facts')
  if (decided_at === null) return []
  const label = decided_by ? t('decided') : state === 'withdrawn' ? t('withdrawn_at') : t('done_at')
  const end: Fact = [
    label,
    decided_by ? <By key="end" name={decided_by.name} seconds={decided_at} /> : <When key="end" seconds={decided_at} />,
  ]
  return note === null ? [end] : [end, [t('note'), note]]
}

/** The refusal that a failed one met, in words. */
function useFailureText(): (code: string) => string {
  const t = useTranslations('money.failures')
  return (code) => (code !== 'other' && t.has(code as 'other') ? t(code as 'other') : t('other', { code }))
}

const TwoLines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <span className="grid">
    {first}
    <span className="text-sm text-ink-soft">{second}</span>
  </span>
)

function By({ name, seconds }: { name: string; seconds: number }) {
  const t = useTranslations('money.facts')
  return (
    <span>
      <When seconds={seconds} /> {t('by_at', { name })}
    </span>
  )
}
