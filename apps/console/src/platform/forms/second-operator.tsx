import * as api from '@cashbox/contract/operator'
import { Callout } from '@cashbox/ui'
import { Hourglass, Users } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { refresh, useAnswer, useMay } from '../session/session.ts'
import { notify } from '../toasts.ts'
import { useFieldWords } from '../values/field-words.ts'
import { formatList, formatWhole } from '../values/formats.ts'
import { TextLink } from '../values/values.tsx'

/** Tells the operator who asks, and the one who decides, why one of them is not enough. */
export function SecondOperator({ kind }: { kind: api.ChangeKind }) {
  const t = useTranslations('approvals.why')
  const values = { percent: api.LARGE_CHANGE_PERCENT, metres: formatWhole(api.WIDE_AREA_M) }
  const text = t(kind === 'agent_approve' ? 'agent_terms' : kind, values)
  return <Callout tone="info" icon={<Users aria-hidden />} title={text} />
}

export function FieldsForSecond({ fields }: { fields: readonly string[] }) {
  const t = useTranslations('second_operator')
  const { nameOf } = useFieldWords()
  const names = formatList(fields.map(nameOf))
  return <Callout tone="warning" icon={<Users aria-hidden />} title={t('needed', { fields: names })} />
}

export function useKindName(): (kind: api.ApprovalKind) => string {
  const money = useTranslations('money.kinds')
  const changes = useTranslations('approvals.kinds')
  return (kind) => (isMoneyKind(kind) ? money(kind) : changes(kind))
}

const isMoneyKind = (kind: api.ApprovalKind): kind is api.MoneyKind =>
  (api.moneyKinds as readonly api.ApprovalKind[]).includes(kind)

interface PendingChangesProps {
  /** As in the audit. */
  readonly kind: string
  /** Without it, all of this kind, with their names. */
  readonly id?: string
}

/** What waits for a second operator, shown on what it is about. */
export function PendingChanges({ kind, id }: PendingChangesProps) {
  const input = { subject_kind: kind, ...(id !== undefined && { subject_id: id }) }
  const { data } = useAnswer(api.listWaitingChanges, input, { select: ({ list }) => list })
  if (!data || data.length === 0) return null
  return (
    <div className="grid gap-2">
      {data.map((request) => (
        <PendingChange key={request.id} request={request} isNamed={id === undefined} />
      ))}
    </div>
  )
}

function PendingChange({ request, isNamed }: { request: api.WaitingChange; isNamed: boolean }) {
  const t = useTranslations('second_operator')
  const nameOfKind = useKindName()
  const { nameOf } = useFieldWords()
  const mayView = useMay(api.readApprovalRequest)
  const { id, number, kind, subject, fields, requested_by } = request
  const what = isNamed ? subject.name : formatList(fields.map(nameOf))
  return (
    <Callout
      tone="warning"
      icon={<Hourglass aria-hidden />}
      title={t('waits', { kind: what === '' ? nameOfKind(kind) : `${nameOfKind(kind)} (${what})` })}
    >
      {t('waits_text', { name: requested_by })}{' '}
      {mayView && <TextLink href={`/approvals/${id}`}>{t('view', { number })}</TextLink>}
    </Callout>
  )
}

export const REFRESH_MS = 30_000

/** What waits for this operator's decision. Polled. */
export const useWaiting = () => useAnswer(api.countWaiting, {}, { refetchInterval: REFRESH_MS, staleTime: 0 })

/** Nothing for a role that may not see them. */
export const useApprovalLimits = () =>
  useAnswer(api.readApprovalLimits, {}, { enabled: useMay(api.readApprovalLimits) })

export const refreshRequests = () =>
  refresh(api.listApprovalRequests.path, api.listWaitingChanges.path, api.countWaiting.path)

export function useRequestToast(): (request: api.ApprovalRequest) => void {
  const t = useTranslations('second_operator')
  const mayView = useMay(api.readApprovalRequest)
  const [, navigate] = useLocation()
  return ({ id, possible_deciders, number }) => {
    void refreshRequests()
    const view = { label: t('view_short'), onPress: () => navigate(`/approvals/${id}`) }
    notify('success', t(possible_deciders === 0 ? 'sent_no_decider' : 'sent', { number }), mayView ? view : undefined)
  }
}
