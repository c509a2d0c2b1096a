import { ArrowLeftRight, History, type LucideIcon, Plus, UserRound } from 'lucide-react'
import { useTranslations } from 'use-intl'

const readablePaths = ['/history', '/statement', '/account-deposit', '/profile'] as const
export type ReadablePath = (typeof readablePaths)[number]

const icons: Readonly<Record<ReadablePath, LucideIcon>> = {
  '/history': History,
  '/statement': ArrowLeftRight,
  '/account-deposit': Plus,
  '/profile': UserRound,
}

const closedByBlock: ReadonlySet<ReadablePath> = new Set(['/history', '/statement'])

interface ReadingLinksProps {
  readonly hasBlock: boolean
  readonly onRead: (path: ReadablePath) => void
}

/** What needs no location: nothing there can be confirmed. */
export function ReadingLinks({ hasBlock, onRead }: ReadingLinksProps) {
  const t = useTranslations()
  const labels: Record<ReadablePath, string> = {
    '/history': t('menu.history'),
    '/statement': t('location.read_statement'),
    '/account-deposit': t('deposit.title'),
    '/profile': t('menu.profile'),
  }
  const shown = readablePaths.filter((path) => !hasBlock || !closedByBlock.has(path))
  return (
    <section className="grid gap-2">
      <h2 className="text-sm text-ink-soft">{t('location.read_title')}</h2>
      <ul className="grid grid-cols-2 gap-2">
        {shown.map((path) => {
          const Icon = icons[path]
          return (
            <li key={path}>
              <button
                type="button"
                onClick={() => onRead(path)}
                className="flex min-h-12 w-full items-center gap-2 rounded-2xl border border-line bg-card px-3 text-start hover:bg-sunken"
              >
                <Icon aria-hidden className="size-5 shrink-0 text-ink-soft" />
                {labels[path]}
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
