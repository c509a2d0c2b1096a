import { useId } from 'react'
import { cn } from './cn.ts'

export type TabsProps<Value extends string> = {
  readonly label: string
  readonly value: Value
  readonly onValueChange: (value: Value) => void
  readonly items: readonly { readonly value: Value; readonly label: string }[]
  readonly className?: string | undefined
}

const tabClass = cn(
  'relative flex min-h-11 min-w-0 flex-auto cursor-pointer items-center justify-center rounded-xl border border-transparent px-2 text-base',
  'text-ink-soft transition-colors duration-150 hover:text-ink',
  'has-checked:border-line has-checked:bg-card has-checked:font-semibold has-checked:text-ink dark:has-checked:border-transparent dark:has-checked:bg-line',
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand-text',
)

/** A filter without panels, so to a screen reader it is what it does: a choice of one. */
export const Tabs = <Value extends string>(props: TabsProps<Value>) => {
  const { label, value, onValueChange, items, className } = props
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cn('flex min-w-0 gap-0.5 rounded-2xl bg-sunken p-1', className)}
    >
      {items.map((item) => (
        <label key={item.value} className={tabClass}>
          <input
            type="radio"
            className="absolute -inset-px cursor-pointer appearance-none rounded-xl outline-none"
            name={name}
            value={item.value}
            checked={item.value === value}
            onChange={() => onValueChange(item.value)}
          />
          <span className="truncate">{item.label}</span>
        </label>
      ))}
    </div>
  )
}
