import type { AgentStatus, User } from '@cashbox/contract'
import { Badge, Card, CopyButton, type CopyButtonProps, cn } from '@cashbox/ui'
import { Check, LoaderCircle, Lock, type LucideIcon, Pause, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from './settings.ts'
import { notify } from './toasts.ts'

export const Code = ({ className, children }: { className?: string; children: ReactNode }) => (
  <bdi dir="ltr" className={cn('font-mono', className)}>
    {children}
  </bdi>
)

export const Figures = ({ className = 'tabular-nums', children }: { className?: string; children: ReactNode }) => (
  <bdi dir="ltr" className={className}>
    {children}
  </bdi>
)

type CopyTextProps = Omit<CopyButtonProps, 'onCopied' | 'onFailed'>

export function CopyText(props: CopyTextProps) {
  const t = useTranslations('common')
  return (
    <CopyButton
      {...props}
      onCopied={() => notify('success', t('copied'))}
      onFailed={(message) => notify('error', message || t('copy_failed'))}
    />
  )
}

/** A demo agent's ID is of no use to a manager. */
export function CopyCashId({ user }: { user: User }) {
  const t = useTranslations('profile')
  if (user.is_demo) return null
  return <CopyText label={t('copy_cash_id')} text={user.cash_id} />
}

type Shown = AgentStatus | 'demo'

const icons: Record<Shown, LucideIcon> = {
  approved: Check,
  pending: LoaderCircle,
  suspended: Pause,
  rejected: X,
  blocked: Lock,
  demo: Check,
}

/** A demo agent's badge says only demo. */
export function StatusBadge({ user }: { user: Pick<User, 'status' | 'is_demo'> }) {
  const t = useTranslations('status')
  const shown: Shown = user.is_demo ? 'demo' : user.status
  const Icon = icons[shown]
  return (
    <Badge
      tone={shown}
      icon={<Icon aria-hidden strokeWidth={2.5} className={shown === 'pending' ? 'animate-spin' : undefined} />}
    >
      <span className="sr-only">{t('label')}: </span>
      {t(shown)}
    </Badge>
  )
}

/** Leads to support; absent where the operator has set no address. */
export function SupportLink({ className, children }: { className: string; children: ReactNode }) {
  const { telegram_link } = useSettings()
  if (!telegram_link) return null
  return (
    <a href={telegram_link} target="_blank" rel="noreferrer" className={className}>
      {children}
    </a>
  )
}

const discSizes = { md: 'size-10 [&_svg]:size-5', lg: 'size-12 [&_svg]:size-6', xl: 'size-20 [&_svg]:size-9' }

interface DiscProps {
  readonly size?: keyof typeof discSizes
  readonly className: string
  readonly icon: ReactNode
}

/** An icon on a round ground. */
export const Disc = ({ size = 'md', className, icon }: DiscProps) => (
  <span aria-hidden className={cn('grid shrink-0 place-items-center rounded-full', discSizes[size], className)}>
    {icon}
  </span>
)

interface TitledCardProps {
  readonly title: string
  readonly aside?: ReactNode
  readonly isLoading: boolean
  readonly children: ReactNode
}

export function TitledCard({ title, aside, isLoading, children }: TitledCardProps) {
  const id = useId()
  return (
    <Card
      role="region"
      aria-labelledby={id}
      aria-busy={isLoading}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-5"
    >
      <div className="flex min-h-11 items-center justify-between gap-4">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </Card>
  )
}
