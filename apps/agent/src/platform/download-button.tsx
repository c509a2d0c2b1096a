import { IconButton } from '@cashbox/ui'
import { Download } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { emit, type FileSubject } from './events.ts'

/** Offers the list on the screen as a file. */
export function DownloadButton({ subject }: { subject: FileSubject }) {
  const t = useTranslations('file')
  return (
    <IconButton
      label={t('open')}
      icon={<Download aria-hidden className="size-5" />}
      onClick={() => emit('file-wanted', subject)}
    />
  )
}

/** The day of a bound of the app's months, which are those of UTC; empty for no bound. */
export const dayOfBound = (seconds: number | null): string =>
  seconds === null ? '' : new Date(seconds * 1000).toISOString().slice(0, 10)
