import { observable, useObservable } from '@cashbox/client/observable'
import { createTheme } from '@cashbox/client/theme'
import { storageKeys } from './session/session.ts'

export const { useTheme, restoreTheme, chooseTheme } = createTheme(storageKeys.theme)

/** Chromium's own event; other browsers have none. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

const offer = observable<InstallOffer | null>(null)

window.addEventListener('beforeinstallprompt', (event) => {
  // Suppress the browser's own bar; a row in the profile offers it.
  event.preventDefault()
  offer.set(event as InstallOffer)
})
window.addEventListener('appinstalled', () => offer.set(null))

/** Null while the browser doesn't offer to install. */
export function useInstall(): (() => void) | null {
  const current = useObservable(offer)
  if (!current) return null
  return () => {
    // An offer can be used once.
    offer.set(null)
    void current.prompt()
  }
}
