import { BrandMark, cn } from '@cashbox/ui'
import { ChartColumn, History, LayoutDashboard, type LucideIcon, UserRound } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link, useLocation } from 'wouter'
import { useSettings } from '../platform/settings.ts'

interface Entry {
  readonly name: 'dashboard' | 'history' | 'statistics' | 'profile'
  readonly path: string
  readonly icon: LucideIcon
  readonly alsoAt?: readonly string[]
  readonly isClosedByBlock?: boolean
}

const entries: readonly Entry[] = [
  {
    name: 'dashboard',
    path: '/dashboard',
    icon: LayoutDashboard,
    alsoAt: ['/account-deposit', '/notices', '/notices/settings'],
  },
  { name: 'history', path: '/history', icon: History, alsoAt: ['/statement'], isClosedByBlock: true },
  { name: 'statistics', path: '/statistics', icon: ChartColumn, isClosedByBlock: true },
  { name: 'profile', path: '/profile', icon: UserRound },
]

const entryClass =
  'flex min-h-14 flex-1 flex-col items-center justify-center gap-1 rounded-2xl px-1 text-sm lg:min-h-12 lg:flex-row lg:justify-start lg:gap-3 lg:px-4 lg:text-base'

/** At the bottom of a phone; beside the page where there is room for it. */
export function BottomMenu({ hasBlock }: { hasBlock: boolean }) {
  const t = useTranslations('menu')
  const [path] = useLocation()
  const { partner_name } = useSettings()
  return (
    <nav
      aria-label={t('label')}
      data-menu
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] lg:inset-y-0 lg:end-auto lg:w-60 lg:border-e lg:border-t-0"
    >
      <p className="hidden items-center gap-3 px-6 pt-6 pb-4 text-lg font-semibold lg:flex">
        <BrandMark className="size-9 shrink-0" />
        <span className="truncate">{partner_name}</span>
      </p>
      <ul className="mx-auto flex max-w-[35rem] gap-1 px-2 py-1 lg:flex-col lg:px-3">
        {entries.map(({ name, path: target, icon: Icon, alsoAt, isClosedByBlock }) => {
          const isActive = path === target || alsoAt?.some((also) => path === also || path.startsWith(`${also}/`))
          const content = (
            <>
              <Icon aria-hidden className="size-6" />
              <span>{t(name)}</span>
            </>
          )
          return (
            <li key={name} className="flex flex-1 lg:flex-none">
              {isClosedByBlock && hasBlock ? (
                // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- a link that leads nowhere for now
                <a role="link" aria-disabled="true" title={t('disabled')} className={cn(entryClass, 'text-edge')}>
                  {content}
                </a>
              ) : (
                <Link
                  href={target}
                  aria-current={isActive ? 'page' : undefined}
                  className={cn(
                    entryClass,
                    isActive ? 'font-semibold text-brand-text lg:bg-brand-soft' : 'text-ink-soft lg:hover:bg-sunken',
                  )}
                >
                  {content}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
