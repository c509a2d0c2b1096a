import { decideMoneyRequest, type MoneyRequest } from '@cashbox/contract/operator'
import { Notice } from '@cashbox/ui'
import { CircleAlert, FileQuestion, Hourglass } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Loaded } from '../../platform/loaded.tsx'
import { useMay } from '../../platform/roles.ts'
import { useOperator } from '../../platform/session.ts'
import { MoneyDecisions } from './money-decisions.tsx'
import { RequestFacts } from './request-facts.tsx'
import { useRequest } from './requests.ts'

/** One request, in the drawer and on the page of its own. */
export function RequestDetail({ id }: { id: string }) {
  const t = useTranslations('money')
  return (
    <Loaded query={useRequest(id)} none={{ icon: FileQuestion, title: t('none') }}>
      {(request) => <Known request={request} />}
    </Loaded>
  )
}

const Known = ({ request }: { request: MoneyRequest }) => (
  <div className="grid gap-5">
    <StateNotice request={request} />
    <MoneyDecisions request={request} />
    <RequestFacts request={request} />
  </div>
)

/** The state of a request. */
function StateNotice({ request: { state, requested_by } }: { request: MoneyRequest }) {
  const t = useTranslations('money.standing')
  const mayDecide = useMay(decideMoneyRequest)
  const isOwn = useOperator().id === requested_by.id
  if (state === 'failed') {
    return (
      <Notice tone="danger" icon={<CircleAlert aria-hidden />} title={t('failed_title')}>
        {t('failed_text')}
      </Notice>
    )
  }
  if (state !== 'pending') return null
  return (
    <Notice tone="warning" icon={<Hourglass aria-hidden />} title={t(isOwn ? 'own_title' : 'other_title')}>
      {isOwn ? t('own_text') : t(mayDecide ? 'other_text' : 'watch_text', { name: requested_by.name })}
    </Notice>
  )
}
