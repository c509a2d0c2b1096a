import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { cn } from './cn.ts'

export type NativeSelectProps = {
  readonly label: string
  readonly isLabelHidden?: boolean | undefined
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly isDisabled?: boolean | undefined
  readonly className?: string | undefined
}

/** The system's own picker, which is what a thumb knows best. */
export const NativeSelect = (props: NativeSelectProps) => {
  const { label, isLabelHidden = false, value, onValueChange, options, isDisabled, className } = props
  const id = useId()
  return (
    <div className={cn('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-sm font-semibold text-ink'}>
        {label}
      </label>
      <span className="relative inline-flex">
        <select
          id={id}
          value={value}
          disabled={isDisabled}
          onChange={(event) => onValueChange(event.target.value)}
          className="min-h-11 w-full cursor-pointer appearance-none truncate rounded-2xl border border-line bg-card ps-4 pe-10 text-base text-ink transition-colors duration-150 hover:bg-sunken disabled:text-ink-soft"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          size={18}
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 end-3.5 my-auto text-ink-soft"
        />
      </span>
    </div>
  )
}
