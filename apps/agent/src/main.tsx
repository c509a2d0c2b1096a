import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App, areas } from './app/app.tsx'
import { restoreLanguage } from './platform/language/load-language.ts'
import { restoreTheme } from './platform/preferences.ts'
import { prefetchUser } from './platform/session/prefetch-user.ts'
import { currentSession, followOtherTabs, restoreSession } from './platform/session/session.ts'
import './styles.css'
import { logFailure } from '@cashbox/client/log'
import { hasPopup } from './platform/popups.tsx'
import { whenIdle } from './platform/when-idle.ts'

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

/** Makes the app installable and able to say that it is offline. */
function registerServiceWorker(): void {
  reloadWhenOutdated()
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // It fetches the whole app, which the first screen should not have to share the network with.
  whenIdle(() => {
    navigator.serviceWorker
      .register('/sw.js')
      .catch((error: unknown) => logFailure('the service worker was not registered', error))
  })
}

const RELOADED = 'reloaded-at'
const AGAIN_AFTER_MS = 60_000

// After an upgrade a page that is still open may ask for a part that is gone. Without a network, or in the middle of a
// payment, a reload would only lose what is on the screen.
function reloadWhenOutdated() {
  window.addEventListener('vite:preloadError', () => {
    const last = Number(sessionStorage.getItem(RELOADED) ?? 0)
    if (!navigator.onLine || hasPopup() || Date.now() - last < AGAIN_AFTER_MS) return
    sessionStorage.setItem(RELOADED, String(Date.now()))
    window.location.reload()
  })
}
