import { logFailure } from '@cashbox/client/log'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App, areas } from './app/app.tsx'
import { restoreLanguage } from './platform/language/load-language.ts'
import { hasPopup } from './platform/popups.tsx'
import { restoreTheme } from './platform/preferences.ts'
import { prefetchUser } from './platform/session/prefetch-user.ts'
import { currentSession, followOtherTabs, restoreSession } from './platform/session/session.ts'
import { whenIdle } from './platform/when-idle.ts'
import './styles.css'

/** After this the app's own loader replaces the page's: it can say that the connection is slow. */
const PATIENCE_MS = 1000

// Window calls listeners in the order in which they were added, so this is before the router's: see back-closes.ts.
window.addEventListener('popstate', () => window.dispatchEvent(new Event('beforepopstate')))
// Its own task: running the modules has kept a slow phone busy long enough.
setTimeout(start)

function start() {
  restoreTheme()
  restoreSession()
  followOtherTabs()
  void restoreLanguage()
  registerServiceWorker()
  const isSignedIn = currentSession().token !== null
  if (isSignedIn) prefetchUser()
  void prepareFont(isSignedIn ? DASHBOARD_FONTS : [])
  const area = isSignedIn ? areas.agent : areas.guest
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  // The app shows a failure to load and retries.
  void Promise.race([area.load().catch(() => {}), patience]).then(draw)
}

function draw() {
  const root = document.getElementById('root')
  // A transition, so that rendering can be interrupted by input.
  if (root) startTransition(() => createRoot(root).render(<App />))
}

/** Sizes (in rem) and weights of the dashboard's texts. */
const DASHBOARD_FONTS = ['1 430', '1 620', '1.75 620', '2.5 620', '0.875 430', '1.25 430', '1.25 620']

/** Loads the font now, each size and weight in its own task: later it would shift the layout and delay the first screen. */
async function prepareFont(fonts: readonly string[]) {
  await document.fonts.load('1em "Inter Variable"').catch(() => {})
  const sample = document.createElement('div')
  sample.className = 'sr-only'
  sample.ariaHidden = 'true'
  sample.textContent = '0'
  for (const font of fonts) {
    const [size, weight = ''] = font.split(' ')
    Object.assign(sample.style, { fontSize: `${size}rem`, fontWeight: weight })
    document.body.append(sample)
    sample.getBoundingClientRect()
    sample.remove()
    await new Promise((resolve) => setTimeout(resolve))
  }
}

/** Makes the app installable and available offline. */
function registerServiceWorker(): void {
  reloadWhenOutdated()
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // The worker fetches the whole app, which would slow down the first screen.
  whenIdle(() => {
    navigator.serviceWorker
      .register('/sw.js')
      .catch((error: unknown) => logFailure('the service worker was not registered', error))
  })
}

const RELOADED = 'reloaded-at'
const AGAIN_AFTER_MS = 60_000

// After an upgrade an open page may request a file that is gone. Don't reload offline or during a payment.
function reloadWhenOutdated() {
  window.addEventListener('vite:preloadError', () => {
    const last = Number(sessionStorage.getItem(RELOADED) ?? 0)
    if (!navigator.onLine || hasPopup() || Date.now() - last < AGAIN_AFTER_MS) return
    sessionStorage.setItem(RELOADED, String(Date.now()))
    window.location.reload()
  })
}
