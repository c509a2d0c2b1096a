import { useIsOnline } from '@cashbox/client/observable'
import { ScreenBoundary } from '@cashbox/client/screen-boundary'
import { OfflineBanner, Toaster } from '@cashbox/ui'
import { QueryClientProvider } from '@tanstack/react-query'
import { Router, useLocation } from 'wouter'
import { ACTIVATE_PATH, ActivatePage } from '../features/session/activate-page.tsx'
import { LogInPage } from '../features/session/log-in-page.tsx'
import { useShownCodes } from '../features/session/shown-codes.ts'
import { Translated, textAt, useLanguage } from '../platform/language/language.ts'
import { Failed } from '../platform/page/page.tsx'
import { OperatorContext, queryClient, useSessionQuery } from '../platform/session/session.ts'
import { useToaster } from '../platform/toasts.ts'
import { ZONE } from '../platform/values/formats.ts'
import { Shell } from './shell.tsx'

export function App() {
  // Draws everything again in another language, also what only shows times and names.
  useLanguage()
  return (
    <QueryClientProvider client={queryClient}>
      <Translated timeZone={ZONE}>
        <Router base="/console">
          <NetworkState />
          <ScreenBoundary failed={Failed}>
            <Start />
          </ScreenBoundary>
          <Toasts />
        </Router>
      </Translated>
    </QueryClientProvider>
  )
}

const Toasts = () => <Toaster {...useToaster()} />

const NetworkState = () => (
  <OfflineBanner isShown={!useIsOnline()}>
    <span>
      <span className="font-semibold">{textAt('offline.title')}</span> {textAt('offline.text')}
    </span>
  </OfflineBanner>
)

/** The log-in until the session is complete, then the console. The link in the invitation e-mail needs no session. */
function Start() {
  const [path] = useLocation()
  return path === ACTIVATE_PATH ? <ActivatePage /> : <SessionStart />
}

function SessionStart() {
  const { data: session, error, isFetching, refetch } = useSessionQuery()
  const shownCodes = useShownCodes()
  if (session === undefined) {
    if (!error || isFetching) return <Splash />
    return (
      <main className="grid min-h-dvh place-content-center p-6">
        <Failed error={error} onRetry={() => void refetch()} />
      </main>
    )
  }
  if (session === null || session.needs !== null || shownCodes !== null) return <LogInPage session={session} />
  return (
    // The key gives another operator a fresh console.
    <OperatorContext key={session.operator.id} value={session.operator}>
      <Shell />
    </OperatorContext>
  )
}

const Splash = () => (
  <div className="splash" role="status" aria-busy="true">
    <span className="splash-mark" />
  </div>
)
