import { BrandMark, cn } from '@cashbox/ui'
import { Link, useLocation } from 'wouter'
import { textAt } from '../platform/language/language.ts'
import { useOperator } from '../platform/session/session.ts'
import { type ConsolePage, consolePages, keysOf, pageGroups } from './pages.ts'

export const Brand = () => (
  <Link href="/" className="flex items-center gap-2.5 rounded-xl p-1">
    <BrandMark className="size-8" />
    <span className="text-lg/6 font-semibold whitespace-nowrap max-w-full truncate">{textAt('common.name')}</span>
  </Link>
)

export function Navigation() {
  const { role } = useOperator()
  return (
    <nav aria-label={textAt('navigation.label')} className="grid grid-cols-1 gap-5">
      {pageGroups.map((group) => {
        const entries = consolePages.filter((page) => page.group === group && page.roles.includes(role))
        return (
          entries.length > 0 && (
            <div key={group} className="grid grid-cols-1 gap-1">
              <p className="px-3 text-sm text-ink-soft">{textAt(`groups.${group}`)}</p>
              <ul className="grid grid-cols-1 gap-0.5">
                {entries.map((page) => (
                  <Entry key={page.path} page={page} />
                ))}
              </ul>
            </div>
          )
        )
      })}
    </nav>
  )
}

/** What waits, where the navigation is collapsed. Today lists it anyway. */
export function NavigationBadges() {
  const { role } = useOperator()
  const [at] = useLocation()
  if (at === '/today') return null
  return (
    <nav
      aria-label={textAt('watch.todo.title')}
      // Holds the hidden words of the badges, which would else make the page wider.
      className="relative hidden gap-2 overflow-x-auto border-b border-line px-4 py-1.5 has-[[data-count]]:max-lg:flex"
    >
      {consolePages.map(
        ({ path, label, roles, badge: Badge }) =>
          Badge &&
          roles.includes(role) && (
            <Link
              key={path}
              href={path}
              className="hidden min-h-8 items-center gap-1.5 rounded-full border border-line bg-card ps-3 pe-1.5 text-sm whitespace-nowrap has-[[data-count]]:flex"
            >
              {textAt(`pages.${label}`)}
              <Badge />
            </Link>
          ),
      )}
    </nav>
  )
}

function Entry({ page }: { page: ConsolePage }) {
  const { path, label, icon: Icon, badge: Badge } = page
  const keys = keysOf(page)
  const [at] = useLocation()
  const isHere = at === path || at.startsWith(`${path}/`)
  return (
    <li>
      <Link
        href={path}
        aria-current={isHere ? 'page' : undefined}
        aria-keyshortcuts={keys}
        className={cn(
          'group flex min-h-10 items-center gap-2.5 rounded-xl px-3 hover:bg-sunken',
          isHere && 'bg-brand-soft font-semibold text-brand-text hover:bg-brand-soft',
        )}
      >
        {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
        <span title={textAt(`pages.${label}`)} className="truncate">
          {textAt(`pages.${label}`)}
        </span>
        {Badge && <Badge />}
        {keys && (
          <kbd aria-hidden dir="ltr" className="ms-auto hidden font-sans text-sm text-ink-soft lg:group-hover:block">
            {keys}
          </kbd>
        )}
      </Link>
    </li>
  )
}
