import agentTexts from 'virtual:english/agents'
import { asCallFailure } from '@cashbox/client/call-failure'
import { useIsOnline } from '@cashbox/client/observable'
import type { AgentStatus, User } from '@cashbox/contract'
import { Button } from '@cashbox/ui'
import { QueryClientProvider } from '@tanstack/react-query'
import { Activity, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { LocationBlocked, ReadingBanner } from '../features/location/location-blocked.tsx'
import { Failed } from '../platform/failed.tsx'
import { addBuiltIn } from '../platform/language/language.ts'
import { useLive } from '../platform/live/live.ts'
import { forgetAgentData, queryClient } from '../platform/live/queries.ts'
import { forgetLocation, useLocationState, useLocationWatch } from '../platform/location/location.ts'
import { PopupHost } from '../platform/popups.tsx'
import { noteAgentShown } from '../platform/session/prefetch-user.ts'
import { endSession, useUserQuery } from '../platform/session/user.ts'
import { useKeptTimezone } from '../platform/time/timezone.ts'
import { notify } from '../platform/toasts.ts'
import { BottomMenu } from './bottom-menu.tsx'
import { DashboardPage } from './dashboard-page.tsx'
import { LateNews, PaperOpener } from './late-parts.tsx'
import { Deferred, Loader, page, prefetchWhenIdle } from './pages.tsx'

addBuiltIn(agentTexts)

/** Hidden until the agent is back at the point. */
const PAYMENT_POPUPS = /^payment-/

export function AgentArea() {
  // Removes the agent's data however the session ends.
  useEffect(() => forgetAgentData, [])
  return (
    <QueryClientProvider client={queryClient}>
      <KnownAgent />
    </QueryClientProvider>
  )
}

function KnownAgent() {
  const { data: user, error, refetch, isFetching } = useUserQuery()
  if (user) return <LocatedArea user={user} />
  if (error && !isFetching) return <StartFailed error={error} onRetry={() => void refetch()} />
  return <Loader />
}

function StartFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTranslations()
  const isSilent = asCallFailure(error).kind === 'unreachable'
  const isOnline = useIsOnline()
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-4 p-6">
      <Failed
        error={error}
        title={t(!isSilent ? 'error.title' : isOnline ? 'error.no_answer' : 'offline.title')}
        onRetry={onRetry}
      />
      <Button variant="ghost" onClick={() => void endSession()}>
        {t('profile.logout')}
      </Button>
    </main>
  )
}

function LocatedArea({ user }: { user: User }) {
  const t = useTranslations('location')
  useLive()
  useEffect(noteAgentShown, [])
  useStatusNews(user)
  useKeptTimezone(user)
  const location = useLocationState()
  useLocationWatch(user)
  useEffect(() => forgetLocation, [])
  // Deferred, so that rendering can be interrupted by input.
  const isShown = useDeferredValue(location.isDetermined)
  if (!location.isDetermined || !isShown) return <Loader text={t('determining')} />
  return <LocatedScreens user={user} isAway={location.status !== 1} />
}

/** Away from the point, pages without money actions can be read below a banner. Hidden screens keep what was typed. */
function LocatedScreens({ user, isAway }: { user: User; isAway: boolean }) {
  const [path, navigate] = useLocation()
  const [wantsToRead, setWantsToRead] = useState(false)
  const isReading = isAway && wantsToRead && path !== '/dashboard'
  const read = (chosen: string) => {
    setWantsToRead(true)
    navigate(chosen)
  }
  if (!isAway && wantsToRead) setWantsToRead(false)
  return (
    <>
      {isReading && <ReadingBanner />}
      <Activity mode={isAway && !isReading ? 'hidden' : 'visible'}>
        <Screens user={user} isReading={isReading} />
      </Activity>
      {isAway && !isReading && <LocationBlocked user={user} onRead={read} onLogOut={() => void endSession()} />}
    </>
  )
}

/** Rendered before the screens, so that a screen can then restore its scroll position. */
function ToTop() {
  const [path] = useLocation()
  // oxlint-disable-next-line react/exhaustive-deps -- whenever the path changes
  useLayoutEffect(() => {
    // No return value: newer browsers return a promise, which React would take for a clean-up.
    window.scrollTo(0, 0)
  }, [path])
  return null
}

function Screens({ user, isReading }: { user: User; isReading: boolean }) {
  const t = useTranslations('common')
  useEffect(() => {
    prefetchWhenIdle(Object.values(agentPages))
  }, [])
  const isClosed = (path: string) =>
    (user.has_block && CLOSED_BY_BLOCK.test(path)) || (isReading && path === '/account-deposit')
  return (
    <>
      <a href="#content" className="sr-only focus:not-sr-only">
        {t('skip_to_content')}
      </a>
      <main id="content" tabIndex={-1} className="px-4 pt-6 pb-28 outline-none lg:ms-60 lg:px-8 lg:pb-10">
        <ToTop />
        <div className="mx-auto w-full max-w-[35rem] lg:max-w-5xl">
          <Switch>
            <Route path="/dashboard" component={DashboardPage} />
            {Object.entries(agentPages).map(([path, page]) => (
              <Route key={path} path={path}>
                {isClosed(path) ? <Redirect to="/dashboard" replace /> : <Deferred page={page} />}
              </Route>
            ))}
            <Route>
              <Redirect to="/dashboard" replace />
            </Route>
          </Switch>
        </div>
      </main>
      <BottomMenu hasBlock={user.has_block} />
      <PopupHost hidden={isReading ? PAYMENT_POPUPS : undefined} />
      <PaperOpener />
      <LateNews isDemo={user.is_demo} />
    </>
  )
}

const agentPages = {
  '/history': page(() => import('../features/history/history-page.tsx'), 'HistoryPage'),
  '/statement': page(() => import('../features/statement/statement-page.tsx'), 'StatementPage'),
  '/statement/:account/:number': page(() => import('../features/statement/line-page.tsx'), 'LinePage'),
  '/statistics': page(() => import('../features/statistics/statistics-page.tsx'), 'StatisticsPage'),
  '/account-deposit': page(() => import('../features/topups/topups-page.tsx'), 'TopupsPage'),
  '/notices': page(() => import('../features/inbox/inbox-page.tsx'), 'InboxPage'),
  '/notices/settings': page(() => import('../features/inbox/settings-page.tsx'), 'NoticeSettingsPage'),
  '/profile': page(() => import('../features/profile/profile-page.tsx'), 'ProfilePage'),
}

const CLOSED_BY_BLOCK = /^\/(history|statement|statistics)/

function useStatusNews({ status }: User): void {
  const t = useTranslations()
  const known = useRef<AgentStatus>(status)
  useEffect(() => {
    if (known.current === status) return
    known.current = status
    notify('info', t('queue.status_changed', { status: t(`status.${status}`) }))
  }, [status, t])
}
