import type { User } from '@cashbox/contract'
import { CopyButton } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { notify } from './notices.ts'

type Bearer = Pick<User, 'cash_id' | 'is_demo'>

export const CashId = ({ user }: { user: Bearer }) => (
  <bdi dir="ltr" className="font-mono font-semibold whitespace-nowrap select-all">
    {user.cash_id}
  </bdi>
)

/** A demo agent's ID is of no use to a manager. */
export function CopyCashId({ user, variant }: { user: Bearer; variant: 'icon' | 'button' }) {
  const t = useTranslations()
  if (user.is_demo) return null
  return (
    <CopyButton
      variant={variant}
      label={variant === 'icon' ? t('profile.copy_cash_id') : t('common.copy')}
      copiedLabel={t('common.copied')}
      text={user.cash_id}
      onCopied={() => notify('success', t('common.copied'))}
      onFailed={() => notify('error', t('common.copy_failed'))}
    />
  )
}
