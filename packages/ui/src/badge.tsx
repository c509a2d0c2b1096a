import type { ReactNode } from 'react'
import { cn } from './cn.ts'

export type BadgeTone = 'approved' | 'pending' | 'suspended' | 'rejected' | 'blocked' | 'demo' | 'neutral'

export type BadgeProps = {
  readonly tone: BadgeTone
  readonly icon?: ReactNode
  readonly className?: string | undefined
  readonly children: ReactNode
}

const tones: Record<BadgeTone, string> = {
  approved: 'bg-approved-soft text-approved',
  pending: 'bg-pending-soft text-pending',
  suspended: 'bg-suspended-soft text-suspended',
  rejected: 'bg-rejected-soft text-rejected',
  blocked: 'bg-blocked-soft text-blocked',
  demo: 'bg-demo-soft text-demo',
  neutral: 'bg-sunken text-ink-soft',
}

export const Badge = ({ tone, icon, className, children }: BadgeProps) => (
  <span
    className={cn(
      'inline-flex items-center gap-1.5 whitespace-nowrap rounded-full px-2.5 py-1 text-sm font-semibold [&_svg]:size-4 [&_svg]:shrink-0',
      tones[tone],
      className,
    )}
  >
    {icon}
    {children}
  </span>
)
