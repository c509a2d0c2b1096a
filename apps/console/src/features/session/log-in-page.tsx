import { logFailure } from '@cashbox/client/log'
import { lazyPart } from '@cashbox/client/screen-boundary'
import { logOutOperator, type OperatorSession } from '@cashbox/contract/operator'
import { Button, Notice, Skeleton } from '@cashbox/ui'
import { Info } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../platform/call.ts'
import { dropSession, useWasEnded } from '../../platform/session.ts'
import { CodeForm } from './code-form.tsx'
import { LogInLayout, type LogInStep } from './log-in-layout.tsx'
import { PasswordForm } from './password-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { forgetCodes, useShownCodes } from './shown-codes.ts'

const Enrolment = lazyPart(() => import('./enrolment.tsx'), 'Enrolment')

/** Password, then the second factor: a code of it, or setting it up. */
export function LogInPage({ session }: { session: OperatorSession | null }) {
  const codes = useShownCodes()
  const step: LogInStep = codes ? 'recovery' : (session?.needs ?? 'password')
  return (
    <LogInLayout step={step}>
      {step === 'password' && <EndedNotice />}
      {step === 'password' && <PasswordForm />}
      {step === 'code' && <CodeForm hasPasskey={session?.has_passkey ?? false} />}
      {step === 'enrolment' && (
        <Suspense fallback={<Skeleton className="size-50" />}>
          <Enrolment />
        </Suspense>
      )}
      {codes && <RecoveryCodes codes={codes} onKept={forgetCodes} />}
      {(step === 'code' || step === 'enrolment') && <OtherAccountButton />}
    </LogInLayout>
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
