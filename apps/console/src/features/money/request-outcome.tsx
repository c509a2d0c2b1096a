import type { ApprovalRequest, RequestState } from '@cashbox/contract/operator'
import { Button, buttonClass, Card, Notice, type NoticeTone } from '@cashbox/ui'
import { CircleAlert, CircleCheck, Hourglass } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { RequestFacts } from './request-facts.tsx'

const looks: Record<RequestState, readonly [NoticeTone, ReactNode]> = {
  completed: ['success', <CircleCheck key="completed" aria-hidden />],
  pending: ['warning', <Hourglass key="pending" aria-hidden />],
  rejected: ['danger', <CircleAlert key="rejected" aria-hidden />],
  withdrawn: ['danger', <CircleAlert key="withdrawn" aria-hidden />],
  failed: ['danger', <CircleAlert key="failed" aria-hidden />],
  expired: ['danger', <CircleAlert key="expired" aria-hidden />],
}

/** What became of a request that was just sent: done, or only asked for. */
export function RequestOutcome({ request, onAnother }: { request: ApprovalRequest; onAnother: () => void }) {
  const t = useTranslations('money.outcome')
  const { id, number, state } = request
  const [tone, icon] = looks[state]
  const box = useRef<HTMLDivElement>(null)
  // The form that had the focus is gone.
  useEffect(() => box.current?.focus(), [])
  const text = state === 'completed' ? 'completed_text' : state === 'pending' ? 'pending_text' : 'over_text'
  return (
    <div ref={box} tabIndex={-1} role="status" className="grid max-w-3xl gap-5 outline-none">
      <Notice tone={tone} icon={icon} title={t(`${state}_title`)}>
        {t(text, { number })}
      </Notice>
      <Card>
        <RequestFacts request={request} />
      </Card>
      <div className="flex flex-wrap gap-3">
        <Link href={`/approvals/${id}`} className={buttonClass()}>
          {t('open')}
        </Link>
        <Button variant="secondary" onClick={onAnother}>
          {t('another')}
        </Button>
      </div>
    </div>
  )
}
