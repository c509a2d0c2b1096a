import { observable, useObservable } from '@cashbox/client/observable'
import { useForm } from '@cashbox/client/use-form'
import { beginEnrolment, finishEnrolment } from '@cashbox/contract/operator'
import { Button, Checkbox, CopyButton, QrCode, Skeleton, TextField } from '@cashbox/ui'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Submit } from '../../platform/forms/submit.tsx'
import { Loaded } from '../../platform/page/loaded.tsx'
import { call } from '../../platform/session/call.ts'
import { applySession, sessionKeys } from '../../platform/session/session.ts'

/** Recovery codes that the operator has not yet confirmed as saved; they stay on the screen until then. */
const unsavedCodes = observable<readonly string[] | null>(null)

export function Enrolment() {
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
          <Secret secret={secret} uri={uri} />
          <FirstCode />
        </div>
      )}
    </Loaded>
  )
}

function Secret({ secret, uri }: { secret: string; uri: string }) {
  const t = useTranslations()
  return (
    <div className="grid gap-3">
      <QrCode text={uri} label={t('log_in.enrolment.qr')} size={200} />
      <p className="text-ink-soft">{t('log_in.enrolment.by_hand')}</p>
      <div className="flex items-center gap-2">
        <code dir="ltr" className="min-w-0 flex-1 rounded-xl bg-sunken px-3 py-2 font-mono break-all">
          {inGroups(secret)}
        </code>
        <CopyButton text={secret} label={t('common.copy')} copiedLabel={t('common.copied')} />
      </div>
    </div>
  )
}

const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

function FirstCode() {
  const t = useTranslations('log_in.enrolment')
  const form = useForm({
    initial: { code: '' },
    send: async (values) => {
      const { session, recovery_codes } = await call(finishEnrolment, values)
      showCodesOnce(recovery_codes)
      await applySession(session)
    },
  })
  return (
    <form {...form.element} className="grid gap-4">
      <TextField
        form={form}
        name="code"
        label={t('first_code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={6}
        className="font-mono"
      />
      <Submit form={form} label={t('submit')} isWide />
    </form>
  )
}

/** Shown only once, so the operator must confirm that the codes are saved. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const t = useTranslations()
  const [areSaved, setSaved] = useState(false)
  return (
    <div className="grid gap-4">
      <ul
        dir="ltr"
        aria-label={t('log_in.recovery.list')}
        className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-2xl bg-sunken p-4 font-mono text-sm"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton
          variant="button"
          text={codes.join('\n')}
          label={t('common.copy')}
          copiedLabel={t('common.copied')}
        />
        <Button variant="secondary" icon={<Download size={18} aria-hidden />} onClick={() => download(codes)}>
          {t('log_in.recovery.download')}
        </Button>
      </div>
      <Checkbox
        label={t('log_in.recovery.kept')}
        checked={areSaved}
        onChange={(event) => setSaved(event.target.checked)}
      />
      <Button isWide disabled={!areSaved} onClick={onSaved}>
        {t('log_in.recovery.submit')}
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

export const useShownCodes = (): readonly string[] | null => useObservable(unsavedCodes)
const showCodesOnce = (codes: readonly string[]): void => unsavedCodes.set(codes)
export const forgetCodes = (): void => unsavedCodes.set(null)
