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
      <LoginForm />
    </>
  )
}

function LinkFailed({ link: { kind, error, retry } }: { link: Extract<MailLinkState, { status: 'failed' }> }) {
  const t = useTranslations()
  const failure = asCallFailure(error)
  const tError = useTranslations('error')
  return (
    <div role="alert">
      <Notice tone="danger" icon={<CircleAlert aria-hidden />} title={t('auth.login.verify_failed')}>
        <p>{failure.errorOf('hash') ?? explainFailure(error, tError)}</p>
        <p className="-mb-2 -ms-5">
          {failure.isOutcomeUnknown && (
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
