import { logFailure } from '@cashbox/client/log'
import { logOut } from '@cashbox/contract'
import { Row, Spinner } from '@cashbox/ui'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { signOut } from '../../platform/session.ts'

/** Who leaves the counter leaves it soon, with or without a network. */
const PATIENCE_MS = 3000

export function LogOutRow() {
  const t = useTranslations('profile')
  const [isLeaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    await Promise.race([tellServer(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
    signOut()
  }
  return (
    <Row
      tone="danger"
      icon={<LogOut aria-hidden className="rtl:-scale-x-100" />}
      label={t('logout')}
      isDisabled={isLeaving}
      onClick={() => void leave()}
      action={isLeaving ? <Spinner className="ms-auto" /> : <></>}
    />
  )
}

const tellServer = () =>
  call(logOut, {}, { ignoreErrors: true }).catch((error: unknown) =>
    logFailure('the log-out did not reach the server', error),
  )
