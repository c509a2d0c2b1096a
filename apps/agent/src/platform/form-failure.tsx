import { explainFailure } from '@cashbox/client/explain-failure'
import type { FormFailure as Failure } from '@cashbox/client/form-state'
import { Notice } from '@cashbox/ui'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'

/** What went wrong and belongs to no field of the form. */
export function FormFailure({ failure }: { failure: Failure | null }) {
  const t = useTranslations('error')
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) element.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])
  const requestId = failure?.cause.requestId
  return (
    <div ref={element} role="alert" className="not-empty:pt-3">
      {failure && (
        <Notice
          tone="danger"
          icon={<CircleAlert aria-hidden />}
          title={failure.text ?? explainFailure(failure.cause, t)}
        >
          {requestId && t('request_id', { requestId })}
        </Notice>
      )}
    </div>
  )
}
