import { Card, Notice, Skeleton } from '@cashbox/ui'
import { CircleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Failed } from '../../platform/failed.tsx'
import { TextLink } from '../../platform/text-link.tsx'
import type { Plan, Subject } from './plan.ts'
import { PlanView } from './plan-view.tsx'
import type { Problem, useSubject } from './subject.ts'

interface PlanPanelProps extends Pick<ReturnType<typeof useSubject>, 'isSettled' | 'failed'> {
  readonly plan: Plan | null
  readonly subject: Subject
  readonly problem: Problem | null
  readonly above: string | null
}

/** What will happen, beside the form, as it is being filled in. */
export function PlanPanel({ plan, subject, problem, isSettled, failed, above }: PlanPanelProps) {
  const t = useTranslations('money.plan')
  return (
    <Card className="grid gap-3">
      <h2 className="text-base font-semibold">{t('title')}</h2>
      {failed ? (
        <Failed error={failed.error} isRetrying={failed.isFetching} onRetry={() => void failed.refetch()} />
      ) : problem ? (
        <ProblemNotice problem={problem} subject={subject} />
      ) : plan ? (
        <PlanView plan={plan} subject={subject} above={above} />
      ) : isSettled ? (
        <p className="text-ink-soft">{t('empty')}</p>
      ) : (
        <Skeleton className="h-24" />
      )}
    </Card>
  )
}

function ProblemNotice({ problem, subject: { topup } }: { problem: Problem; subject: Subject }) {
  const t = useTranslations('money.plan')
  return (
    <div role="status">
      <Notice tone="warning" icon={<CircleAlert aria-hidden />} title={t(problem)}>
        {problem === 'requested' && topup && (
          <TextLink href={`/money/${topup.request_id}`}>{t('see_request')}</TextLink>
        )}
      </Notice>
    </div>
  )
}
