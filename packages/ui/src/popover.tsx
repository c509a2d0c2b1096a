import { Popover } from '@base-ui/react/popover'
import { CircleHelp } from 'lucide-react'
import type { ReactNode } from 'react'
import { iconButtonClass } from './button.tsx'

export type HelpPopoverProps = {
  readonly label: string
  readonly title?: ReactNode
  readonly variant?: 'plain' | 'on-ink-plain' | undefined
  /** The button that stood here until now has been pressed. */
  readonly isOpenFirst?: boolean
  readonly children: ReactNode
}

export const HelpPopover = ({ label, title, variant, isOpenFirst = false, children }: HelpPopoverProps) => (
  <Popover.Root defaultOpen={isOpenFirst}>
    <Popover.Trigger aria-label={label} className={iconButtonClass({ variant })}>
      <CircleHelp size={20} aria-hidden="true" />
    </Popover.Trigger>
    <Popover.Portal>
      <Popover.Positioner sideOffset={4} collisionPadding={16} className="z-50">
        <Popover.Popup
          aria-label={title ? undefined : label}
          className="max-w-[min(20rem,calc(100vw-2rem))] origin-(--transform-origin) rounded-2xl border border-line bg-card p-4 text-base text-ink shadow-[0_8px_24px_rgb(0_0_0/0.12)] outline-none transition-[scale,opacity] duration-150 data-ending-style:scale-95 data-ending-style:opacity-0 data-starting-style:scale-95 data-starting-style:opacity-0"
        >
          {title ? <Popover.Title className="mb-1 font-semibold">{title}</Popover.Title> : null}
          <Popover.Description render={<div />} className="text-ink-soft">
            {children}
          </Popover.Description>
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  </Popover.Root>
)
