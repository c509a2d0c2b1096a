import { cachedAnswer } from '@cashbox/client/cached-answer'
import { logFailure } from '@cashbox/client/log'
import { useObservable } from '@cashbox/client/observable'
import { getSettings, type Settings } from '@cashbox/contract'
import { pageTags } from '@cashbox/contract/app-page'
import { useEffect } from 'react'
import { call, unknownSettings } from './call.ts'

const FRESH_MS = 60_000

/** The server may write the settings into the page, so that a first visit doesn't wait for them. */
function settingsInPage(): Settings | undefined {
  const text = document.querySelector<HTMLMetaElement>(`meta[name="${pageTags.settings}"]`)?.content
  return text ? (JSON.parse(text) as Settings) : undefined
}

const settings = cachedAnswer({
  ask: () => call(getSettings, {}, { ignoreErrors: true }),
  freshMs: FRESH_MS,
  // Shown at once, and fetched again: the page may come from the browser's cache.
  first: settingsInPage(),
  failure: 'the settings could not be loaded',
})

/** For parts that draw nothing before the settings are known. */
export const useSettingsState = () => useObservable(settings.state)

export const useSettings = (): Settings => useSettingsState().data ?? unknownSettings

export const reloadSettings = settings.reload

/** Reloads the settings every minute while the page is visible, and when it becomes visible or online. */
export function useFreshSettings(): void {
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') void settings.refresh()
    }
    refresh()
    const timer = setInterval(refresh, FRESH_MS)
    const end = new AbortController()
    document.addEventListener('visibilitychange', refresh, { signal: end.signal })
    window.addEventListener('online', refresh, { signal: end.signal })
    return () => {
      clearInterval(timer)
      end.abort()
    }
  }, [])
}

export function useLogged(what: string, error: unknown): void {
  useEffect(() => {
    if (error) logFailure(what, error)
  }, [what, error])
}
