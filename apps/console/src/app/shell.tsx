import { ScreenBoundary } from '@cashbox/client/screen-boundary'
import { buttonClass, EmptyState, IconButton, useLatePart } from '@cashbox/ui'
import { CircleHelp, Compass, Lock, Menu, Search } from 'lucide-react'
import { type ComponentType, Suspense, useEffect, useRef } from 'react'
import { useLocale } from 'use-intl'
import { Link, Redirect, Route, Switch, useLocation } from 'wouter'
import { textAt } from '../platform/language/language.ts'
import { Failed, PageHead, Skeletons } from '../platform/page/page.tsx'
import { useOperator } from '../platform/session/session.ts'
import { notify } from '../platform/toasts.ts'
import { ZONE } from '../platform/values/formats.ts'
import { AccountMenu } from './account-menu.tsx'
import { Brand, Navigation, NavigationBadges } from './navigation.tsx'
import { type ConsolePage, consolePages } from './pages.ts'
import { usePaletteKey, useShortcuts, useTypedAhead } from './use-shortcuts.ts'

const INTERACTIONS = ['pointermove', 'pointerdown', 'keydown'] as const

const loadPalette = async () => (await import('./palette.tsx')).Palette
const loadHelp = async () => (await import('./shortcut-help.tsx')).ShortcutHelp
const loadDrawer = async () => (await import('@cashbox/ui/dense/drawer')).Drawer

export function Shell() {
  const palette = useOverlay(loadPalette)
  const typed = useTypedAhead(palette.isOpen, palette.close)
  const help = useOverlay(loadHelp)
  const content = useContentFocus()
  useShortcuts({ onHelp: help.open, onSearch: palette.open })
  usePaletteKey(palette.open)
  useFirstInteraction(palette.fetchAhead)
  return (
    <div className="lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only z-50 rounded-xl bg-card px-4 py-2 focus:not-sr-only focus:fixed focus:start-2 focus:top-2"
      >
        {textAt('common.skip_to_content')}
      </a>
      <aside className="sticky top-0 hidden h-dvh flex-col gap-4 overflow-y-auto border-e border-line bg-card p-4 lg:flex">
        <Brand />
        <Navigation />
      </aside>
      <div className="flex min-h-dvh min-w-0 flex-col">
        <Header onSearch={palette.open} onHelp={help.open} />
        <NavigationBadges />
        <main
          id="content"
          ref={content}
          tabIndex={-1}
          className="grid w-full max-w-[96rem] min-w-0 flex-1 grid-cols-1 content-start gap-5 p-4 outline-none sm:p-6"
        >
          <Pages />
        </main>
      </div>
      {help.Part && help.isOpen && <help.Part onClose={help.close} />}
      {palette.Part && palette.isOpen && <palette.Part typed={typed} onClose={palette.close} />}
    </div>
  )
}

const Header = ({ onSearch, onHelp }: { onSearch: () => void; onHelp: () => void }) => (
  <header className="sticky top-0 z-20 flex items-center gap-2 border-b border-line bg-paper/95 px-2 py-1.5 backdrop-blur-sm sm:px-5">
    <NavigationButton />
    <button
      type="button"
      onClick={onSearch}
      aria-keyshortcuts="Control+K Meta+K"
      className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-2xl border border-line bg-card px-3.5 text-ink-soft hover:bg-sunken sm:w-80"
    >
      <Search size={16} aria-hidden className="shrink-0" />
      <span className="truncate">{textAt('palette.open')}</span>
      <kbd className="ms-auto hidden rounded-md border border-line px-1.5 font-sans text-sm sm:block">
        {textAt('palette.keys')}
      </kbd>
    </button>
    <span className="ms-auto text-sm whitespace-nowrap text-ink-soft">
      <span className="max-sm:hidden">{textAt('common.zone')}</span>
      <span aria-hidden className="sm:hidden">
        {ZONE}
      </span>
    </span>
    <IconButton label={textAt('help.button')} icon={<CircleHelp size={20} aria-hidden />} onClick={onHelp} />
    <div className="min-w-0">
      <AccountMenu onShortcuts={onHelp} />
    </div>
  </header>
)

function NavigationButton() {
  const { Part: Drawer, isOpen, open, close, fetchAhead } = useOverlay(loadDrawer)
  const [path] = useLocation()
  // Choosing a page closes the drawer.
  useEffect(close, [close, path])
  return (
    <div className="flex items-center lg:hidden">
      <IconButton
        label={textAt('navigation.open')}
        aria-expanded={isOpen && Drawer !== null}
        icon={<Menu size={20} aria-hidden />}
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        onClick={open}
      />
      {Drawer && (
        <Drawer side="start" isOpen={isOpen} onClose={close} title={textAt('navigation.label')}>
          <Navigation />
        </Drawer>
      )}
    </div>
  )
}

/** The code is fetched when the overlay is first opened; if that fails, a toast says so. */
const useOverlay = <Props,>(load: () => Promise<ComponentType<Props>>) => useLatePart(load, notifyNotLoaded)

const notifyNotLoaded = () => notify('error', textAt('error.load'))

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

/** A new page starts at the top and takes the focus, also for screen readers; the first keeps its position. */
function useContentFocus() {
  const [path] = useLocation()
  const content = useRef<HTMLElement>(null)
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return undefined
    shown.current = path
    window.scrollTo(0, 0)
    // After the closing dialog has returned the focus.
    const frame = requestAnimationFrame(() => content.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [path])
  return content
}

/** Runs once, on the first pointer or key event, to fetch code before the operator needs it. */
function useFirstInteraction(run: () => void): void {
  useEffect(() => {
    const stopping = new AbortController()
    const listen = () => {
      stopping.abort()
      run()
    }
    for (const type of INTERACTIONS) window.addEventListener(type, listen, { signal: stopping.signal })
    return () => stopping.abort()
  }, [run])
}

function PageHost({ page: { page: Page, label, roles } }: { page: ConsolePage }) {
  const { role } = useOperator()
  const [path] = useLocation()
  if (!roles.includes(role)) return <RoleMissing label={label} roles={roles} />
  return (
    <ScreenBoundary key={path} failed={Failed}>
      <Suspense fallback={<Skeletons of={['h-7 w-48', 'h-64']} />}>
        <Page />
      </Suspense>
    </ScreenBoundary>
  )
}

function RoleMissing({ label, roles }: Pick<ConsolePage, 'label' | 'roles'>) {
  const names = new Intl.ListFormat(useLocale(), { type: 'disjunction' }).format(
    roles.map((role) => textAt(`roles.${role}`)),
  )
  return (
    <>
      <PageHead title={textAt(`pages.${label}`)} />
      <EmptyState icon={<Lock aria-hidden />} title={textAt('role_not_allowed.title')}>
        {textAt('role_not_allowed.text', { roles: names })}
      </EmptyState>
    </>
  )
}

const NoSuchPage = () => (
  <>
    <PageHead title={textAt('no_such_page.title')} />
    <EmptyState icon={<Compass aria-hidden />} title={textAt('no_such_page.text')}>
      <Link href="/" className={buttonClass({ variant: 'secondary' })}>
        {textAt('no_such_page.home')}
      </Link>
    </EmptyState>
  </>
)
