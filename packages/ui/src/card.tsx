import { ChevronRight } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from './cn.ts'

export type CardProps = ComponentProps<'div'> & {
  /** `slab` is ink with paper text, for the one thing that matters most on a screen. */
  readonly surface?: 'card' | 'slab' | undefined
  readonly hasPadding?: boolean | undefined
}

const surfaces = {
  card: 'border border-line bg-card text-ink',
  slab: 'bg-slab text-slab-ink',
}

export const Card = ({ surface = 'card', hasPadding = true, className, ...rest }: CardProps) => (
  <div {...rest} className={cn('rounded-2xl', surfaces[surface], hasPadding && 'p-5', className)} />
)

export type CalloutTone = 'warning' | 'info' | 'danger' | 'success'

export type CalloutProps = Omit<ComponentProps<'div'>, 'title'> & {
  readonly tone: CalloutTone
  readonly icon?: ReactNode
  readonly title?: ReactNode
}

const tones: Record<CalloutTone, string> = {
  warning: 'bg-warning-soft text-warning-ink',
  info: 'bg-brand-soft text-brand-text',
  danger: 'bg-danger-soft text-danger',
  success: 'bg-success-soft text-approved',
}

export const Callout = ({ tone, icon, title, className, children, ...rest }: CalloutProps) => (
  <div {...rest} className={cn('flex gap-3 rounded-2xl p-4', tones[tone], className)}>
    {icon ? <span className="mt-0.5 shrink-0 [&_svg]:size-5">{icon}</span> : null}
    <div className="flex min-w-0 flex-1 flex-col gap-1">
      {title ? <p className="font-semibold">{title}</p> : null}
      {children ? <div className="text-base text-ink">{children}</div> : null}
    </div>
  </div>
)

export type BadgeTone = 'approved' | 'pending' | 'suspended' | 'rejected' | 'blocked' | 'demo' | 'neutral'

const badgeTones: Record<BadgeTone, string> = {
  approved: 'bg-approved-soft text-approved',
  pending: 'bg-pending-soft text-pending',
  suspended: 'bg-suspended-soft text-suspended',
  rejected: 'bg-rejected-soft text-rejected',
  blocked: 'bg-blocked-soft text-blocked',
  demo: 'bg-demo-soft text-demo',
  neutral: 'bg-sunken text-ink-soft',
}

export const Badge = ({ tone, icon, children }: { tone: BadgeTone; icon?: ReactNode; children: ReactNode }) => (
  <span
    className={cn(
      'inline-flex items-center gap-1.5 whitespace-nowrap rounded-full px-2.5 py-1 text-sm font-semibold [&_svg]:size-4 [&_svg]:shrink-0',
      badgeTones[tone],
    )}
  >
    {icon}
    {children}
  </span>
)

export const RowGroup = ({ title, children }: { title?: ReactNode; children: ReactNode }) => {
  const id = useId()
  return (
    <section aria-labelledby={title ? id : undefined} className="flex flex-col gap-2">
      {title ? (
        <h2 id={id} className="ps-4 text-sm font-semibold text-ink-soft">
          {title}
        </h2>
      ) : null}
      <div className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-card">{children}</div>
    </section>
  )
}

export type RowProps = {
  readonly label: ReactNode
  readonly value?: ReactNode
  readonly icon?: ReactNode
  readonly action?: ReactNode
  readonly tone?: 'plain' | 'danger' | undefined
  readonly isDisabled?: boolean | undefined
  readonly onClick?: (() => void) | undefined
  readonly href?: string | undefined
  /** For a link that leaves the app. */
  readonly isExternal?: boolean | undefined
}

export const rowClass = 'flex min-h-14 w-full items-center gap-3 px-4 py-2.5 text-start text-base'
const pressable = 'transition-colors duration-150 hover:bg-sunken active:bg-line -outline-offset-2'

const RowText = ({ label, value, icon, tone = 'plain' }: RowProps) => (
  <>
    {icon ? (
      <span className={cn('shrink-0 [&_svg]:size-5', tone === 'danger' ? 'text-danger' : 'text-ink-soft')}>{icon}</span>
    ) : null}
    <span className={cn('shrink-0', tone === 'danger' && 'font-semibold text-danger')}>{label}</span>
    {value ? <span className="ms-auto min-w-0 text-end wrap-anywhere text-ink-soft">{value}</span> : null}
  </>
)

export const Row = (props: RowProps) => {
  const { value, action, onClick, href, isDisabled, isExternal } = props
  const atEnd = value === undefined || value === null ? 'ms-auto' : null
  const text = <RowText {...props} />
  const chevron = (
    <ChevronRight size={18} aria-hidden="true" className={cn('shrink-0 text-ink-soft rtl:-scale-x-100', atEnd)} />
  )
  if (href !== undefined) {
    const external = isExternal ? { target: '_blank', rel: 'noreferrer' } : {}
    return (
      <a href={href} {...external} className={cn(rowClass, pressable)}>
        {text}
        {chevron}
      </a>
    )
  }
  if (onClick) {
    return (
      <button type="button" disabled={isDisabled} onClick={onClick} className={cn(rowClass, pressable)}>
        {text}
        {action ?? chevron}
      </button>
    )
  }
  return (
    <div className={rowClass}>
      {text}
      {action ? <span className={cn('-my-1.5 -me-2 shrink-0', atEnd)}>{action}</span> : null}
    </div>
  )
}
