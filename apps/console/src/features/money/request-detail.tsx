import * as api from '@cashbox/contract/operator'
import { Callout, type CalloutTone } from '@cashbox/ui'
import {
  Check,
  CircleAlert,
  FileQuestion,
  Hourglass,
  type LucideIcon,
  TimerOff,
  Undo2,
  UserRoundX,
  X,
} from 'lucide-react'
import { useState } from 'react'
import { Acts, actsWith } from '../../platform/forms/acts.tsx'
import { ActForm, isGiven, textAreaField, useAct } from '../../platform/forms/form.tsx'
import { kindName, refreshRequests } from '../../platform/forms/second-operator.tsx'
import { currentLocale, textAt, textsOf } from '../../platform/language/language.ts'
import { Loaded } from '../../platform/page/page.tsx'
import { call, useOperator } from '../../platform/session/session.ts'
import { notify } from '../../platform/toasts.ts'
import { Facts } from '../../platform/values/values.tsx'
import { RequestEffect } from './preview-panel.tsx'
import { RequestFacts } from './request-facts.tsx'
import { cacheRequest, useRequest } from './requests.ts'
import { LostAnswer } from './review-sheet.tsx'

const t = textsOf('approvals')

export const RequestDetail = ({ id }: { id: string }) => (
  <Loaded query={useRequest(id)} none={{ icon: FileQuestion, title: t('none') }}>
    {(request) => (
      <div className="grid gap-5">
        <StateCallout request={request} />
        <RequestDecisions request={request} />
        <RequestEffect request={request} />
        <RequestFacts request={request} />
      </div>
    )}
  </Loaded>
)

function StateCallout({ request }: { request: api.ApprovalRequest }) {
  const { state, kind, requested_by, possible_deciders } = request
  const roles = roleNames(kind)
  const { id, role } = useOperator()
  const mayDecide = api.deciderRoles(kind).includes(role)
  const isOwn = id === requested_by.id
  const callout = (tone: CalloutTone, Icon: LucideIcon, title: string, text: string) => (
    <Callout tone={tone} icon={<Icon aria-hidden />} title={title}>
      {text}
    </Callout>
  )
  if (state === 'failed') return callout('danger', CircleAlert, t('standing.failed_title'), t('standing.failed_text'))
  if (state === 'expired') {
    return callout(
      'info',
      TimerOff,
      t('standing.expired_title'),
      t('standing.expired_text', { days: api.REQUEST_DAYS }),
    )
  }
  if (state !== 'pending') return null
  if (possible_deciders === 0) {
    return callout('danger', UserRoundX, t('standing.no_decider_title'), t('standing.no_decider_text', { roles }))
  }
  if (isOwn) return callout('warning', Hourglass, t('standing.own_title'), t('standing.own_text'))
  const text = t(mayDecide ? 'standing.other_text' : 'standing.watch_text', { name: requested_by.name, roles })
  return callout('warning', Hourglass, t('standing.other_title'), text)
}

const roleNames = (kind: api.ApprovalRequest['kind']) =>
  new Intl.ListFormat(currentLocale(), { type: 'disjunction' }).format(
    api.deciderRoles(kind).map((role) => textAt(`roles.${role}`)),
  )

type Decision = keyof typeof decisions

const decisions = {
  approve: ['approvals.decisions.approve', api.decideApprovalRequest, Check],
  reject: ['approvals.decisions.reject', api.decideApprovalRequest, X],
  withdraw: ['approvals.decisions.withdraw', api.withdrawApprovalRequest, Undo2],
} as const

function RequestDecisions({ request }: { request: api.ApprovalRequest }) {
  const act = actsWith({ number: request.number, name: request.requested_by.name })
  const acts = useDecisions(request).map((decision) => {
    const variant = decision === 'approve' ? 'primary' : 'secondary'
    const [texts, endpoint, icon] = decisions[decision]
    const form = <DecisionForm decision={decision} request={request} />
    return act(texts, endpoint, icon, form, { variant, size: 'lg' })
  })
  return <Acts isMain label={t('decisions.label')} reload={refreshRequests} acts={acts} />
}

function useDecisions({ kind, state, subject, requested_by }: api.ApprovalRequest): readonly Decision[] {
  const { id, role } = useOperator()
  const mayDecide = api.deciderRoles(kind).includes(role) && subject.id !== id
  if (state !== 'pending') return []
  if (requested_by.id === id) return ['withdraw']
  return mayDecide ? ['approve', 'reject'] : []
}

function DecisionForm({ decision, request }: { decision: Decision; request: api.ApprovalRequest }) {
  const { onDone } = useAct()
  const [sentAt, setSentAt] = useState<number | null>(null)
  const [wasNotReceived, setNotReceived] = useState(false)
  const isNoteNeeded = decision === 'reject'
  const note = { help: t('decisions.note_help'), maxLength: 300, isOptional: !isNoteNeeded }
  const isMoneyMoved = decision === 'approve' && api.isMoneyRequest(request)
  /** The request may end in another state than was decided, such as failed. */
  const finish = (decided: api.ApprovalRequest) => {
    cacheRequest(decided)
    notify(
      decided.state === 'failed' ? 'error' : 'success',
      t(`decisions.over.${decided.state}`, { number: decided.number }),
    )
  }
  return (
    <>
      {sentAt !== null && (
        <LostAnswer
          id={request.id}
          sentAt={sentAt}
          hasArrived={({ version }) => version !== request.version}
          onKnown={(known) => {
            setSentAt(null)
            setNotReceived(known === null)
            if (!known) return
            finish(known)
            onDone?.()
          }}
        />
      )}
      <ActForm
        isHidden={sentAt !== null}
        initial={{ note: '' }}
        send={async ({ note }) => finish(await decide(decision, request, note.trim()))}
        onLost={({ sentAtMs }) => setSentAt(sentAtMs)}
        {...(isMoneyMoved && { text: t('decisions.approve.money_text') })}
        variant={decision === 'approve' ? 'primary' : 'danger'}
        isReady={({ values }) => !isNoteNeeded || isGiven(values.note)}
      >
        {(form) => (
          <>
            <Summary request={request} />
            {decision !== 'withdraw' &&
              textAreaField(form, 'note', t(isNoteNeeded ? 'decisions.note' : 'decisions.note_optional'), note)}
            {wasNotReceived && (
              <Callout tone="warning" icon={<CircleAlert aria-hidden />} title={t('decisions.not_arrived')} />
            )}
          </>
        )}
      </ActForm>
    </>
  )
}

function Summary({ request }: { request: api.ApprovalRequest }) {
  const { kind, subject, reason } = request
  return (
    <>
      <Facts
        facts={{
          [t('kind')]: kindName(kind),
          [t('subject')]: subject.name,
          [t('reason')]: reason ?? '–',
        }}
      />
      <RequestEffect request={request} />
    </>
  )
}

async function decide(
  decision: Decision,
  { id, version }: api.ApprovalRequest,
  note: string,
): Promise<api.ApprovalRequest> {
  const target = { request_id: id, version }
  if (decision === 'withdraw') return (await call(api.withdrawApprovalRequest, target)).request
  if (decision === 'reject') return (await call(api.decideApprovalRequest, { ...target, decision, note })).request
  return (await call(api.decideApprovalRequest, { ...target, decision, ...(note === '' ? {} : { note }) })).request
}
