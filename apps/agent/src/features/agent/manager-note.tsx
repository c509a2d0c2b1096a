import type { User } from '@cashbox/contract'
import { IconLink, Notice } from '@cashbox/ui'
import { IdCard, MessageCircle } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { CashId, CopyCashId } from '../../platform/agent-parts.tsx'
import { useSettings } from '../../platform/settings.ts'

const MARK = '\uFFFC'

/** Asks the agent to give their ID to a manager on a messenger. */
export function ManagerNote({ user }: { user: User }) {
  const t = useTranslations('dashboard')
  const { telegram_link } = useSettings()
  const [before = '', after = ''] = t('manager_note', { cashId: MARK }).split(MARK)
  return (
    <Notice tone="warning" icon={<IdCard aria-hidden />} className="items-center py-3 pe-1">
      <div className="flex items-center">
        <p className="min-w-0 flex-1">
          {before}
          <CashId user={user} />
          {after}
        </p>
        <CopyCashId user={user} variant="icon" />
        {telegram_link && (
          <IconLink
            href={telegram_link}
            label={t('manager_open')}
            icon={<MessageCircle aria-hidden className="size-5" />}
          />
        )}
      </div>
    </Notice>
  )
}
