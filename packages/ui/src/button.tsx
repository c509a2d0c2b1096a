import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { cn } from './cn.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'deposit' | 'withdraw'
export type ButtonSize = 'md' | 'lg'

export type ButtonLook = {
  readonly variant?: ButtonVariant | undefined
  readonly size?: ButtonSize | undefined
  readonly isWide?: boolean | undefined
}

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    readonly isBusy?: boolean | undefined
    readonly icon?: ReactNode
  }

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-brand text-brand-ink hover:bg-brand-hover',
  secondary: 'border border-edge/60 bg-card text-ink hover:bg-sunken active:bg-line',
  ghost: 'text-brand-text hover:bg-sunken active:bg-line',
  danger: 'bg-danger text-danger-ink hover:bg-danger-hover',
  deposit: 'bg-deposit text-deposit-ink hover:bg-deposit-hover',
  withdraw: 'bg-withdraw text-withdraw-ink hover:bg-withdraw-hover',
}

const sizes: Record<ButtonSize, string> = {
  md: 'min-h-12 px-5 py-2.5',
  lg: 'min-h-14 px-6 py-3.5',
}

/** The same look for a link that acts as a button. */
export const buttonClass = ({ variant = 'primary', size = 'md', isWide = false }: ButtonLook = {}) =>
  cn(
    'relative inline-flex select-none items-center justify-center rounded-2xl text-center text-base font-semibold',
    'transition-[background-color,border-color,scale] duration-150 active:scale-[0.985]',
    'disabled:scale-100 disabled:border-transparent disabled:bg-sunken disabled:text-ink-soft disabled:hover:bg-sunken',
    variants[variant],
    sizes[size],
    isWide && 'w-full',
  )

const swallow = (event: MouseEvent) => {
  event.preventDefault()
  event.stopPropagation()
}

export const Button = (props: ButtonProps) => {
  const { variant, size, isWide, isBusy = false, icon, className, children, onClick, type = 'button', ...rest } = props
  return (
    <button
      {...rest}
      type={type}
      className={cn(buttonClass({ variant, size, isWide }), className)}
      aria-busy={isBusy || undefined}
      // Not `disabled`: a busy button keeps the focus, and swallows the press instead.
      aria-disabled={isBusy || rest['aria-disabled'] || undefined}
      onClick={isBusy ? swallow : onClick}
    >
      <span className={cn('inline-flex items-center justify-center gap-2', isBusy && 'opacity-0')}>
        {icon}
        {children}
      </span>
      {isBusy ? <Spinner className="absolute inset-0 items-center justify-center" /> : null}
    </button>
  )
}
