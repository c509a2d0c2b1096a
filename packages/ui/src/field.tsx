import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cn } from './cn.ts'

export type FieldControl = {
  readonly id: string
  readonly 'aria-labelledby': string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
  readonly 'aria-required': true | undefined
}

export type FieldProps = {
  readonly label: ReactNode
  readonly help?: ReactNode
  /** The server sends a list per field; the first one is shown. */
  readonly error?: string | readonly string[] | undefined
  readonly isRequired?: boolean | undefined
  readonly isLabelHidden?: boolean | undefined
  readonly className?: string | undefined
  readonly children: (control: FieldControl) => ReactNode
}

const firstError = (error: FieldProps['error']) => (typeof error === 'string' ? error : error?.[0]) || undefined

export const Field = ({ label, help, error, isRequired, isLabelHidden, className, children }: FieldProps) => {
  const id = useId()
  const message = firstError(error)
  const describedBy = cn(help ? `${id}-help` : null, message ? `${id}-error` : null) || undefined
  const control: FieldControl = {
    id,
    'aria-labelledby': `${id}-label`,
    'aria-describedby': describedBy,
    'aria-invalid': message ? true : undefined,
    'aria-required': isRequired || undefined,
  }
  return (
    <div className={cn('flex flex-col', className)}>
      <label
        id={`${id}-label`}
        htmlFor={id}
        className={isLabelHidden ? 'sr-only' : 'pb-1.5 text-sm font-semibold text-ink'}
      >
        {label}
      </label>
      {children(control)}
      {help ? (
        <p id={`${id}-help`} className="pt-1.5 text-sm text-ink-soft">
          {help}
        </p>
      ) : null}
      <div aria-live="polite">
        {message ? (
          <p id={`${id}-error`} className="flex gap-1.5 pt-1.5 text-sm text-danger">
            <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
            <span className="min-w-0">{message}</span>
          </p>
        ) : null}
      </div>
    </div>
  )
}
