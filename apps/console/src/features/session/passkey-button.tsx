import { CallFailure } from '@cashbox/client/call-failure'
import { Button } from '@cashbox/ui'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useExplanation } from '../../platform/explain-failure.ts'
import { notify } from '../../platform/notices.ts'
import { passWithPasskey } from './passkeys.ts'

/** Instead of a code. A browser that was told to stop says so itself. */
export function PasskeyButton() {
  const t = useTranslations('log_in')
  const explain = useExplanation()
  const [isBusy, setBusy] = useState(false)
  const pass = async () => {
    setBusy(true)
    try {
      await passWithPasskey()
    } catch (error) {
      notify('error', error instanceof CallFailure ? explain(error) : t('code.passkey_stopped'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="secondary"
      isWide
      isBusy={isBusy}
      icon={<KeyRound size={18} aria-hidden />}
      onClick={() => void pass()}
    >
      {t('code.use_passkey')}
    </Button>
  )
}
