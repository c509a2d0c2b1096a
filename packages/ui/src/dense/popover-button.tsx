import { Popover } from '@base-ui/react/popover'
import { type ReactNode, useRef } from 'react'
import { menuFaceClass } from './menu-face.ts'

export type PopoverButtonProps = {
  /** What it is for, said after what it shows. */
  readonly label: string
  readonly face: ReactNode
  readonly title: string
  readonly children: ReactNode
}

/** A button that opens a small form beside itself, while the page stays in sight. */
export const PopoverButton = ({ label, face, title, children }: PopoverButtonProps) => {
  const place = useRef<HTMLDivElement>(null)
  return (
    <Popover.Root>
      <Popover.Trigger className={menuFaceClass}>
        {face}
        <span className="sr-only"> {label}</span>
      </Popover.Trigger>
      <div ref={place} />
      <Popover.Portal container={place}>
        <Popover.Positioner sideOffset={4} align="end" collisionPadding={8} className="z-50">
          <Popover.Popup className="max-h-(--available-height) w-[min(24rem,calc(100vw-1rem))] overflow-y-auto origin-(--transform-origin) rounded-2xl border border-line bg-card p-3 text-base text-ink shadow-[0_8px_24px_rgb(0_0_0/0.12)] outline-none transition-[scale,opacity] duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0">
            <Popover.Title className="px-1 text-sm font-semibold text-ink-soft">{title}</Popover.Title>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
