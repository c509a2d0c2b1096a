import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { cn } from './cn.ts'
import { Spinner } from './spinner.tsx'

export type IconButtonVariant = 'plain' | 'round' | 'on-ink' | 'on-ink-plain'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  readonly label: string
  readonly icon: ReactNode
  readonly isBusy?: boolean | undefined
  readonly variant?: IconButtonVariant | undefined
}

const variants: Record<IconButtonVariant, string> = {
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
    variants[variant],
  )

interface IconLinkProps {
  readonly href: string
  readonly label: string
  readonly icon: ReactNode
}

/** Leads out of the app, in a tab of its own. */
export const IconLink = ({ href, label, icon }: IconLinkProps) => (
  <a href={href} target="_blank" rel="noreferrer" aria-label={label} title={label} className={iconButtonClass()}>
    {icon}
  </a>
)

const swallow = (event: MouseEvent) => {
  event.preventDefault()
  event.stopPropagation()
}

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
