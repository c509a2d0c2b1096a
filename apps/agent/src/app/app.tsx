import { logFailure } from '@cashbox/client/log'
import { useIsOnline } from '@cashbox/client/observable'
import { ScreenBoundary } from '@cashbox/client/screen-boundary'
import { defaultBrandColor } from '@cashbox/contract/app-page'
import { BrandMark, Button, OfflineBanner, Toaster } from '@cashbox/ui'
import { Wrench } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Redirect, Route, Switch } from 'wouter'
import { setUpCaptcha } from '../platform/call.ts'
import { useDictionaries } from '../platform/dictionaries.ts'
import { useAppEvent } from '../platform/events.ts'
import { Failed } from '../platform/failed.tsx'
import { Translated, useLanguage } from '../platform/language/language.ts'
import { retryLanguage } from '../platform/language/load-language.ts'
import { closeAllPopups } from '../platform/popups.tsx'
import { useScreenTitle } from '../platform/screen.tsx'
import { isAgentShown } from '../platform/session/prefetch-user.ts'
import { signOut, useSession } from '../platform/session/session.ts'
import { reloadSettings, useFreshSettings, useSettingsState } from '../platform/settings.ts'
import { notify, useToaster } from '../platform/toasts.ts'
import { Deferred, Later, Loader, page, prefetchWhenIdle } from './pages.tsx'

export const areas = {
  guest: page(() => import('../features/auth/auth-area.tsx'), 'AuthArea'),
  emailChange: page(() => import('../features/open-pages/email-change-page.tsx'), 'EmailChangePage'),
  terms: page(() => import('../features/open-pages/terms-page.tsx'), 'TermsPage'),
  agent: page(() => import('./agent-area.tsx'), 'AgentArea'),
}

export function App() {
  return (
    <Translated>
      <NetworkState />
      {!window.isSecureContext && <Later load={loadInsecureNote} />}
      <ScreenBoundary failed={Failed}>
        <Start />
      </ScreenBoundary>
      <Toasts />
    </Translated>
  )
}

const loadInsecureNote = async () => (await import('./insecure-note.tsx')).InsecureNote

const Toasts = () => <Toaster edge="top" {...useToaster()} />

function NetworkState() {
  const t = useTranslations('offline')
  return (
    <OfflineBanner isShown={!useIsOnline()}>
      <span className="font-semibold">{t('banner')}</span>
      <span className="sr-only">{t('text')}</span>
    </OfflineBanner>
  )
}

/** Loads settings and texts, then shows the guests' or the agents' side. */
function Start() {
  useFreshSettings()
  const settings = useSettingsState()
  const { isLoading } = useLanguage()
  useDictionaries()
  useBrand(settings.data?.brand_color)
  useLogoutEvent()
  // Deferred, so that rendering can be interrupted by input.
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

/** Loading another language later covers the screen but keeps what was typed. */
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
    // However the session ended.
    closeAllPopups()
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
    // The style sheet has the default colour.
    if (!color || color === defaultBrandColor) return
    void import('@cashbox/ui/brand').then(({ applyBrand }) => applyBrand(color))
  }, [color])
}

/** The server ended the session. No toast when the stored token was already invalid at start-up. */
function useLogoutEvent() {
  const t = useTranslations('error')
  useAppEvent('logout', () => {
    if (isAgentShown()) notify('info', t('session_ended'))
    else logFailure('the stored session is no longer valid', null)
    signOut()
  })
}

function MaintenancePage() {
  const t = useTranslations()
  const { isAsking } = useSettingsState()
  useScreenTitle(t('maintenance.title'))
  // The server may have refused the texts during maintenance: request them again afterwards.
  useEffect(() => retryLanguage, [])
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center justify-items-center gap-6 p-6 text-center">
      <BrandMark className="size-14" />
      <span className="grid size-20 place-items-center rounded-full bg-sunken text-ink-soft">
        <Wrench aria-hidden className="size-9" />
      </span>
      <h1 className="text-xl font-semibold">{t('maintenance.title')}</h1>
      <p className="text-ink-soft">{t('maintenance.text')}</p>
      <Button variant="primary" size="lg" isWide isBusy={isAsking} onClick={() => void reloadSettings()}>
        {t('common.refresh')}
      </Button>
    </main>
  )
}
