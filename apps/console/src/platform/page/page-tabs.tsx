import { cn, useTight } from '@cashbox/ui'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { formatWhole } from '../values/formats.ts'

export interface PageTab<Tab extends string> {
  readonly tab: Tab
  readonly label: string
  readonly count?: number | undefined
}

interface PageTabsProps<Tab extends string> {
  readonly label: string
  /** The page, which opens with the first tab. */
  readonly path: string
  readonly tabs: readonly PageTab<Tab>[]
  readonly current: Tab
}

/** The parts of a page. The open one is in the address. */
export function PageTabs<Tab extends string>({ label, path, tabs, current }: PageTabsProps<Tab>) {
  const nav = useRef<HTMLElement>(null)
  useTight(nav)
  // Where there is no room for all of them, the open one is in sight.
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>(`#tab-${current}`)
    if (nav.current && link) nav.current.scrollLeft = link.offsetLeft - nav.current.clientWidth / 3
  }, [current])
  return (
    <nav
      ref={nav}
      aria-label={label}
      className="group/tabs relative -mx-4 min-w-0 overflow-x-auto px-4 sm:mx-0 sm:px-0"
    >
      <ul className="flex min-w-max gap-1 border-b border-line sm:group-data-tight/tabs:gap-0">
        {tabs.map(({ tab, label: text, count = 0 }, index) => (
          <li key={tab}>
            <Link
              id={`tab-${tab}`}
              href={index === 0 ? path : `${path}?tab=${tab}`}
              replace
              aria-current={tab === current ? 'page' : undefined}
              className={cn(
                '-mb-px flex min-h-11 items-center gap-1.5 border-b-2 px-3 -outline-offset-2 sm:group-data-tight/tabs:px-2',
                tab === current
                  ? 'border-brand-text font-semibold text-brand-text'
                  : 'border-transparent text-ink-soft hover:text-ink',
              )}
            >
              {text}
              {count > 0 && <span className="text-sm tabular-nums">{formatWhole(count)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
