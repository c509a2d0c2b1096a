import { useLocation } from 'wouter'
import { ACTIVATE_PATH, ActivatePage } from '../features/session/activate-page.tsx'
import { LogInPage } from '../features/session/log-in-page.tsx'
import { useShownCodes } from '../features/session/shown-codes.ts'
import { Failed } from '../platform/page/failed.tsx'
import { OperatorContext, useSessionQuery } from '../platform/session/session.ts'
import { Shell } from './shell.tsx'

/** The log-in until the session is complete, then the console. The link in the invitation e-mail needs no session. */
export function Start() {
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
