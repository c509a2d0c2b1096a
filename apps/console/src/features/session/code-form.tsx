import { useForm } from '@cashbox/client/use-form'
import { enterCode } from '@cashbox/contract/operator'
import { Button, TextField } from '@cashbox/ui'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { keepSession } from '../../platform/session.ts'
import { Submit } from '../../platform/submit.tsx'
import { PasskeyButton } from './passkey-button.tsx'

/** The server takes either kind of code in the same place; only what is asked for changes. */
export function CodeForm({ hasPasskey }: { hasPasskey: boolean }) {
  const t = useTranslations('log_in')
  const [isRecovery, setRecovery] = useState(false)
  const form = useForm({
    initial: { code: '' },
    send: async (values) => keepSession((await call(enterCode, values)).session),
  })
  const switchKind = () => {
    setRecovery(!isRecovery)
    form.change('code', '')
  }
  return (
    <form {...form.element} className="grid gap-4">
      {hasPasskey && <PasskeyButton />}
      <TextField
        key={String(isRecovery)}
        form={form}
        name="code"
        label={isRecovery ? t('code.recovery_code') : t('code.code')}
        help={isRecovery ? t('code.recovery_help') : undefined}
        autoComplete="one-time-code"
        autoCapitalize={isRecovery ? 'characters' : 'none'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        spellCheck={false}
        className="font-mono"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one field of a page that was come to for it
        autoFocus
      />
      <Submit form={form} label={t('code.submit')} isWide />
      <Button variant="ghost" className="justify-self-start" onClick={switchKind}>
        {isRecovery ? t('code.use_app') : t('code.use_recovery')}
      </Button>
    </form>
  )
}
