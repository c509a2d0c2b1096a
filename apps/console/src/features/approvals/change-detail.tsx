import { CHANGE_REQUEST_DAYS, type ChangeRequest, changeCalls } from '@cashbox/contract/operator'
import { Notice } from '@cashbox/ui'
import { CircleAlert, FileQuestion, Hourglass, TimerOff, UserRoundX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { DifferenceTable } from '../../platform/difference-table.tsx'
import { currentLocale } from '../../platform/language.ts'
import { Loaded } from '../../platform/loaded.tsx'
import { rolesOf, useMay } from '../../platform/roles.ts'
import { useOperator } from '../../platform/session.ts'
import { ChangeDecisions } from './change-decisions.tsx'
import { ChangeFacts } from './change-facts.tsx'
import { useChange } from './changes.ts'

/** One change, in the drawer and on the page of its own. */
export function ChangeDetail({ id }: { id: string }) {
  const t = useTranslations('approvals')
  return (
    <Loaded query={useChange(id)} none={{ icon: FileQuestion, title: t('none') }}>
      {(request) => <Known request={request} />}
    </Loaded>
  )
}

function Known({ request }: { request: ChangeRequest }) {
  return (
    <div className="grid gap-5">
      <Standing request={request} />
      <ChangeDecisions request={request} />
      <DifferenceTable before={request.before} after={request.after} />
      <ChangeFacts request={request} />
    </div>
  )
}

/** Where it stands, for the operator who looks at it. */
function Standing({ request }: { request: ChangeRequest }) {
  const t = useTranslations('approvals.standing')
  const { state, kind, requested_by, possible_deciders } = request
  const roles = useRoleNames(kind)
  const mayDecide = useMay(changeCalls[kind])
  const isOwn = useOperator().id === requested_by.id
  if (state === 'failed') {
    return (
      <Notice tone="danger" icon={<CircleAlert aria-hidden />} title={t('failed_title')}>
        {t('failed_text')}
      </Notice>
    )
  }
  if (state === 'expired') {
    return (
      <Notice tone="info" icon={<TimerOff aria-hidden />} title={t('expired_title')}>
        {t('expired_text', { days: CHANGE_REQUEST_DAYS })}
      </Notice>
    )
  }
  if (state !== 'pending') return null
  if (possible_deciders === 0) {
    return (
      <Notice tone="danger" icon={<UserRoundX aria-hidden />} title={t('no_decider_title')}>
        {t('no_decider_text', { roles })}
      </Notice>
    )
  }
  return (
    <Notice tone="warning" icon={<Hourglass aria-hidden />} title={t(isOwn ? 'own_title' : 'other_title')}>
      {isOwn ? t('own_text') : t(mayDecide ? 'other_text' : 'watch_text', { name: requested_by.name, roles })}
    </Notice>
  )
}

function useRoleNames(kind: ChangeRequest['kind']) {
  const t = useTranslations('roles')
  return new Intl.ListFormat(currentLocale(), { type: 'disjunction' }).format(
    rolesOf(changeCalls[kind]).map((role) => t(role)),
  )
}
