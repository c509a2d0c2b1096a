import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { areas } from './app/areas.ts'
import { registerServiceWorker } from './app/service-worker.ts'
import { restoreLanguage } from './platform/language/load-language.ts'
import { restoreTheme } from './platform/preferences.ts'
import { prefetchUser } from './platform/session/prefetch-user.ts'
import { currentSession, followOtherTabs, restoreSession } from './platform/session/session.ts'
import './styles.css'

/** After that the app's own loader takes over from the page's, because it can say that the network is slow. */
const PATIENCE_MS = 1000

restoreTheme()
restoreSession()
followOtherTabs()
void restoreLanguage()
registerServiceWorker()
// Comes beside the first answers, and not after the first text, which would then change its width.
void document.fonts.load('1em "Inter Variable"').catch(() => {})

const isSignedIn = currentSession().token !== null
if (isSignedIn) prefetchUser()
const area = isSignedIn ? areas.agent : areas.guest
const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
// A failure to load is shown by the app, which tries again.
void Promise.race([area.load().catch(() => {}), patience]).then(draw)

function draw() {
  const root = document.getElementById('root')
  // As a transition: in slices, between which the browser can do other things.
  if (root) startTransition(() => createRoot(root).render(<App />))
}
