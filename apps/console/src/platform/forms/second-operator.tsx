import * as api from '@cashbox/contract/operator'
import { Callout } from '@cashbox/ui'
import { Hourglass, Users } from 'lucide-react'
import { useLocation } from 'wouter'
import { textAt, textsOf } from '../language/language.ts'
import { refresh, useAnswer, useMay } from '../session/session.ts'
import { notify } from '../toasts.ts'
import { fieldName } from '../values/field-words.ts'
import { formatList, formatWhole } from '../values/formats.ts'
import { TextLink } from '../values/values.tsx'

const t = textsOf('second_operator')

/** Tells the operator who asks, and the one who decides, why one of them is not enough. */
export function SecondOperator({ kind }: { kind: api.ChangeKind }) {
  const values = { percent: api.LARGE_CHANGE_PERCENT, metres: formatWhole(api.WIDE_AREA_M) }
  const text = textAt(kind === 'agent_approve' ? 'approvals.why.agent_terms' : `approvals.why.${kind}`, values)
  return <Callout tone="info" icon={<Users aria-hidden />} title={text} />
}

export function FieldsForSecond({ fields }: { fields: readonly string[] }) {
  const names = formatList(fields.map(fieldName))
  return <Callout tone="warning" icon={<Users aria-hidden />} title={t('needed', { fields: names })} />
}

export const kindName = (kind: api.ApprovalKind): string =>
  isMoneyKind(kind) ? textAt(`money.kinds.${kind}`) : textAt(`approvals.kinds.${kind}`)

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
  const mayView = useMay(api.readApprovalRequest)
  const { id, number, kind, subject, fields, requested_by } = request
  const what = isNamed ? subject.name : formatList(fields.map(fieldName))
  return (
    <Callout
      tone="warning"
      icon={<Hourglass aria-hidden />}
      title={t('waits', { kind: what === '' ? kindName(kind) : `${kindName(kind)} (${what})` })}
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
  const mayView = useMay(api.readApprovalRequest)
  const [, navigate] = useLocation()
  return ({ id, possible_deciders, number }) => {
    void refreshRequests()
    const view = { label: t('view_short'), onPress: () => navigate(`/approvals/${id}`) }
    notify('success', t(possible_deciders === 0 ? 'sent_no_decider' : 'sent', { number }), mayView ? view : undefined)
  }
}
