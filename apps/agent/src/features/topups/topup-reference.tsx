import type { Topup } from '@cashbox/contract'
import { CopyButton, IconLink } from '@cashbox/ui'
import { ExternalLink } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { notify } from '../../platform/toasts.ts'

const SHORT_ENOUGH = 16
const KEPT = 6

/** Both ends of a long number, which is how people compare them. */
export const shortReference = (reference: string): string =>
  reference.length <= SHORT_ENOUGH ? reference : `${reference.slice(0, KEPT)}…${reference.slice(-KEPT)}`

/** The number to find a top-up by, or to give to support. */
export function TopupReference({ topup: { type, reference, explorer_url } }: { topup: Topup }) {
  const t = useTranslations()
  const short = shortReference(reference)
  return (
    <div className="flex items-center self-start text-sm text-ink-soft lg:-me-3">
      <span className="flex min-w-0 flex-wrap gap-x-2">
        {type === 'tron' ? (
          <span className="max-lg:sr-only">{t('topup.transaction')}</span>
        ) : (
          <span>{t('topup.batch')}</span>
        )}
        <bdi dir="ltr" title={reference} className="font-mono text-ink">
          {short}
        </bdi>
      </span>
      <CopyButton
        label={t('topup.copy', { reference: short })}
        copiedLabel={t('common.copied')}
        text={reference}
        onCopied={() => notify('success', t('common.copied'))}
        onFailed={() => notify('error', t('common.copy_failed'))}
        className="ms-1"
      />
      {explorer_url && (
        <IconLink
          href={explorer_url}
          label={t('topup.explorer')}
          icon={<ExternalLink aria-hidden className="size-5" />}
        />
      )}
    </div>
  )
}
