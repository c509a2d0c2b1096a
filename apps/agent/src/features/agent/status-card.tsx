import type { AgentStatus, User } from '@cashbox/contract'
import { buttonClass, Card, cn, Notice } from '@cashbox/ui'
import { Hourglass, Lock, type LucideIcon, MessageCircle, Pause, TriangleAlert, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { CashId, CopyCashId } from '../../platform/agent-parts.tsx'
import { useSettings } from '../../platform/settings.ts'

type Halted = Exclude<AgentStatus, 'approved'>

/** An agent who can't work now has to read why, and what happens next. */
export const isHalted = (status: AgentStatus): status is Halted => status !== 'approved'

const looks: Record<Halted, { readonly icon: LucideIcon; readonly colour: string }> = {
  pending: { icon: Hourglass, colour: 'bg-pending-soft text-pending' },
  rejected: { icon: X, colour: 'bg-rejected-soft text-rejected' },
  suspended: { icon: Pause, colour: 'bg-suspended-soft text-suspended' },
  blocked: { icon: Lock, colour: 'bg-blocked-soft text-blocked' },
}

/** What happens next for an agent who can't work now: the reason, and the ID to give the manager. */
export function StatusCard({ user, status }: { user: User; status: Halted }) {
  const t = useTranslations()
  const { icon: Icon, colour } = looks[status]
  return (
    <Card className="grid gap-5">
      <div className="flex gap-4">
        <span className={cn('grid size-12 shrink-0 place-items-center rounded-full', colour)}>
          <Icon aria-hidden className="size-6" />
        </span>
        <div className="grid min-w-0 gap-1">
          <h2 className="text-lg font-semibold">{t(`dashboard.next.${status}_title`)}</h2>
          <p className="text-ink-soft">{t(`dashboard.next.${status}_text`)}</p>
        </div>
      </div>
      {user.note && (
        <Notice tone="warning" icon={<TriangleAlert aria-hidden />} title={t('dashboard.note')}>
          <p className="break-words whitespace-pre-line">{user.note}</p>
        </Notice>
      )}
      <div className="flex items-center justify-between gap-3 rounded-2xl bg-sunken py-2 ps-4 pe-2">
        <div className="grid">
          <span className="text-sm text-ink-soft">{t('profile.cash_id')}</span>
          <span className="text-lg">
            <CashId user={user} />
          </span>
        </div>
        <CopyCashId user={user} variant="button" />
      </div>
      <ContactManager />
    </Card>
  )
}

function ContactManager() {
  const t = useTranslations('dashboard')
  const { telegram_link } = useSettings()
  if (!telegram_link) return null
  return (
    <a href={telegram_link} target="_blank" rel="noreferrer" className={buttonClass({ isWide: true })}>
      <span className="inline-flex items-center gap-2">
        <MessageCircle aria-hidden className="size-5" />
        {t('manager_open')}
      </span>
    </a>
  )
}
