import { type ApprovalRequest, deciderRoles, REQUEST_DAYS } from '@cashbox/contract/operator'
import { Callout } from '@cashbox/ui'
import { CircleAlert, FileQuestion, Hourglass, TimerOff, UserRoundX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { currentLocale } from '../../platform/language/language.ts'
import { Loaded } from '../../platform/page/page.tsx'
import { useOperator } from '../../platform/session/session.ts'
import { RequestDecisions } from './decision-form.tsx'
import { RequestEffect } from './request-effect.tsx'
import { RequestFacts } from './request-facts.tsx'
import { useRequest } from './requests.ts'

export function RequestDetail({ id }: { id: string }) {
  const t = useTranslations('approvals')
  return (
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
}

function StateCallout({ request }: { request: ApprovalRequest }) {
  const t = useTranslations('approvals.standing')
  const { state, kind, requested_by, possible_deciders } = request
  const roles = useRoleNames(kind)
  const { id, role } = useOperator()
  const mayDecide = deciderRoles(kind).includes(role)
  const isOwn = id === requested_by.id
  if (state === 'failed') {
    return (
      <Callout tone="danger" icon={<CircleAlert aria-hidden />} title={t('failed_title')}>
        {t('failed_text')}
      </Callout>
    )
  }
  if (state === 'expired') {
    return (
      <Callout tone="info" icon={<TimerOff aria-hidden />} title={t('expired_title')}>
        {t('expired_text', { days: REQUEST_DAYS })}
      </Callout>
    )
  }
  if (state !== 'pending') return null
  if (possible_deciders === 0) {
    return (
      <Callout tone="danger" icon={<UserRoundX aria-hidden />} title={t('no_decider_title')}>
        {t('no_decider_text', { roles })}
      </Callout>
    )
  }
  return (
    <Callout tone="warning" icon={<Hourglass aria-hidden />} title={t(isOwn ? 'own_title' : 'other_title')}>
      {isOwn ? t('own_text') : t(mayDecide ? 'other_text' : 'watch_text', { name: requested_by.name, roles })}
    </Callout>
  )
}

function useRoleNames(kind: ApprovalRequest['kind']) {
  const t = useTranslations('roles')
  return new Intl.ListFormat(currentLocale(), { type: 'disjunction' }).format(deciderRoles(kind).map((role) => t(role)))
}
