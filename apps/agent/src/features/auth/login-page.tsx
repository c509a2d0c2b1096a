import { asCallFailure } from '@cashbox/client/call-failure'
import { useExplanation } from '@cashbox/client/failure-texts'
import { logIn, type SignIn, verifyDemo, verifyEmail } from '@cashbox/contract'
import { Button, buttonClass, Callout, Checkbox, PasswordField, Spinner } from '@cashbox/ui'
import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link, useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { call } from '../../platform/call.ts'
import { EmailField } from '../../platform/forms.tsx'
import { useUsableMark } from '../../platform/screen.tsx'
import { describeDevice } from '../../platform/session/device.ts'
import { keepPrefetchedUser } from '../../platform/session/prefetch-user.ts'
import { signIn } from '../../platform/session/session.ts'
import { useSettings } from '../../platform/settings.ts'
import { TextLink } from './form-done.tsx'
import { forgetKeptValues, Submit, useGuestForm } from './guest-form.tsx'
import { goToVerify, type MailLink, readMailLink } from './verification.ts'

export function LoginPage() {
  const t = useTranslations('auth.login')
  const link = useMailLink()
  if (link.status === 'verifying') {
    return (
      <div role="status" aria-busy="true" className="grid justify-items-center gap-4 py-20 text-ink-soft">
        <Spinner size={32} />
        {t('verifying')}
      </div>
    )
  }
  return (
    <>
      {link.status === 'failed' && <LinkCallout {...link} />}
      {link.status === 'incomplete' && <LinkCallout kind="email" />}
      <LoginForm />
    </>
  )
}

interface LinkCalloutProps {
  readonly kind: MailLink['kind']
  /** What the link failed with; absent when it was cut. */
  readonly error?: unknown
  readonly retry?: () => void
}

function LinkCallout({ kind, error, retry }: LinkCalloutProps) {
  const t = useTranslations()
  const explain = useExplanation()
  const failure = error === undefined ? null : asCallFailure(error)
  return (
    <div role="alert">
      <Callout tone="danger" icon={<CircleAlert aria-hidden />} title={t('auth.login.verify_failed')}>
        <p>{failure ? (failure.errorOf('hash') ?? explain(failure)) : t('auth.login.link_incomplete')}</p>
        <p className="-mb-2 -ms-5">
          {failure?.isOutcomeUnknown && (
            <Button variant="ghost" onClick={retry}>
              {t('common.retry')}
            </Button>
          )}
          <Link href={kind === 'demo' ? '/auth/demo' : '/auth/verify'} className={buttonClass({ variant: 'ghost' })}>
            {kind === 'demo' ? t('auth.demo.submit') : t('auth.verify.resend')}
          </Link>
        </p>
      </Callout>
    </div>
  )
}

const names = ['email', 'password'] as const

function LoginForm() {
  const t = useTranslations()
  const { is_demo_offered } = useSettings()
  const [rememberMe, setRememberMe] = useState(true)
  const form = useGuestForm({
    names,
    action: 'login',
    send: async (values, { captcha, device }) =>
      finishSignIn(await call(logIn, { ...values, rememberMe, ...captcha, ...device }), rememberMe),
  })
  useUsableMark()
  return (
    <>
      <form {...form.element} className="grid gap-5">
        <EmailField form={form} autoComplete="username" />
        <PasswordField
          form={form}
          name="password"
          label={t('field.password')}
          autoComplete="current-password"
          enterKeyHint="go"
        />
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Checkbox
            name="rememberMe"
            label={t('auth.login.remember_me')}
            checked={rememberMe}
            onChange={(event) => setRememberMe(event.target.checked)}
          />
          <TextLink href="/auth/forgot-password">{t('auth.login.forgot')}</TextLink>
        </div>
        <Submit form={form} label={t('auth.login.submit')} isDisabled={form.missing.length > 0} />
      </form>
      <div className="grid gap-4 border-t border-line pt-6">
        {is_demo_offered && (
          <Link href="/auth/demo" className={buttonClass({ variant: 'secondary', size: 'lg', isWide: true })}>
            {t('auth.login.demo')}
          </Link>
        )}
        <p className="flex flex-wrap items-center justify-center gap-x-2 text-ink-soft">
          {t('auth.login.no_account')}
          <TextLink href="/auth/signup">{t('auth.to_signup')}</TextLink>
        </p>
      </div>
    </>
  )
}

type MailLinkState =
  | { readonly status: 'none' | 'verifying' | 'incomplete' }
  | {
      readonly status: 'failed'
      readonly kind: MailLink['kind']
      readonly error: unknown
      readonly retry: () => void
    }

/** A link works once: use it once, however often the page renders. */
const followed = new Map<string, Promise<void>>()

async function verify({ kind, hash }: MailLink): Promise<void> {
  const input = { hash, ...(await describeDevice()) }
  finishSignIn(await call(kind === 'demo' ? verifyDemo : verifyEmail, input), true)
}

const statusOf = (link: ReturnType<typeof readMailLink>) =>
  link === null ? 'none' : link === 'incomplete' ? 'incomplete' : 'verifying'

/** Verifies by the link in the URL, and removes it from the URL. */
function useMailLink(): MailLinkState {
  const search = useSearch()
  const [state, setState] = useState<MailLinkState>(() => ({ status: statusOf(readMailLink(search)) }))
  useEffect(() => {
    const link = readMailLink(search)
    if (!link) return
    navigate('/auth/login', { replace: true })
    if (link === 'incomplete') return
    const start = () => {
      setState({ status: 'verifying' })
      const attempt = followed.get(link.hash) ?? verify(link)
      followed.set(link.hash, attempt)
      attempt.catch((error: unknown) => {
        const retry = () => {
          followed.delete(link.hash)
          start()
        }
        setState({ status: 'failed', kind: link.kind, error, retry })
      })
    }
    start()
  }, [search])
  return state
}

function finishSignIn({ token, user }: SignIn, rememberMe: boolean): void {
  forgetKeptValues()
  if (token === null || !user.is_email_verified) return goToVerify({ email: user.email, isJustSent: false })
  keepPrefetchedUser(token, user)
  signIn(token, rememberMe)
  navigate('/dashboard', { replace: true })
}
