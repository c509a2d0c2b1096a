import { type ChecklistStep, confirmBackup, hideChecklist, readChecklist } from '@cashbox/contract/operator'
import { Button, Card, cn } from '@cashbox/ui'
import { Circle, CircleCheck } from 'lucide-react'
import { type ReactNode } from 'react'
import { Link } from 'wouter'
import { textAt } from '../../platform/language/language.ts'
import { call, refresh, useAnswer, useMay } from '../../platform/session/session.ts'
import { useWork } from '../../platform/toasts.ts'

const POLL_MS = 30_000

/** The page of each step. Back-ups are confirmed here; the books are checked on the server. */
const places: Partial<Record<ChecklistStep, string>> = {
  second_factor: '/account',
  channel: '/channels',
  rates: '/rates',
  partner: '/partners',
  partner_limit: '/partners',
  mail: '/settings',
}

export function Checklist() {
  const { data } = useAnswer(readChecklist, {}, { enabled: useMay(readChecklist), refetchInterval: POLL_MS })
  const { isBusy, run } = useWork()
  const send = (endpoint: typeof confirmBackup) => run(() => call(endpoint, {}).then(() => refresh(readChecklist.path)))
  if (!data || data.is_hidden || data.steps.every(({ is_done }) => is_done)) return null
  const done = data.steps.filter(({ is_done }) => is_done).length
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{textAt('watch.checklist.title')}</h2>
        <span className="text-ink-soft">{textAt('watch.checklist.count', { done, all: data.steps.length })}</span>
      </div>
      <ol className="grid gap-3">
        {data.steps.map(({ name, is_done }) => (
          <Step key={name} name={name} isDone={is_done}>
            {name === 'backup' && !is_done && (
              <Button variant="secondary" isBusy={isBusy} onClick={() => send(confirmBackup)}>
                {textAt('watch.checklist.confirm_backup')}
              </Button>
            )}
          </Step>
        ))}
      </ol>
      <Button variant="ghost" className="justify-self-start" isBusy={isBusy} onClick={() => send(hideChecklist)}>
        {textAt('watch.checklist.hide')}
      </Button>
    </Card>
  )
}

function Step({ name, isDone, children }: { name: ChecklistStep; isDone: boolean; children: ReactNode }) {
  const Icon = isDone ? CircleCheck : Circle
  const place = places[name]
  const title = textAt(`watch.checklist.steps.${name}.title`)
  return (
    <li className="flex items-start gap-2.5">
      <Icon
        role="img"
        aria-label={textAt(isDone ? 'watch.checklist.done' : 'watch.checklist.open')}
        className={cn('mt-px size-5 shrink-0', isDone ? 'text-approved' : 'text-ink-soft')}
      />
      <div className="grid justify-items-start gap-1">
        {place && !isDone ? (
          <Link href={place} className="font-semibold text-brand-text hover:underline">
            {title}
          </Link>
        ) : (
          <span className={isDone ? 'text-ink-soft' : 'font-semibold'}>{title}</span>
        )}
        {!isDone && <span className="text-ink-soft">{textAt(`watch.checklist.steps.${name}.text`)}</span>}
        {children}
      </div>
    </li>
  )
}
