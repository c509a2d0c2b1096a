import type { AgentStatus, User } from '@cashbox/contract'
import { Badge } from '@cashbox/ui'
import { Check, LoaderCircle, Lock, type LucideIcon, Pause, X } from 'lucide-react'
import { useTranslations } from 'use-intl'

type Shown = AgentStatus | 'demo'

const icons: Record<Shown, LucideIcon> = {
  approved: Check,
  pending: LoaderCircle,
  suspended: Pause,
  rejected: X,
  blocked: Lock,
  demo: Check,
}

/** The agent's status as colour, icon and word; of a demo agent only that it is one. */
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
