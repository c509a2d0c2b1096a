import { logFailure } from '@cashbox/client/log'
import { hasPopup } from '../platform/popups.tsx'
import { whenIdle } from '../platform/when-idle.ts'

/** Makes the app installable and able to say that it is offline. */
export function registerServiceWorker(): void {
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
