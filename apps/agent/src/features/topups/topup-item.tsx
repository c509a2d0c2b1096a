import { OTHER_TOKEN, type Topup, type TopupState } from '@cashbox/contract'
import { cn, DateTime, Money } from '@cashbox/ui'
import { CircleCheck, CirclePause, CircleSlash, Hourglass, type LucideIcon, Undo2 } from 'lucide-react'
import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { useWords } from '../../platform/language/language.ts'
import { formatDateTime, formatExact } from '../../platform/time/formats.ts'
import { useTimezone } from '../../platform/time/timezone.ts'
import { TopupOutcome } from './topup-outcome.tsx'
import { TopupReference } from './topup-reference.tsx'

const looks: Readonly<Record<TopupState, { readonly icon: LucideIcon; readonly disc: string; readonly text: string }>> =
  {
    confirming: { icon: Hourglass, disc: 'bg-demo-soft text-demo', text: 'text-demo' },
    credited: { icon: CircleCheck, disc: 'bg-approved-soft text-approved', text: 'text-approved' },
    held: { icon: CirclePause, disc: 'bg-pending-soft text-pending', text: 'text-pending' },
    returned: { icon: Undo2, disc: 'bg-suspended-soft text-suspended', text: 'text-suspended' },
    failed: { icon: CircleSlash, disc: 'bg-blocked-soft text-blocked', text: 'text-blocked' },
  }

/** Without a count, which changes too often to be read out each time. */
const stateText = ({ state, confirmations }: Topup) => {
  if (state !== 'confirming') return state
  return confirmations === 0 ? 'seen' : 'in_progress'
}

/** A stop on the line from the newest top-up to the oldest. */
export const TopupItem = memo(function TopupItem({ topup }: { topup: Topup }) {
  const t = useTranslations('topup')
  const { state, note } = topup
  const { icon: Icon, disc, text } = looks[state]
  return (
    <li className="group flex gap-3">
      <div className="flex flex-col items-center">
        <span aria-hidden className={cn('grid size-10 shrink-0 place-items-center rounded-full', disc)}>
          <Icon className="size-5" />
        </span>
        <span className="w-px flex-1 bg-line group-last:hidden" />
      </div>
      <div className="grid min-w-0 flex-1 gap-x-8 gap-y-1 pb-6 group-last:pb-0 lg:grid-cols-[minmax(0,1fr)_auto]">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3 lg:col-span-2">
          <Sent topup={topup} />
          <SeenAt seconds={topup.seen_at} />
        </div>
        <div className="grid content-start gap-1">
          <p aria-live="polite" className={cn('font-semibold', text)}>
            {t(stateText(topup))}
          </p>
          <TopupOutcome topup={topup} />
          {note && <Note text={note} />}
        </div>
        <TopupReference topup={topup} />
      </div>
    </li>
  )
})

/** Anyone can make a token and give it any name and number of decimals, so other tokens are not counted. */
function Sent({ topup: { coin, sent } }: { topup: Topup }) {
  const t = useTranslations('topup')
  if (coin === OTHER_TOKEN) return <span className="font-semibold">{t('other_token')}</span>
  return <Money amount={formatExact(sent)} currency={coin} />
}

function Note({ text }: { text: string }) {
  const t = useTranslations('dashboard')
  return (
    <div className="mt-1 border-s-2 border-line ps-3">
      <p className="text-sm text-ink-soft">{t('note')}</p>
      <p dir="auto" className="break-words whitespace-pre-line">
        {text}
      </p>
    </div>
  )
}

function SeenAt({ seconds }: { seconds: number }) {
  const timeZone = useTimezone()
  const { language } = useWords()
  return (
    <DateTime
      seconds={seconds}
      text={formatDateTime(seconds, timeZone, language)}
      className="text-sm text-ink-soft tabular-nums"
    />
  )
}
