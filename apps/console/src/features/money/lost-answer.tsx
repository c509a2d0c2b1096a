import type { ApprovalRequest } from '@cashbox/contract/operator'
import { Notice, Spinner } from '@cashbox/ui'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Failed } from '../../platform/failed.tsx'
import { findOutcome, type Question } from './find-outcome.ts'
import { findRequest } from './requests.ts'

interface LostAnswerProps extends Pick<Question, 'hasArrived' | 'sentAt'> {
  readonly id: string
  /** With null when it did not reach the server. */
  readonly onKnown: (request: ApprovalRequest | null) => void
}

/** Shown where an answer was lost, until the server has said what happened. */
export function LostAnswer(props: LostAnswerProps) {
  const [refusal, setRefusal] = useState<unknown>(null)
  if (refusal) return <Failed error={refusal} onRetry={() => setRefusal(null)} />
  return <Checking {...props} onRefused={setRefusal} />
}

function Checking({
  id,
  sentAt,
  hasArrived,
  onKnown,
  onRefused,
}: LostAnswerProps & { onRefused: (error: unknown) => void }) {
  const t = useTranslations('money.unsure')
  const has = useEffectEvent(hasArrived)
  const known = useEffectEvent(onKnown)
  const refused = useEffectEvent(onRefused)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    void findOutcome({
      read: () => findRequest(id, signal),
      hasArrived: (request) => has(request),
      sentAt,
      pause: (ms) => pauseUntilOnline(ms, signal),
    }).then(
      (request) => signal.aborted || known(request),
      (error: unknown) => signal.aborted || refused(error),
    )
    return () => leaving.abort()
  }, [id, sentAt])
  return (
    <div role="status" className="max-w-3xl">
      <Notice tone="warning" icon={<Spinner />} title={t('title')}>
        {t('text')}
      </Notice>
    </div>
  )
}

/** Over at once when the network returns. */
function pauseUntilOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const over = new AbortController()
    const end = (settle: () => void) => () => {
      clearTimeout(timer)
      over.abort()
      settle()
    }
    const timer = setTimeout(end(resolve), ms)
    window.addEventListener('online', end(resolve), { signal: over.signal })
    signal.addEventListener(
      'abort',
      end(() => reject(new Error('the wait was ended'))),
      { signal: over.signal },
    )
  })
}
