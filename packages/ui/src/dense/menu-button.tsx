import { Menu } from '@base-ui/react/menu'
import { type ReactNode, useRef } from 'react'
import { cn } from '../cn.ts'

export type MenuAction = { readonly label: string; readonly icon?: ReactNode; readonly onSelect: () => void }

export type MenuChoice = {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string; readonly icon?: ReactNode }[]
  readonly onValueChange: (value: string) => void
}

export type MenuButtonProps = {
  /** What it is for, said after what it shows. */
  readonly label: string
  readonly face: ReactNode
  readonly choice?: MenuChoice | undefined
  readonly actions: readonly MenuAction[]
}

const itemClass =
  'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-xl px-3 py-1.5 outline-none data-highlighted:bg-sunken [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-soft'

/** A button that opens a short list of things to do, with one choice among them if need be. */
export const MenuButton = ({ label, face, choice, actions }: MenuButtonProps) => {
  const place = useRef<HTMLDivElement>(null)
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="inline-flex min-h-11 min-w-0 items-center gap-2 rounded-2xl px-3 text-base hover:bg-sunken active:bg-line data-popup-open:bg-sunken">
        {face}
        <span className="sr-only"> {label}</span>
      </Menu.Trigger>
      <div ref={place} />
      <Menu.Portal container={place}>
        <Menu.Positioner sideOffset={4} align="end" collisionPadding={8} className="z-50">
          <Menu.Popup className="min-w-56 origin-(--transform-origin) rounded-2xl border border-line bg-card p-1.5 text-base text-ink shadow-[0_8px_24px_rgb(0_0_0/0.12)] outline-none transition-[scale,opacity] duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {choice ? <Choices {...choice} /> : null}
            {actions.map(({ label: text, icon, onSelect }) => (
              <Menu.Item key={text} onClick={onSelect} className={itemClass}>
                {icon}
                {text}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

const Choices = ({ label, value, options, onValueChange }: MenuChoice) => (
  <>
    <Menu.RadioGroup value={value} onValueChange={(next) => onValueChange(String(next))} aria-label={label}>
      <p aria-hidden="true" className="px-3 pt-1.5 pb-1 text-sm font-semibold text-ink-soft">
        {label}
      </p>
      {options.map((option) => (
        <Menu.RadioItem key={option.value} value={option.value} className={cn(itemClass, 'data-checked:font-semibold')}>
          {option.icon}
          <span className="min-w-0 flex-1">{option.label}</span>
          <Menu.RadioItemIndicator className="size-1.5 rounded-full bg-brand-text" />
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
    <Menu.Separator className="my-1.5 h-px bg-line" />
  </>
)
