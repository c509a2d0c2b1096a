import { Menu as Base } from '@base-ui/react/menu'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cn } from '../cn.ts'
import { menuFaceClass } from './menu-face.ts'

export type MenuAction = { readonly label: string; readonly icon?: ReactNode; readonly onSelect: () => void }

export type MenuChoice = {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string; readonly icon?: ReactNode }[]
  readonly onValueChange: (value: string) => void
}

export type MenuProps = {
  /** What it is for, said after what it shows. */
  readonly label: string
  readonly face: ReactNode
  readonly choices?: readonly MenuChoice[] | undefined
  readonly actions: readonly MenuAction[]
}

const itemClass =
  'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-xl px-3 py-1.5 outline-none data-disabled:cursor-default data-disabled:text-ink-soft data-highlighted:bg-sunken [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-soft'

type MenuPartProps = MenuProps & {
  /** The button that stood here until now has been pressed. */
  readonly isOpenFirst: boolean
}

/** The button with its list. */
export const Menu = ({ label, face, choices, actions, isOpenFirst }: MenuPartProps) => {
  const [isPressed] = useState(isOpenFirst)
  const place = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isPressed) return undefined
    // After the press is over, so that it does not count as one outside of the list. A press puts the focus into the list too.
    const frame = requestAnimationFrame(() => {
      trigger.current?.focus()
      trigger.current?.click()
    })
    return () => cancelAnimationFrame(frame)
  }, [isPressed])
  return (
    <Base.Root modal={false}>
      <Base.Trigger ref={trigger} className={menuFaceClass}>
        {face}
        <span className="sr-only"> {label}</span>
      </Base.Trigger>
      <div ref={place} />
      <Base.Portal container={place}>
        <Base.Positioner sideOffset={4} align="end" collisionPadding={8} className="z-50">
          <Base.Popup className="max-h-(--available-height) max-w-[min(24rem,calc(100vw-1rem))] min-w-56 overflow-y-auto origin-(--transform-origin) rounded-2xl border border-line bg-card p-1.5 text-base text-ink shadow-[0_8px_24px_rgb(0_0_0/0.12)] outline-none transition-[scale,opacity] duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {choices?.map((choice, index) => (
              <Choices key={choice.label} {...choice} hasMore={index < choices.length - 1 || actions.length > 0} />
            ))}
            {actions.map(({ label: text, icon, onSelect }) => (
              <Base.Item key={text} onClick={onSelect} className={itemClass}>
                {icon}
                {text}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const Choices = ({ label, value, options, onValueChange, hasMore }: MenuChoice & { hasMore: boolean }) => (
  <>
    <Base.RadioGroup value={value} onValueChange={(next) => onValueChange(String(next))} aria-label={label}>
      <p aria-hidden="true" className="px-3 pt-1.5 pb-1 text-sm font-semibold text-ink-soft">
        {label}
      </p>
      {options.map((option) => (
        <Base.RadioItem key={option.value} value={option.value} className={cn(itemClass, 'data-checked:font-semibold')}>
          {option.icon}
          <span className="min-w-0 flex-1 wrap-anywhere">{option.label}</span>
          <Base.RadioItemIndicator className="size-1.5 rounded-full bg-brand-text" />
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
    {hasMore ? <Base.Separator className="my-1.5 h-px bg-line" /> : null}
  </>
)
