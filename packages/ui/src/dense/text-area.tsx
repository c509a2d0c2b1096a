import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'
import { inputBoxClass } from '../text-input.tsx'

export type TextAreaProps = ComponentProps<'textarea'>

/** A few lines from a person: a reason, a note. They run in the direction of what is typed. */
export const TextArea = ({ className, rows = 3, ...area }: TextAreaProps) => (
  <textarea
    dir="auto"
    {...area}
    rows={rows}
    className={cn(
      inputBoxClass,
      'resize-y px-4 py-2.5 outline-none placeholder:text-ink-soft focus:border-brand-text focus:shadow-[inset_0_0_0_1px_var(--brand-text)] aria-invalid:border-danger disabled:border-line disabled:bg-sunken',
      className,
    )}
  />
)
