import { cn } from '@cashbox/ui'
import { ChartColumn, History, LayoutDashboard, type LucideIcon, UserRound } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link, useLocation } from 'wouter'

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

const entryClass = 'flex min-h-14 flex-1 flex-col items-center justify-center gap-1 rounded-2xl px-1 text-sm'

export function BottomMenu({ hasBlock }: { hasBlock: boolean }) {
  const t = useTranslations('menu')
  const [path] = useLocation()
  return (
    <nav
      aria-label={t('label')}
      data-menu
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-card pb-[env(safe-area-inset-bottom)]"
    >
      <ul className="mx-auto flex max-w-[35rem] gap-1 px-2 py-1">
        {entries.map(({ name, path: target, icon: Icon, alsoAt, isClosedByBlock }) => {
          const isActive = path === target || alsoAt?.some((also) => path === also || path.startsWith(`${also}/`))
          const content = (
            <>
              <Icon aria-hidden className="size-6" />
              <span>{t(name)}</span>
            </>
          )
          return (
            <li key={name} className="flex flex-1">
              {isClosedByBlock && hasBlock ? (
                // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- a link that leads nowhere for now
                <a role="link" aria-disabled="true" title={t('disabled')} className={cn(entryClass, 'text-edge')}>
                  {content}
                </a>
              ) : (
                <Link
                  href={target}
                  aria-current={isActive ? 'page' : undefined}
                  className={cn(entryClass, isActive ? 'font-semibold text-brand-text' : 'text-ink-soft')}
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
