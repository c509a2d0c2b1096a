import { Row } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { openPopup } from '../../platform/popups.tsx'
import { ChangeEmailSheet } from './change-email-sheet.tsx'
import { ChangePasswordSheet } from './change-password-sheet.tsx'
import { DevicesSheet } from './devices-sheet.tsx'

/** The password, the e-mail address, and where the agent is logged in. */
export function SecurityRows() {
  const t = useTranslations('profile')
  const tEmail = useTranslations('email_change')
  return (
    <>
      <Row
        label={t('change_password')}
        onClick={() => openPopup('change-password', (close) => <ChangePasswordSheet onClose={close} />)}
      />
      <Row
        label={tEmail('change')}
        onClick={() => openPopup('change-email', (close) => <ChangeEmailSheet onClose={close} />)}
      />
      <Row label={t('devices')} onClick={() => openPopup('devices', (close) => <DevicesSheet onClose={close} />)} />
    </>
  )
}
