import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'
import { inputBoxClass } from '../text-input.tsx'

export type SelectOption = { readonly value: string; readonly label: string }

export type SelectInputProps = Omit<ComponentProps<'select'>, 'children'> & {
  readonly options: readonly SelectOption[]
  /** As wide as what is chosen, in a Field that has no width of its own. */
  readonly sizing?: 'chosen' | undefined
}

/** The system's own picker, inside a Field. */
export const SelectInput = ({ options, sizing, className, ...select }: SelectInputProps) => (
  <span className={cn('relative flex', className)}>
    <select
      {...select}
      className={cn(
        inputBoxClass,
        sizing && 'field-sizing-content',
        'cursor-pointer appearance-none truncate ps-4 pe-10 hover:border-ink-soft aria-invalid:border-danger disabled:border-line disabled:bg-sunken disabled:text-ink-soft',
      )}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
    <ChevronDown
      size={18}
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 end-3.5 my-auto text-ink-soft"
    />
  </span>
)
