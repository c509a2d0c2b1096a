import { logFailure } from '@cashbox/client/log'
import { logOutOperator, type OperatorSession } from '@cashbox/contract/operator'
import { BrandMark, BrandPattern, Button, Notice } from '@cashbox/ui'
import { Info } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { usePageTitle } from '../../platform/page-title.ts'
import { dropSession, useWasEnded } from '../../platform/session.ts'
import { CodeForm } from './code-form.tsx'
import { Enrolment } from './enrolment.tsx'
import { PasswordForm } from './password-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { forgetCodes, useShownCodes } from './shown-codes.ts'

type Step = 'password' | 'code' | 'enrolment' | 'recovery'

/** Password, then the second factor: a code of it, or setting it up. */
export function LogInPage({ session }: { session: OperatorSession | null }) {
  const codes = useShownCodes()
  const step: Step = codes ? 'recovery' : (session?.needs ?? 'password')
  return (
    <LogInLayout step={step}>
      {step === 'password' && <EndedNotice />}
      {step === 'password' && <PasswordForm />}
      {step === 'code' && <CodeForm />}
      {step === 'enrolment' && <Enrolment />}
      {codes && <RecoveryCodes codes={codes} onKept={forgetCodes} />}
      {(step === 'code' || step === 'enrolment') && <OtherAccountButton />}
    </LogInLayout>
  )
}

function LogInLayout({ step, children }: { step: Step; children: ReactNode }) {
  const t = useTranslations()
  const title = t(`log_in.${step}.title`)
  usePageTitle(title)
  const heading = useHeadingFocus(step)
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-2">
      <main className="mx-auto grid w-full max-w-md content-start gap-6 p-6 pt-10 lg:content-center">
        <p className="flex items-center gap-3">
          <BrandMark className="size-9" />
          <span className="text-lg font-semibold">{t('common.name')}</span>
        </p>
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

function EndedNotice() {
  const t = useTranslations('log_in')
  const wasEnded = useWasEnded()
  return (
    <div role="status" className="empty:hidden">
      {wasEnded && <Notice tone="info" icon={<Info aria-hidden />} title={t('ended')} />}
    </div>
  )
}

/** Who has come this far with another's password, or on another's machine, can leave. */
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

function useHeadingFocus(step: Step) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    // A field of the step that wants the focus has it already.
    if (document.activeElement === document.body) heading.current?.focus()
  }, [step])
  return heading
}
