import type { FormFailure } from '@cashbox/client/form-state'
import { Notice } from '@cashbox/ui'
import { Info, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useSettings } from '../../platform/settings.ts'
import type { ConfirmationState } from './confirmation-state.ts'

/** The phases in which the form is shown. */
export type FormState = Extract<ConfirmationState, { phase: 'filling' | 'locating' | 'sending' }>

interface FormNoticeProps {
  readonly state: FormState
  readonly failure: FormFailure | null
}

/** What is to be said of the whole form. */
export function FormNotice({ state, failure }: FormNoticeProps) {
  const t = useTranslations()
  if (state.phase !== 'filling') return null
  if (state.lost) {
    return (
      <Notice tone="warning" role="alert" icon={<Info aria-hidden />}>
        {t('payment.unsure.not_through')}
      </Notice>
    )
  }
  return failure && <RefusalNotice failure={failure} />
}

/** A refusal that belongs to no field. */
function RefusalNotice({ failure: { text, cause } }: { failure: FormFailure }) {
  const t = useTranslations('payment.failure')
  const { telegram_link } = useSettings()
  return (
    <Notice tone="danger" role="alert" icon={<TriangleAlert aria-hidden />} title={t('title')}>
      <p>{text ?? cause.serverMessage}</p>
      <p>{t('text')}</p>
      {telegram_link && (
        <a
          href={telegram_link}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {t('support')}
        </a>
      )}
    </Notice>
  )
}
