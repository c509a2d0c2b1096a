import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { cn } from './cn.ts'

export type SpinnerProps = {
  readonly size?: number
  /** With a label the spinner is announced; without one it is decoration. */
  readonly label?: string | undefined
  readonly className?: string | undefined
}

export const Spinner = ({ size = 20, label, className }: SpinnerProps) => (
  <span className={cn('inline-flex', className)} role={label ? 'status' : undefined}>
    <LoaderCircle size={size} strokeWidth={2.25} className="animate-spin motion-reduce:opacity-60" aria-hidden="true" />
    {label ? <span className="sr-only">{label}</span> : null}
  </span>
)

type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'deposit' | 'withdraw'
type ButtonSize = 'md' | 'lg'

type ButtonLook = {
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

type IconButtonVariant = 'plain' | 'round' | 'on-ink' | 'on-ink-plain'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  readonly label: string
  readonly icon: ReactNode
  readonly isBusy?: boolean | undefined
  readonly variant?: IconButtonVariant | undefined
}

const iconVariants: Record<IconButtonVariant, string> = {
  plain: 'text-ink-soft hover:bg-sunken hover:text-ink active:bg-line',
  round: 'border border-line bg-card text-ink hover:bg-sunken active:bg-line',
  'on-ink': 'bg-slab-ink/12 text-slab-ink hover:bg-slab-ink/20 active:bg-slab-ink/25 focus-visible:outline-slab-ink',
  'on-ink-plain': 'text-slab-soft hover:bg-slab-ink/12 hover:text-slab-ink focus-visible:outline-slab-ink',
}

export const iconButtonClass = ({ variant = 'plain' }: { readonly variant?: IconButtonVariant | undefined } = {}) =>
  cn(
    'inline-flex size-11 shrink-0 items-center justify-center rounded-full',
    'transition-[background-color,color,scale] duration-150 active:scale-95',
    'disabled:scale-100 disabled:opacity-45',
    iconVariants[variant],
  )

/** Leads out of the app, in a new tab. */
export const IconLink = ({ href, label, icon }: { href: string; label: string; icon: ReactNode }) => (
  <a href={href} target="_blank" rel="noreferrer" aria-label={label} title={label} className={iconButtonClass()}>
    {icon}
  </a>
)

export const IconButton = (props: IconButtonProps) => {
  const { label, icon, isBusy = false, variant, className, onClick, type = 'button', ...rest } = props
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest['aria-disabled'] || undefined}
      className={cn(iconButtonClass({ variant }), className)}
      onClick={isBusy ? swallow : onClick}
    >
      {isBusy ? <Spinner /> : icon}
    </button>
  )
}
