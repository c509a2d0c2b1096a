import { cn, IconButton } from '@cashbox/ui'
import { Download } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link, useSearchParams } from 'wouter'
import { emit, type FileSubject } from '../events.ts'

const paths = { payments: '/history', statement: '/statement' } as const

export function HistorySwitch({ shown }: { shown: keyof typeof paths }) {
  const t = useTranslations('statement')
  return (
    <nav aria-label={t('switch')} className="flex gap-0.5 rounded-2xl bg-sunken p-1">
      {(['payments', 'statement'] as const).map((name) => (
        <Link
          key={name}
          href={paths[name]}
          aria-current={name === shown ? 'page' : undefined}
          className={cn(
            'flex min-h-11 min-w-0 flex-1 items-center justify-center rounded-xl border border-transparent px-2 text-ink-soft',
            'transition-colors duration-150 hover:text-ink aria-[current=page]:border-line aria-[current=page]:bg-card',
            'aria-[current=page]:font-semibold aria-[current=page]:text-ink dark:aria-[current=page]:border-transparent dark:aria-[current=page]:bg-line',
          )}
        >
          <span className="truncate">{t(name)}</span>
        </Link>
      ))}
    </nav>
  )
}

export function DownloadButton({ subject }: { subject: FileSubject }) {
  const t = useTranslations('file')
  return (
    <IconButton
      label={t('open')}
      icon={<Download aria-hidden className="size-5" />}
      onClick={() => emit('open-file', subject)}
    />
  )
}

/** The first and the last second; null for no limit. */
export interface Bounds {
  readonly from: number | null
  readonly to: number | null
}

export const inQuery = ({ from, to }: Bounds) => ({
  ...(from === null ? {} : { from: String(from) }),
  ...(to === null ? {} : { to: String(to) }),
})

/** Months are in UTC; empty for no bound. */
export const dayOfBound = (seconds: number | null): string =>
  seconds === null ? '' : new Date(seconds * 1000).toISOString().slice(0, 10)

/** Filters are in the URL, so that going back restores them. An empty value removes one. */
export function useUrlFilters() {
  const [params, setParams] = useSearchParams()
  const choose = (changes: Readonly<Record<string, string>>) =>
    setParams(
      (present) => {
        const next = new URLSearchParams(present)
        for (const [name, value] of Object.entries(changes)) {
          if (value === '') next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  return { read: (name: string) => params.get(name) ?? '', choose }
}
