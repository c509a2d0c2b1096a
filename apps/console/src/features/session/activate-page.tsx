import { asCallFailure } from '@cashbox/client/call-failure'
import { activateOperator } from '@cashbox/contract/operator'
import { buttonClass, Callout } from '@cashbox/ui'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { navigate, useHistoryState } from 'wouter/use-browser-location'
import { ActForm, passwordField } from '../../platform/forms/form.tsx'
import { textAt, textsOf } from '../../platform/language/language.ts'
import { call } from '../../platform/session/session.ts'
import { LogInLayout } from './log-in-page.tsx'

const t = textsOf('log_in.activate')

export const ACTIVATE_PATH = '/activate'

interface ChoosePasswordProps {
  readonly hash: string
  readonly onDone: (email: string) => void
  readonly onRefused: (text: string) => void
}

/** The invitation e-mail links here: the operator chooses a password, then logs in with it. */
export function ActivatePage() {
  const hash = useLinkHash()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [email, setEmail] = useState<string | null>(null)
  return (
    <LogInLayout step="activate">
      {email !== null && (
        <div role="status">
          <Callout tone="success" icon={<CircleCheck aria-hidden />} title={t('done', { email })} />
        </div>
      )}
      {email === null && (hash === null || refusal !== null) && (
        <div role="alert">
          <Callout tone="danger" icon={<CircleAlert aria-hidden />} title={refusal ?? t('no_link')}>
            {t('ask_admin')}
          </Callout>
        </div>
      )}
      {email === null && hash !== null && refusal === null && (
        <ChoosePassword hash={hash} onDone={setEmail} onRefused={setRefusal} />
      )}
      {(email !== null || hash === null || refusal !== null) && (
        <Link href="/" className={buttonClass({ isWide: true })}>
          {t('to_log_in')}
        </Link>
      )}
    </LogInLayout>
  )
}

const ChoosePassword = ({ hash, onDone, onRefused }: ChoosePasswordProps) => (
  <ActForm
    initial={{ password: '' }}
    send={async ({ password }) => {
      try {
        onDone((await call(activateOperator, { hash, password })).email)
      } catch (error) {
        const text = asCallFailure(error).errorOf('hash')
        if (text === undefined) throw error
        onRefused(text)
      }
    }}
    submit={t('submit')}
    isWide
  >
    {(form) =>
      passwordField(form, 'password', textAt('account.new_password'), {
        help: textAt('account.password_rule'),
        autoComplete: 'new-password',
      })
    }
  </ActForm>
)

/** Moves the secret from the address into the history state, where it survives a reload. */
function useLinkHash(): string | null {
  const [arrived] = useState(() => window.location.hash.slice(1))
  const state: unknown = useHistoryState()
  useEffect(() => {
    if (arrived) navigate(window.location.pathname, { replace: true, state: { hash: arrived } })
  }, [arrived])
  if (arrived) return arrived
  return typeof state === 'object' && state !== null && 'hash' in state && typeof state.hash === 'string'
    ? state.hash
    : null
}
