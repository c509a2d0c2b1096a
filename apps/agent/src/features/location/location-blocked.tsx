import type { User } from '@cashbox/contract'
import { BrandMark, Button, IconButton } from '@cashbox/ui'
import { ArrowLeftRight, History, LogOut, MapPinOff, RotateCw, UserRound } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { CopyText } from '../../platform/agent-parts.tsx'
import { LanguageChoice } from '../../platform/language/language-choice.tsx'
import { refreshLocation, useLocationState } from '../../platform/location/location.ts'
import { useScreenTitle, useUsableMark } from '../../platform/screen.tsx'
import { reloadUser } from '../../platform/session/user.ts'
import { NoLocation, OutsideArea, useDistanceFacts } from './outside-area.tsx'

interface LocationBlockedProps {
  readonly user: User
  readonly onRead: (path: string) => void
  readonly onLogOut: () => void
}

export function LocationBlocked({ user, onRead, onLogOut }: LocationBlockedProps) {
  const t = useTranslations()
  const { status } = useLocationState()
  const distanceFacts = useDistanceFacts(user)
  const outside = status === 2 ? distanceFacts : null
  // In-app browsers often have no location: the agent can open this address in another browser.
  const address = window.location.origin
  useScreenTitle(t('location.title'))
  useUsableMark()
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col px-4">
      <header className="flex items-center gap-2 py-4">
        <BrandMark className="me-auto" />
        <LanguageChoice variant="pill" />
        <IconButton
          label={t('profile.logout')}
          icon={<LogOut size={20} aria-hidden className="rtl:-scale-x-100" />}
          onClick={onLogOut}
        />
      </header>
      <div className="flex flex-1 flex-col gap-5">
        {outside ? <OutsideArea distanceFacts={outside} /> : <NoLocation address={address} />}
        <ReadingLinks hasBlock={user.has_block} onRead={onRead} />
      </div>
      <Actions copied={outside ? outside.report : address} />
    </main>
  )
}

function Actions({ copied }: { copied: string }) {
  const t = useTranslations('common')
  const [isBusy, setBusy] = useState(false)
  const { isDenied } = useLocationState()
  const refresh = async () => {
    setBusy(true)
    // An operator may have moved the point.
    void reloadUser()
    await refreshLocation()
    setBusy(false)
  }
  usePermissionChange(isDenied, () => void refresh())
  return (
    <div className="sticky bottom-0 -mx-4 grid grid-cols-2 gap-3 bg-paper px-4 pt-4 pb-[calc(env(safe-area-inset-bottom)+1rem)]">
      <CopyText variant="button" isWide label={t('copy')} text={copied} />
      <Button isWide isBusy={isBusy} icon={<RotateCw size={20} aria-hidden />} onClick={() => void refresh()}>
        {t('refresh')}
      </Button>
    </div>
  )
}

/** Reacts to a permission changed in the browser's settings. Older browsers don't report it. */
function usePermissionChange(isDenied: boolean, onChange: () => void): void {
  const changed = useEffectEvent(onChange)
  const granted = useEffectEvent(() => isDenied && onChange())
  useEffect(() => {
    const end = new AbortController()
    const listen = async () => {
      const permission = await findPermission()
      if (!permission || end.signal.aborted) return
      permission.addEventListener('change', () => changed(), { signal: end.signal })
      // Granted before the listener was added.
      if (permission.state === 'granted') granted()
    }
    void listen()
    return () => end.abort()
  }, [])
}

const findPermission = async () => navigator.permissions?.query({ name: 'geolocation' }).catch(() => null)

function ReadingLinks({ hasBlock, onRead }: { hasBlock: boolean; onRead: (path: string) => void }) {
  const t = useTranslations()
  const links = [
    { path: '/history', icon: History, label: t('menu.history'), isClosed: hasBlock },
    { path: '/statement', icon: ArrowLeftRight, label: t('location.read_statement'), isClosed: hasBlock },
    { path: '/profile', icon: UserRound, label: t('menu.profile'), isClosed: false },
  ]
  return (
    <section className="grid gap-2">
      <h2 className="text-sm text-ink-soft">{t('location.read_title')}</h2>
      <ul className="grid grid-cols-2 gap-2">
        {links
          .filter(({ isClosed }) => !isClosed)
          .map(({ path, icon: Icon, label }) => (
            <li key={path}>
              <button
                type="button"
                onClick={() => onRead(path)}
                className="flex min-h-12 w-full items-center gap-2 rounded-2xl border border-line bg-card px-3 text-start hover:bg-sunken"
              >
                <Icon aria-hidden className="size-5 shrink-0 text-ink-soft" />
                {label}
              </button>
            </li>
          ))}
      </ul>
    </section>
  )
}

export function ReadingBanner() {
  const t = useTranslations('location')
  const { status } = useLocationState()
  return (
    <div role="status" className="sticky top-0 z-20 border-b border-line bg-warning-soft text-warning-ink lg:ms-60">
      <div className="mx-auto flex max-w-[35rem] items-center gap-3 px-4 py-2 text-sm lg:max-w-5xl">
        <MapPinOff aria-hidden className="size-5 shrink-0" />
        <p className="min-w-0 flex-1">{t(status === 2 ? 'reading_outside' : 'reading_unknown')}</p>
        <Link
          href="/dashboard"
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {t('reading_back')}
        </Link>
      </div>
    </div>
  )
}
