import type { previewMoneyRequest } from '@cashbox/contract/operator'
import { Card, cn, Notice, Skeleton } from '@cashbox/ui'
import { CircleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Failed } from '../../platform/failed.tsx'
import { TextLink } from '../../platform/text-link.tsx'
import type { Preview, PreviewAnswer } from '../../platform/use-preview.ts'
import { PreviewView } from './preview-view.tsx'

interface PreviewPanelProps
  extends Pick<Preview<typeof previewMoneyRequest>, 'query' | 'answer' | 'isIdle' | 'isCurrent'> {
  /** The fields beside which the server's messages are shown. */
  readonly fields: readonly string[]
}

/** What the request will do, beside the form, as it is being filled in. */
export function PreviewPanel({ query, answer, isIdle, isCurrent, fields }: PreviewPanelProps) {
  const t = useTranslations('money.plan')
  return (
    <Card className="grid gap-3">
      <h2 className="text-base font-semibold">{t('title')}</h2>
      {isIdle ? (
        <p className="text-ink-soft">{t('empty')}</p>
      ) : answer ? (
        <div aria-busy={!isCurrent} className={cn('transition-opacity', !isCurrent && 'opacity-60')}>
          {answer.output ? (
            <PreviewView preview={answer.output.preview} isFixed={'rate' in answer.input} />
          ) : (
            <Refused refusal={answer.refusal} fields={fields} />
          )}
        </div>
      ) : query.error ? (
        <Failed error={query.error} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton className="h-24" />
      )}
    </Card>
  )
}

interface RefusedProps extends Pick<PreviewPanelProps, 'fields'> {
  readonly refusal: NonNullable<PreviewAnswer<typeof previewMoneyRequest>['refusal']>
}

/** Why it can't be done, or where the reason is shown. */
function Refused({ refusal: { code, errors, serverMessage }, fields }: RefusedProps) {
  const t = useTranslations('money.plan')
  const isBesideField = Object.keys(errors).some((field) => fields.includes(field))
  return (
    <div role="status">
      <Notice tone="warning" icon={<CircleAlert aria-hidden />} title={isBesideField ? t('see_field') : serverMessage}>
        {code === 'request_already_waiting' && <TextLink href="/approvals?state=pending">{t('see_waiting')}</TextLink>}
      </Notice>
    </div>
  )
}
