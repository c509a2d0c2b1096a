import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & { readonly label: ReactNode }

export const Checkbox = ({ label, className, ...input }: CheckboxProps) => (
  <label className={cn('flex min-h-11 cursor-pointer items-start gap-3 py-2.5 text-base', className)}>
    <span className="relative mt-0.5 inline-flex size-5 shrink-0">
      <input
        {...input}
        type="checkbox"
        className="peer size-5 cursor-pointer appearance-none rounded-md border border-edge bg-card transition-colors duration-150 checked:border-brand checked:bg-brand disabled:bg-sunken aria-invalid:border-danger"
      />
      <Check
        size={14}
        strokeWidth={3}
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 m-auto text-brand-ink opacity-0 transition-opacity duration-150 peer-checked:opacity-100"
      />
    </span>
    <span className="min-w-0">{label}</span>
  </label>
)
