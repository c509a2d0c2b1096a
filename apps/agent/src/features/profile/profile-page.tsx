import type { User } from '@cashbox/contract'
import { Row, RowGroup } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { CopyCashId, StatusBadge } from '../../platform/agent-parts.tsx'
import { useScreenTitle, useUsableMark } from '../../platform/screen.tsx'
import { useUser } from '../../platform/session/user.ts'
import { ContactRows, PointRows } from './contact-rows.tsx'
import { LogOutRow } from './log-out-row.tsx'
import { OwnTermsGroup } from './own-terms-group.tsx'
import { SecurityRows } from './security-rows.tsx'
import { SettingRows } from './setting-rows.tsx'

/** Who the agent is, and how they like the app. */
export function ProfilePage() {
  const t = useTranslations('profile')
  const user = useUser()
  useScreenTitle(t('title'))
  useUsableMark()
  return (
    <div className="grid gap-6">
      <h1 className="text-xl font-semibold">{t('title')}</h1>
      <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
        <div className="grid gap-6">
          <RowGroup title={t('group_account')}>
            <AccountRows user={user} />
          </RowGroup>
          <OwnTermsGroup user={user} />
          {!user.is_demo && (
            <>
              <RowGroup title={t('group_contact')}>
                <ContactRows user={user} />
              </RowGroup>
              <RowGroup title={t('group_point')}>
                <PointRows user={user} />
              </RowGroup>
            </>
          )}
        </div>
        <div className="grid gap-6">
          <RowGroup title={t('group_settings')}>
            <SettingRows />
          </RowGroup>
          {!user.is_demo && (
            <RowGroup title={t('group_security')}>
              <SecurityRows />
            </RowGroup>
          )}
          <RowGroup>
            <LogOutRow />
          </RowGroup>
        </div>
      </div>
    </div>
  )
}

function AccountRows({ user }: { user: User }) {
  const t = useTranslations()
  return (
    <>
      <Row label={t('status.label')} value={<StatusBadge user={user} />} />
      <Row
        label={t('profile.cash_id')}
        value={
          <bdi dir="ltr" className="font-mono text-ink select-all">
            {user.cash_id}
          </bdi>
        }
        action={user.is_demo ? undefined : <CopyCashId user={user} variant="icon" />}
      />
      <Row label={t('profile.full_name')} value={<bdi>{user.full_name}</bdi>} />
      <Row
        label={t('field.email')}
        value={
          <bdi dir="ltr" className="break-all">
            {user.email}
          </bdi>
        }
      />
    </>
  )
}
