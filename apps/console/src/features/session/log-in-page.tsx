import { asCallFailure, CallFailure } from '@cashbox/client/call-failure'
import { createCaptcha } from '@cashbox/client/captcha'
import { logFailure } from '@cashbox/client/log'
import { lazyPart } from '@cashbox/client/screen-boundary'
import { languageNames, languageOf, languages } from '@cashbox/contract'
import * as api from '@cashbox/contract/operator'
import { BrandMark, BrandPattern, Button, Callout, Checkbox, CopyButton, NativeSelect, Skeleton } from '@cashbox/ui'
import { Download, Info, KeyRound } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { ActForm, codeInput, passwordField, plain, textField } from '../../platform/forms/form.tsx'
import { textAt, textsOf, useLanguage } from '../../platform/language/language.ts'
import { usePageTitle } from '../../platform/page/page.tsx'
import { applySession, call, chooseLanguageAtLogIn, dropSession, useWasEnded } from '../../platform/session/session.ts'
import { notify, useWork } from '../../platform/toasts.ts'
import { logInWithPasskey } from './passkeys.ts'
import { forgetCodes, useShownCodes } from './shown-codes.ts'

const t = textsOf('log_in')

type LogInStep = 'password' | 'code' | 'enrolment' | 'recovery' | 'activate'

const Enrolment = lazyPart(() => import('./enrolment.tsx'), 'Enrolment')

/** Password, then the second factor: a code of it, or setting it up. */
export function LogInPage({ session }: { session: api.OperatorSession | null }) {
  const codes = useShownCodes()
  const wasEnded = useWasEnded()
  const step: LogInStep = codes ? 'recovery' : (session?.needs ?? 'password')
  /** Ends an unfinished log-in, so that another operator can log in. */
  const leave = async () => {
    await call(api.logOutOperator, {}).catch((error: unknown) =>
      logFailure('the log-out did not reach the server', error),
    )
    dropSession()
  }
  return (
    <LogInLayout step={step}>
      {step === 'password' && (
        <>
          <div role="status" className="empty:hidden">
            {wasEnded && <Callout tone="info" icon={<Info aria-hidden />} title={t('ended')} />}
          </div>
          <PasswordForm />
        </>
      )}
      {step === 'code' && <CodeForm hasPasskey={session?.has_passkey ?? false} />}
      {step === 'enrolment' && (
        <Suspense fallback={<Skeleton className="size-50" />}>
          <Enrolment />
        </Suspense>
      )}
      {codes && <RecoveryCodes codes={codes} onSaved={forgetCodes} />}
      {(step === 'code' || step === 'enrolment') && (
        <Button variant="ghost" className="justify-self-start" onClick={() => void leave()}>
          {t('other_account')}
        </Button>
      )}
    </LogInLayout>
  )
}

/** The frame of all pages before the console. */
export function LogInLayout({ step, children }: { step: LogInStep; children: ReactNode }) {
  const title = t(`${step}.title`)
  usePageTitle(title)
  const heading = useHeadingFocus(step)
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-2">
      <main className="mx-auto grid w-full max-w-md content-start gap-6 p-6 pt-10 lg:content-center">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="flex items-center gap-3">
            <BrandMark className="size-9" />
            <span className="text-lg font-semibold">{textAt('common.name')}</span>
          </p>
          <LanguageSelect />
        </div>
        <div className="grid gap-1">
          <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
            {title}
          </h1>
          <p className="text-ink-soft">{t(`${step}.text`)}</p>
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
  const [isRecovery, setRecovery] = useState(false)
  return (
    <div className="grid gap-4">
      {hasPasskey && <PasskeyButton />}
      <ActForm
        key={String(isRecovery)}
        initial={{ code: '' }}
        send={async (values) => applySession((await call(api.enterCode, values)).session)}
        submit={t('code.submit')}
        isWide
      >
        {(form) =>
          textField(form, 'code', t(isRecovery ? 'code.recovery_code' : 'code.code'), {
            ...codeInput,
            help: isRecovery ? t('code.recovery_help') : undefined,
            autoCapitalize: isRecovery ? 'characters' : 'none',
            inputMode: isRecovery ? 'text' : 'numeric',
            spellCheck: false,
            // The only field of the page.
            autoFocus: true,
          })
        }
      </ActForm>
      <Button variant="ghost" className="justify-self-start" onClick={() => setRecovery(!isRecovery)}>
        {t(isRecovery ? 'code.use_app' : 'code.use_recovery')}
      </Button>
    </div>
  )
}

/** Any error but a CallFailure means that the operator cancelled in the browser. */
function PasskeyButton() {
  const { isBusy, run } = useWork()
  const logIn = () =>
    logInWithPasskey().catch((error: unknown) => {
      if (error instanceof CallFailure) throw error
      notify('error', t('code.passkey_stopped'))
    })
  return (
    <Button
      variant="secondary"
      isWide
      isBusy={isBusy}
      icon={<KeyRound size={18} aria-hidden />}
      onClick={() => run(logIn)}
    >
      {t('code.use_passkey')}
    </Button>
  )
}

/** For the pages before the log-in; the account menu has the language afterwards. */
function LanguageSelect() {
  const { language } = useLanguage()
  return (
    <NativeSelect
      label={textAt('language.label')}
      isLabelHidden
      value={language}
      onValueChange={(code) => void chooseLanguageAtLogIn(languageOf(code))}
      options={languages.map((code) => ({ value: code, label: languageNames[code] }))}
    />
  )
}

const { solve: solveCaptcha } = createCaptcha(() => call(api.readLogInCaptcha, {}))

function PasswordForm() {
  const [isChecking, setChecking] = useState(false)
  return (
    <ActForm
      initial={{ email: '', password: '' }}
      send={async (values) => {
        const { session } = await call(api.logInOperator, values).catch(async (error: unknown) => {
          if (asCallFailure(error).code !== 'captcha_needed') throw error
          // The server asks for a captcha after failed log-ins, perhaps by someone else. It is solved without the operator.
          setChecking(true)
          const captcha = await solveCaptcha('login').finally(() => setChecking(false))
          return call(api.logInOperator, { ...values, ...captcha })
        })
        await applySession(session)
      }}
      submit={t('password.submit')}
      isWide
    >
      {(form) => (
        <>
          {textField(form, 'email', textAt('operators.email'), { ...plain, type: 'email', autoComplete: 'username' })}
          {passwordField(form, 'password', t('password.password'), { autoComplete: 'current-password' })}
          <p role="status" className="text-ink-soft empty:hidden">
            {isChecking && t('password.checking')}
          </p>
        </>
      )}
    </ActForm>
  )
}

/** Shown only once, so the operator must confirm that the codes are saved. */
function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const [areSaved, setSaved] = useState(false)
  return (
    <div className="grid gap-4">
      <ul
        dir="ltr"
        aria-label={t('recovery.list')}
        className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-2xl bg-sunken p-4 font-mono text-sm"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton variant="button" text={codes.join('\n')} label={textAt('common.copy')} />
        <Button variant="secondary" icon={<Download size={18} aria-hidden />} onClick={() => download(codes)}>
          {t('recovery.download')}
        </Button>
      </div>
      <Checkbox label={t('recovery.kept')} checked={areSaved} onChange={(event) => setSaved(event.target.checked)} />
      <Button isWide disabled={!areSaved} onClick={onSaved}>
        {t('recovery.submit')}
      </Button>
    </div>
  )
}

function download(codes: readonly string[]) {
  const address = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'cashbox-recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(address)
}
