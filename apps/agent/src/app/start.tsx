import { logFailure } from '@cashbox/client/log'
import { defaultBrandColor } from '@cashbox/contract/app-page'
import { useDeferredValue, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Redirect, Route, Switch } from 'wouter'
import { setUpCaptcha } from '../platform/call.ts'
import { useDictionaries } from '../platform/dictionaries.ts'
import { useAppEvent } from '../platform/events.ts'
import { useWords } from '../platform/language/language.ts'
import { closeAllPopups } from '../platform/popups.tsx'
import { isAgentShown } from '../platform/session/prefetch-user.ts'
import { signOut, useSession } from '../platform/session/session.ts'
import { useFreshSettings, useSettingsState } from '../platform/settings.ts'
import { notify } from '../platform/toasts.ts'
import { areas } from './areas.ts'
import { Deferred, prefetchWhenIdle } from './deferred.ts'
import { Loader } from './loader.tsx'
import { MaintenancePage } from './maintenance-page.tsx'

/** Loads what every screen needs, then shows the guests' or the agents' side. */
export function Start() {
  useFreshSettings()
  const settings = useSettingsState()
  const { isLoading } = useWords()
  useDictionaries()
  useBrand(settings.data?.brand_color)
  useLogoutEvent()
  useEndOfSession()
  // Deferred: a screen is drawn in slices, between which the browser can do other things.
  const isReady = useDeferredValue(useOnceTrue((settings.isAnswered || settings.data !== undefined) && !isLoading))
  if (!isReady) return <Loader />
  if (settings.data && !settings.data.is_off_maintenance) return <MaintenancePage />
  return (
    <>
      {isLoading && (
        <div className="fixed inset-0 z-50 bg-paper">
          <Loader />
        </div>
      )}
      <Areas />
    </>
  )
}

/** Loading another language later on covers the screen, and does not throw away what was typed into it. */
function useOnceTrue(condition: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(condition)
  if (condition && !hasBeen) setHasBeen(true)
  return hasBeen || condition
}

function Areas() {
  const { status } = useSession()
  const isSignedIn = status === 'success'
  useEffect(() => {
    if (isSignedIn) return
    void setUpCaptcha()
    prefetchWhenIdle([areas.agent])
  }, [isSignedIn])
  return (
    <Switch>
      <Route path="/terms">
        <Deferred page={areas.terms} />
      </Route>
      <Route path="/email-change">
        <Deferred page={areas.emailChange} />
      </Route>
      <Route path="/auth/*?">
        {isSignedIn ? <Redirect to="/dashboard" replace /> : <Deferred page={areas.guest} />}
      </Route>
      <Route>{isSignedIn ? <Deferred page={areas.agent} /> : <Redirect to="/auth/login" replace />}</Route>
    </Switch>
  )
}

function useBrand(color: string | undefined) {
  useEffect(() => {
    // The style sheet has this one by itself.
    if (!color || color === defaultBrandColor) return
    void import('@cashbox/ui/brand').then(({ applyBrand }) => applyBrand(color))
  }, [color])
}

/** The server ended the session. A stored token that turns out to be invalid at start-up needs no words. */
function useLogoutEvent() {
  const t = useTranslations('error')
  useAppEvent('logout', () => {
    if (isAgentShown()) notify('info', t('session_ended'))
    else logFailure('the stored session is no longer valid', null)
    signOut()
  })
}

/** However a session ends. What the agents' side knows of the agent goes with it. */
function useEndOfSession() {
  const { status } = useSession()
  useEffect(() => {
    if (status === 'success') return
    closeAllPopups()
  }, [status])
}
