import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'

export type TextInputProps = Omit<ComponentProps<'input'>, 'prefix'> & {
  readonly prefix?: ReactNode
  readonly suffix?: ReactNode
  /** For the one value that a screen is about. */
  readonly isLarge?: boolean | undefined
}

/** The box that every input-like control shares. */
export const inputBoxClass =
  'flex min-h-12 w-full items-center rounded-2xl border border-edge bg-card text-base text-ink transition-[border-color,box-shadow] duration-150'

export const inputFocusClass =
  'focus-within:border-brand-text focus-within:shadow-[inset_0_0_0_1px_var(--brand-text)] has-[[aria-invalid=true]]:border-danger has-[[aria-invalid=true]]:shadow-[inset_0_0_0_1px_var(--danger)] has-[input:disabled]:border-line has-[input:disabled]:bg-sunken'

export const TextInput = ({ prefix, suffix, isLarge = false, className, ...input }: TextInputProps) => (
  <div
    dir={input.dir}
    className={cn(inputBoxClass, inputFocusClass, isLarge && 'min-h-14 text-lg font-semibold', className)}
  >
    {prefix ? <span className="flex shrink-0 items-center ps-4 text-ink-soft">{prefix}</span> : null}
    <input
      type="text"
      {...input}
      className={cn(
        'min-h-[calc(var(--spacing)*12-2px)] w-full min-w-0 flex-1 rounded-2xl bg-transparent px-4 outline-none placeholder:text-ink-soft placeholder-shown:text-ellipsis',
        'disabled:text-ink-soft',
        'placeholder:font-normal',
        prefix ? 'ps-2' : null,
        suffix ? 'pe-2' : null,
      )}
    />
    {suffix ? <span className="flex shrink-0 items-center pe-4 text-ink-soft">{suffix}</span> : null}
  </div>
)
