import { beginEnrolment, finishEnrolment } from '@cashbox/contract/operator'
import { CopyButton, QrCode, Skeleton } from '@cashbox/ui'
import { useQuery } from '@tanstack/react-query'
import { ActForm, codeInput, textField } from '../../platform/forms/form.tsx'
import { textAt, textsOf } from '../../platform/language/language.ts'
import { Loaded } from '../../platform/page/page.tsx'
import { applySession, call, sessionKeys } from '../../platform/session/session.ts'
import { showCodesOnce } from './shown-codes.ts'

const t = textsOf('log_in.enrolment')

export function Enrolment() {
  const copy = textAt('common.copy')
  // Each call creates a new secret and makes the one in the app invalid, so it is made once per visit.
  const query = useQuery({
    queryKey: sessionKeys.enrolment,
    queryFn: () => call(beginEnrolment, {}),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  })
  return (
    <Loaded query={query} skeleton={<Skeleton className="size-50" />}>
      {({ secret, uri }) => (
        <div className="grid gap-5">
          <div className="grid gap-3">
            <QrCode text={uri} label={t('qr')} size={200} />
            <p className="text-ink-soft">{t('by_hand')}</p>
            <div className="flex items-center gap-2">
              <code dir="ltr" className="min-w-0 flex-1 rounded-xl bg-sunken px-3 py-2 font-mono break-all">
                {secret.match(/.{1,4}/g)?.join(' ')}
              </code>
              <CopyButton text={secret} label={copy} />
            </div>
          </div>
          <ActForm
            initial={{ code: '' }}
            send={async (values) => {
              const { session, recovery_codes } = await call(finishEnrolment, values)
              showCodesOnce(recovery_codes)
              await applySession(session)
            }}
            submit={t('submit')}
            isWide
          >
            {(form) => textField(form, 'code', t('first_code'), { ...codeInput, inputMode: 'numeric', maxLength: 6 })}
          </ActForm>
        </div>
      )}
    </Loaded>
  )
}
