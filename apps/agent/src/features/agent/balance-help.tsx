import { hasMovedOn, IconButton } from '@cashbox/ui'
import type { HelpPopoverProps } from '@cashbox/ui/popover'
import { CircleHelp } from 'lucide-react'
import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

const SPARE_TIME_MS = 1500

const loadPopover = (): Promise<ComponentType<HelpPopoverProps>> =>
  import('@cashbox/ui/popover').then(
    ({ HelpPopover }) => HelpPopover,
    // Without its popover the button would be a riddle.
    () => () => null,
  )

/** The popover is fetched after the page is drawn; until then its button is here, and a press on it is not lost. */
export function BalanceHelp() {
  const t = useTranslations()
  const place = useRef<HTMLSpanElement>(null)
  const isHeld = useRef(false)
  const [isPressed, setPressed] = useState(false)
  const [HelpPopover, setPopover] = useState<ComponentType<HelpPopoverProps> | null>(null)
  useEffect(() => {
    const load = async () => {
      const loaded = await loadPopover()
      // A button that is replaced under a thumb never hears of the press, which fetches the popover itself.
      if (!isHeld.current) setPopover(() => loaded)
    }
    const timer = setTimeout(() => void load(), SPARE_TIME_MS)
    return () => clearTimeout(timer)
  }, [])
  const press = async () => {
    setPressed(true)
    const loaded = await loadPopover()
    setPopover(() => loaded)
  }
  const look = { label: t('common.help'), variant: 'on-ink', className: 'bg-transparent!' } as const
  return (
    <span ref={place} className="inline-flex">
      {HelpPopover ? (
        <>
          <HelpPopover {...look} title={t('dashboard.balance_help_title')}>
            {t('dashboard.balance_help')}
          </HelpPopover>
          {isPressed && <PressOnce place={place} />}
        </>
      ) : (
        <IconButton
          {...look}
          icon={<CircleHelp aria-hidden size={20} />}
          onPointerDown={() => {
            isHeld.current = true
          }}
          onClick={() => void press()}
        />
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
