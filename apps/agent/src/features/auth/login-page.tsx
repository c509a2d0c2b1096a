import { asCallFailure } from '@cashbox/client/call-failure'
import { explainFailure } from '@cashbox/client/explain-failure'
import { Button, buttonClass, Notice, Spinner } from '@cashbox/ui'
import { CircleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { LoginForm } from './login-form.tsx'
import { type MailLinkState, useMailLink } from './use-mail-link.ts'

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
      {link.status === 'failed' && <LinkFailed link={link} />}
      {link.status === 'incomplete' && <LinkNotice text={t('link_incomplete')} kind="email" />}
      <LoginForm />
    </>
  )
}

function LinkFailed({ link: { kind, error, retry } }: { link: Extract<MailLinkState, { status: 'failed' }> }) {
  const failure = asCallFailure(error)
  const tError = useTranslations('error')
  const text = failure.errorOf('hash') ?? explainFailure(error, tError)
  return <LinkNotice text={text} kind={kind} retry={failure.isOutcomeUnknown ? retry : undefined} />
}

interface LinkNoticeProps {
  readonly text: string
  readonly kind: 'email' | 'demo'
  readonly retry?: (() => void) | undefined
}

/** What is wrong with the link that led here, and the way to another one. */
function LinkNotice({ text, kind, retry }: LinkNoticeProps) {
  const t = useTranslations()
  return (
    <div role="alert">
      <Notice tone="danger" icon={<CircleAlert aria-hidden />} title={t('auth.login.verify_failed')}>
        <p>{text}</p>
        <p className="-mb-2 -ms-5">
          {retry && (
            <Button variant="ghost" onClick={retry}>
              {t('common.retry')}
            </Button>
          )}
          <Link href={kind === 'demo' ? '/auth/demo' : '/auth/verify'} className={buttonClass({ variant: 'ghost' })}>
            {kind === 'demo' ? t('auth.demo.submit') : t('auth.verify.resend')}
          </Link>
        </p>
      </Notice>
    </div>
  )
}
