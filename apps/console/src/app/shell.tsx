import { IconButton } from '@cashbox/ui'
import { Drawer } from '@cashbox/ui/dense/drawer'
import { Menu, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { useOperator } from '../platform/session.ts'
import { AccountMenu } from './account-menu.tsx'
import { Brand, Marks, Navigation } from './navigation.tsx'
import { NoSuchPage, PageHost } from './page-host.tsx'
import { consolePages } from './pages.ts'
import { Palette, usePaletteKey } from './palette.tsx'

/** Everything behind the log-in: the navigation beside, the header above, and the page. */
export function Shell() {
  const t = useTranslations('common')
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const content = useContentFocus()
  usePaletteKey(() => setPaletteOpen(true))
  return (
    <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only z-50 rounded-xl bg-card px-4 py-2 focus:not-sr-only focus:fixed focus:start-2 focus:top-2"
      >
        {t('skip_to_content')}
      </a>
      <aside className="sticky top-0 hidden h-dvh flex-col gap-4 overflow-y-auto border-e border-line bg-card p-4 lg:flex">
        <Brand />
        <Navigation />
      </aside>
      <div className="flex min-h-dvh min-w-0 flex-col">
        <Header onSearch={() => setPaletteOpen(true)} />
        <main
          id="content"
          ref={content}
          tabIndex={-1}
          className="grid w-full max-w-[96rem] min-w-0 flex-1 grid-cols-1 content-start gap-5 p-4 outline-none sm:p-6"
        >
          <Pages />
        </main>
      </div>
      {isPaletteOpen && <Palette onClose={() => setPaletteOpen(false)} />}
    </div>
  )
}

function Header({ onSearch }: { onSearch: () => void }) {
  const t = useTranslations()
  return (
    <header className="sticky top-0 z-20 flex items-center gap-2 border-b border-line bg-paper/95 px-2 py-1.5 backdrop-blur-sm sm:px-5">
      <NavigationDrawer />
      <button
        type="button"
        onClick={onSearch}
        aria-keyshortcuts="Control+K Meta+K"
        className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-2xl border border-line bg-card px-3.5 text-ink-soft hover:bg-sunken sm:w-80"
      >
        <Search size={16} aria-hidden className="shrink-0" />
        <span className="truncate">{t('palette.open')}</span>
        <kbd className="ms-auto hidden rounded-md border border-line px-1.5 font-sans text-sm sm:block">
          {t('palette.keys')}
        </kbd>
      </button>
      <div className="ms-auto min-w-0">
        <AccountMenu />
      </div>
    </header>
  )
}

/** The navigation where there is no room for it beside the page. */
function NavigationDrawer() {
  const t = useTranslations()
  const [path] = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  // Choosing a page closes the drawer.
  const isOpen = openAt === path
  return (
    <div className="flex items-center lg:hidden">
      <IconButton
        label={t('navigation.open')}
        aria-expanded={isOpen}
        icon={<Menu size={20} aria-hidden />}
        onClick={() => setOpenAt(path)}
      />
      <span className="-ms-1 flex gap-1">
        <Marks />
      </span>
      <Drawer
        side="start"
        isOpen={isOpen}
        onClose={() => setOpenAt(null)}
        title={t('navigation.label')}
        closeLabel={t('common.close')}
      >
        <Navigation />
      </Drawer>
    </div>
  )
}

function Pages() {
  const { role } = useOperator()
  const first = consolePages.find(({ group, roles }) => group && roles.includes(role))
  return (
    <Switch>
      <Route path="/">
        <Redirect to={first?.path ?? '/account'} replace />
      </Route>
      {consolePages.map((page) => (
        <Route key={page.path} path={page.path}>
          <PageHost page={page} />
        </Route>
      ))}
      <Route>
        <NoSuchPage />
      </Route>
    </Switch>
  )
}

/** A new page begins at its top, also for screen readers. The first one begins where the browser is. */
function useContentFocus() {
  const [path] = useLocation()
  const content = useRef<HTMLElement>(null)
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return undefined
    shown.current = path
    window.scrollTo(0, 0)
    // After a dialog that was left by choosing the page has handed the focus back.
    const frame = requestAnimationFrame(() => content.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [path])
  return content
}
