import { CallFailure } from '@cashbox/client/call-failure'
import { useExplanation } from '@cashbox/client/failure-texts'
import { logFailure } from '@cashbox/client/log'
import { lazyPart } from '@cashbox/client/screen-boundary'
import { enterCode, logOutOperator, type OperatorSession } from '@cashbox/contract/operator'
import { BrandMark, BrandPattern, Button, Callout, Skeleton, TextField } from '@cashbox/ui'
import { Info, KeyRound } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActForm } from '../../platform/forms/form.tsx'
import { usePageTitle } from '../../platform/page/page.tsx'
import { call } from '../../platform/session/call.ts'
import { applySession, dropSession, useWasEnded } from '../../platform/session/session.ts'
import { notify } from '../../platform/toasts.ts'
import { LanguageSelect } from './language-select.tsx'
import { logInWithPasskey } from './passkeys.ts'
import { PasswordForm } from './password-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { forgetCodes, useShownCodes } from './shown-codes.ts'

type LogInStep = 'password' | 'code' | 'enrolment' | 'recovery' | 'activate'

const Enrolment = lazyPart(() => import('./enrolment.tsx'), 'Enrolment')

/** Password, then the second factor: a code of it, or setting it up. */
export function LogInPage({ session }: { session: OperatorSession | null }) {
  const codes = useShownCodes()
  const step: LogInStep = codes ? 'recovery' : (session?.needs ?? 'password')
  return (
    <LogInLayout step={step}>
      {step === 'password' && <EndedCallout />}
      {step === 'password' && <PasswordForm />}
      {step === 'code' && <CodeForm hasPasskey={session?.has_passkey ?? false} />}
      {step === 'enrolment' && (
        <Suspense fallback={<Skeleton className="size-50" />}>
          <Enrolment />
        </Suspense>
      )}
      {codes && <RecoveryCodes codes={codes} onSaved={forgetCodes} />}
      {(step === 'code' || step === 'enrolment') && <OtherAccountButton />}
    </LogInLayout>
  )
}

function EndedCallout() {
  const t = useTranslations('log_in')
  const wasEnded = useWasEnded()
  return (
    <div role="status" className="empty:hidden">
      {wasEnded && <Callout tone="info" icon={<Info aria-hidden />} title={t('ended')} />}
    </div>
  )
}

/** Ends an unfinished log-in, so that another operator can log in. */
function OtherAccountButton() {
  const t = useTranslations('log_in')
  const leave = async () => {
    await call(logOutOperator, {}).catch((error: unknown) => logFailure('the log-out did not reach the server', error))
    dropSession()
  }
  return (
    <Button variant="ghost" className="justify-self-start" onClick={() => void leave()}>
      {t('other_account')}
    </Button>
  )
}

/** The frame of all pages before the console. */
export function LogInLayout({ step, children }: { step: LogInStep; children: ReactNode }) {
  const t = useTranslations()
  const title = t(`log_in.${step}.title`)
  usePageTitle(title)
  const heading = useHeadingFocus(step)
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-2">
      <main className="mx-auto grid w-full max-w-md content-start gap-6 p-6 pt-10 lg:content-center">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="flex items-center gap-3">
            <BrandMark className="size-9" />
            <span className="text-lg font-semibold">{t('common.name')}</span>
          </p>
          <LanguageSelect />
        </div>
        <div className="grid gap-1">
          <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
            {title}
          </h1>
          <p className="text-ink-soft">{t(`log_in.${step}.text`)}</p>
        </div>
        {children}
      </main>
      <aside aria-hidden className="relative hidden overflow-hidden bg-slab text-slab-soft lg:block">
        <BrandPattern className="absolute inset-0" />
      </aside>
    </div>
  )
}

function useHeadingFocus(step: LogInStep) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    // Unless a field of the step has taken the focus.
    if (document.activeElement === document.body) heading.current?.focus()
  }, [step])
  return heading
}

/** The server accepts both kinds of code in the same field; only the labels change. */
function CodeForm({ hasPasskey }: { hasPasskey: boolean }) {
  const t = useTranslations('log_in.code')
  const [isRecovery, setRecovery] = useState(false)
  return (
    <div className="grid gap-4">
      {hasPasskey && <PasskeyButton />}
      <ActForm
        key={String(isRecovery)}
        initial={{ code: '' }}
        send={async (values) => applySession((await call(enterCode, values)).session)}
        submit={t('submit')}
        isWide
      >
        {(form) => (
          <TextField
            form={form}
            name="code"
            label={t(isRecovery ? 'recovery_code' : 'code')}
            help={isRecovery ? t('recovery_help') : undefined}
            autoComplete="one-time-code"
            autoCapitalize={isRecovery ? 'characters' : 'none'}
            inputMode={isRecovery ? 'text' : 'numeric'}
            spellCheck={false}
            className="font-mono"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only field of the page
            autoFocus
          />
        )}
      </ActForm>
      <Button variant="ghost" className="justify-self-start" onClick={() => setRecovery(!isRecovery)}>
        {t(isRecovery ? 'use_app' : 'use_recovery')}
      </Button>
    </div>
  )
}

/** Any error but a CallFailure means that the operator cancelled in the browser. */
function PasskeyButton() {
  const t = useTranslations('log_in')
  const explain = useExplanation()
  const [isBusy, setBusy] = useState(false)
  const logIn = async () => {
    setBusy(true)
    try {
      await logInWithPasskey()
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
      onClick={() => void logIn()}
    >
      {t('code.use_passkey')}
    </Button>
  )
}
