import { hasMovedOn, IconButton } from '@cashbox/ui'
import type { HelpPopoverProps } from '@cashbox/ui/popover'
import { CircleHelp } from 'lucide-react'
import { type ComponentType, lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

const SPARE_TIME_MS = 1500

const HelpPopover = lazy<ComponentType<HelpPopoverProps>>(() =>
  import('@cashbox/ui/popover').then(
    ({ HelpPopover: Loaded }) => ({ default: Loaded }),
    // Without its popover the button would be a riddle.
    () => ({ default: () => null }),
  ),
)

/** The popover is fetched after the page is drawn; until then its button is here, and a press on it is not lost. */
export function BalanceHelp() {
  const t = useTranslations()
  const place = useRef<HTMLSpanElement>(null)
  const [isPressed, setPressed] = useState(false)
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), SPARE_TIME_MS)
    return () => clearTimeout(timer)
  }, [])
  const look = { label: t('common.help'), variant: 'on-ink', className: 'bg-transparent!' } as const
  const button = <IconButton {...look} icon={<CircleHelp aria-hidden size={20} />} onClick={() => setPressed(true)} />
  return (
    <span ref={place} className="inline-flex">
      {isTime || isPressed ? (
        <Suspense fallback={button}>
          <HelpPopover {...look} title={t('dashboard.balance_help_title')}>
            {t('dashboard.balance_help')}
          </HelpPopover>
          {isPressed && <PressOnce place={place} />}
        </Suspense>
      ) : (
        button
      )}
    </span>
  )
}

/** Hands on the press that came before the popover was there, unless the agent has gone on to something else. */
function PressOnce({ place }: { place: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    if (hasMovedOn(null)) return
    const button = place.current?.querySelector('button')
    button?.focus()
    button?.click()
  }, [place])
  return null
}
