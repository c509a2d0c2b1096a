import { Row } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { openPopup } from '../../platform/popups.tsx'
import { ChangePasswordSheet } from './change-password-sheet.tsx'
import { DevicesSheet } from './devices-sheet.tsx'

/** The password, and where the agent is logged in. */
export function SecurityRows() {
  const t = useTranslations('profile')
  return (
    <>
      <Row
        label={t('change_password')}
        onClick={() => openPopup('change-password', (close) => <ChangePasswordSheet onClose={close} />)}
      />
      <Row label={t('devices')} onClick={() => openPopup('devices', (close) => <DevicesSheet onClose={close} />)} />
    </>
  )
}
