import { Row, Spinner } from '@cashbox/ui'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { endSession } from '../../platform/session/user.ts'

export function LogOutRow() {
  const t = useTranslations('profile')
  const [isLeaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    void endSession()
  }
  return (
    <Row
      tone="danger"
      icon={<LogOut aria-hidden className="rtl:-scale-x-100" />}
      label={t('logout')}
      isDisabled={isLeaving}
      onClick={leave}
      action={isLeaving ? <Spinner className="ms-auto" /> : <></>}
    />
  )
}
