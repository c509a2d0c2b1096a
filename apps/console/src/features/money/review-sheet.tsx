import { asCallFailure } from '@cashbox/client/call-failure'
import type { ApprovalRequest, MoneyPreview } from '@cashbox/contract/operator'
import { Button, Callout, Card, Spinner } from '@cashbox/ui'
import { DialogFooter } from '@cashbox/ui/dialog'
import { CircleAlert, CircleCheck, Hourglass } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Dialog } from '../../platform/forms/acts.tsx'
import { textAt } from '../../platform/language/language.ts'
import { Failed } from '../../platform/page/page.tsx'
import { formatDate } from '../../platform/values/dates.ts'
import { ButtonLink, Facts } from '../../platform/values/values.tsx'
import { PreviewView } from './preview-panel.tsx'
import { effectOf, RequestFacts } from './request-facts.tsx'
import { findRequest } from './requests.ts'

interface ReviewSheetProps {
  readonly values: Readonly<Record<'direction' | 'rate' | 'paid_to' | 'paid_on' | 'bank_reference' | 'reason', string>>
  readonly preview: MoneyPreview
  readonly isBusy: boolean
  /** The ID of the form that the button submits. */
  readonly form: string
  readonly onClose: () => void
}

interface LostAnswerProps extends Pick<OutcomeQuery, 'hasArrived' | 'sentAt'> {
  readonly id: string
  readonly onKnown: (request: ApprovalRequest | null) => void
}

const outcomes = {
  completed: ['success', CircleCheck, 'completed_text'],
  pending: ['warning', Hourglass, 'pending_text'],
  over: ['danger', CircleAlert, 'over_text'],
} as const

export function ReviewSheet({ values, preview, isBusy, form, onClose }: ReviewSheetProps) {
  const { kind, needs_approval } = preview
  const question = effectOf(kind, values.direction)
  return (
    <Dialog onClose={onClose} isDismissable={!isBusy} title={textAt(`money.ask.question.${question}`)}>
      <div className="grid gap-4">
        <PreviewView preview={preview} isFixed={values.rate !== ''} />
        <Facts
          facts={{
            [textAt('money.ask.paid_to')]: kind === 'payout' && values.paid_to,
            [textAt('money.ask.paid_on')]: kind === 'partner_payment' && formatDate(values.paid_on),
            [textAt('money.ask.bank_reference')]: kind === 'partner_payment' && values.bank_reference,
            [textAt('money.reason')]: values.reason,
          }}
        />
        <DialogFooter>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" form={form} isBusy={isBusy}>
              {textAt(needs_approval ? 'money.ask.send_waiting' : 'money.ask.send_now')}
            </Button>
            <Button variant="secondary" disabled={isBusy} onClick={onClose}>
              {textAt('money.ask.back')}
            </Button>
          </div>
        </DialogFooter>
      </div>
    </Dialog>
  )
}

export function RequestOutcome({ request, onAnother }: { request: ApprovalRequest; onAnother: () => void }) {
  const { id, number, state } = request
  const [tone, Icon, text] = outcomes[state === 'completed' || state === 'pending' ? state : 'over']
  const box = useRef<HTMLDivElement>(null)
  // The form that had the focus is gone.
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} role="status" className="grid max-w-3xl gap-5 outline-none">
      <Callout tone={tone} icon={<Icon aria-hidden />} title={textAt(`money.outcome.${state}_title`)}>
        {textAt(`money.outcome.${text}`, { number })}
      </Callout>
      <Card>
        <RequestFacts request={request} />
      </Card>
      <div className="flex flex-wrap gap-3">
        <ButtonLink variant="primary" href={`/approvals/${id}`}>
          {textAt('money.outcome.open')}
        </ButtonLink>
        <Button variant="secondary" onClick={onAnother}>
          {textAt('money.outcome.another')}
        </Button>
      </div>
    </div>
  )
}

/** Shown after a lost answer, until the server says what happened. */
export function LostAnswer({ id, sentAt, hasArrived, onKnown }: LostAnswerProps) {
  const [refusal, setRefusal] = useState<unknown>(null)
  const has = useEffectEvent(hasArrived)
  const known = useEffectEvent(onKnown)
  useEffect(() => {
    if (refusal) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    void findOutcome({
      read: () => findRequest(id, signal),
      hasArrived: (request) => has(request),
      sentAt,
      pause: (ms) => pauseUntilOnline(ms, signal),
    }).then(
      (request) => signal.aborted || known(request),
      (error: unknown) => signal.aborted || setRefusal(error),
    )
    return () => leaving.abort()
  }, [id, sentAt, refusal])
  if (refusal) return <Failed error={refusal} onRetry={() => setRefusal(null)} />
  return (
    <div role="status" className="max-w-3xl">
      <Callout tone="warning" icon={<Spinner />} title={textAt('money.unsure.title')}>
        {textAt('money.unsure.text')}
      </Callout>
    </div>
  )
}

/** Ends early when the network returns. */
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

export interface OutcomeQuery {
  /** Null when the server has no such request. */
  readonly read: () => Promise<ApprovalRequest | null>
  /** Whether the server has received what was sent. */
  readonly hasArrived: (request: ApprovalRequest) => boolean
  readonly sentAt: number
  readonly pause: (ms: number) => Promise<void>
  readonly now?: () => number
}

/** A sent request may take this long to reach the server. */
const LOST_AFTER_MS = 10_000

const FIRST_PAUSE_MS = 500

const LONGEST_PAUSE_MS = 4000

/** Polls for the outcome of a request. Null if it did not arrive: absent twice in a row, long enough after it was sent. */
export async function findOutcome(query: OutcomeQuery): Promise<ApprovalRequest | null> {
  const { hasArrived, sentAt, pause, now = Date.now } = query
  let absent = 0
  for (let round = 0; ; round += 1) {
    const request = await readOnce(query)
    if (request && hasArrived(request)) return request
    absent = request === undefined ? 0 : absent + 1
    if (absent >= 2 && now() - sentAt >= LOST_AFTER_MS) return null
    await pause(Math.min(FIRST_PAUSE_MS * 2 ** round, LONGEST_PAUSE_MS))
  }
}

/** Undefined when there was no answer. */
async function readOnce({ read }: OutcomeQuery): Promise<ApprovalRequest | null | undefined> {
  try {
    return await read()
  } catch (error) {
    if (asCallFailure(error).isOutcomeUnknown) return undefined
    throw error
  }
}
