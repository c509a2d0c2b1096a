import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'

export type CardProps = ComponentProps<'div'> & {
  /** `slab` is ink with paper text, for the one thing that matters most on a screen. */
  readonly surface?: 'card' | 'slab' | 'sunken' | undefined
  readonly hasPadding?: boolean | undefined
}

const surfaces = {
  card: 'border border-line bg-card text-ink',
  slab: 'bg-slab text-slab-ink',
  sunken: 'bg-sunken text-ink',
}

export const Card = ({ surface = 'card', hasPadding = true, className, ...rest }: CardProps) => (
  <div {...rest} className={cn('rounded-2xl', surfaces[surface], hasPadding && 'p-5', className)} />
)

export type NoticeTone = 'warning' | 'info' | 'danger' | 'success'

export type NoticeProps = Omit<ComponentProps<'div'>, 'title'> & {
  readonly tone: NoticeTone
  readonly icon?: ReactNode
  readonly title?: ReactNode
}

const tones: Record<NoticeTone, string> = {
  warning: 'bg-warning-soft text-warning-ink',
  info: 'bg-brand-soft text-brand-text',
  danger: 'bg-danger-soft text-danger',
  success: 'bg-success-soft text-approved',
}

export const Notice = ({ tone, icon, title, className, children, ...rest }: NoticeProps) => (
  <div {...rest} className={cn('flex gap-3 rounded-2xl p-4', tones[tone], className)}>
    {icon ? <span className="mt-0.5 shrink-0 [&_svg]:size-5">{icon}</span> : null}
    <div className="flex min-w-0 flex-1 flex-col gap-1">
      {title ? <p className="font-semibold">{title}</p> : null}
      {children ? <div className="text-base text-ink">{children}</div> : null}
    </div>
  </div>
)
