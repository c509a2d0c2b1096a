import type { User } from '@cashbox/contract'
import { BrandMark, Button, CopyButton, IconButton } from '@cashbox/ui'
import { LogOut, RotateCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { LanguageChoice } from '../../platform/language/language-choice.tsx'
import { refreshLocation, useLocationState } from '../../platform/location/location.ts'
import { useScreenTitle, useUsableMark } from '../../platform/screen.tsx'
import { reloadUser } from '../../platform/session/user.ts'
import { notify } from '../../platform/toasts.ts'
import { NoLocation } from './no-location.tsx'
import { OutsideArea } from './outside-area.tsx'
import { type ReadablePath, ReadingLinks } from './reading-links.tsx'
import { useDistanceFacts } from './use-distance-facts.ts'

interface LocationBlockedProps {
  readonly user: User
  readonly onRead: (path: ReadablePath) => void
  readonly onLogOut: () => void
}

/** Covers the screen until the agent is known to be at their point. */
export function LocationBlocked({ user, onRead, onLogOut }: LocationBlockedProps) {
  const t = useTranslations()
  const { status } = useLocationState()
  const distanceFacts = useDistanceFacts(user)
  const outside = status === 2 ? distanceFacts : null
  // Browsers built into messengers often know no location: the address is there to be opened in another one.
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
      <Actions user={user} copied={outside ? outside.report : address} />
    </main>
  )
}

/** Always under the thumb, however small the screen. */
function Actions({ user, copied }: { user: User; copied: string }) {
  const t = useTranslations('common')
  const [isBusy, setBusy] = useState(false)
  const { isDenied } = useLocationState()
  const refresh = async () => {
    setBusy(true)
    // The manager may have moved the point meanwhile.
    void reloadUser()
    await refreshLocation(user)
    setBusy(false)
  }
  usePermissionChange(isDenied, () => void refresh())
  return (
    <div className="sticky bottom-0 -mx-4 grid grid-cols-2 gap-3 bg-paper px-4 pt-4 pb-[calc(env(safe-area-inset-bottom)+1rem)]">
      <CopyButton
        variant="button"
        isWide
        label={t('copy')}
        copiedLabel={t('copied')}
        text={copied}
        onCopied={() => notify('success', t('copied'))}
        onFailed={() => notify('error', t('copy_failed'))}
      />
      <Button isWide isBusy={isBusy} icon={<RotateCw size={20} aria-hidden />} onClick={() => void refresh()}>
        {t('refresh')}
      </Button>
    </div>
  )
}

/** Calls back when the agent changes the permission in the browser's settings. Older browsers don't report it. */
function usePermissionChange(isDenied: boolean, onChange: () => void): void {
  const latest = useRef({ isDenied, onChange })
  useEffect(() => {
    latest.current = { isDenied, onChange }
  })
  useEffect(() => {
    const end = new AbortController()
    const listen = async () => {
      const permission = await findPermission()
      if (!permission || end.signal.aborted) return
      permission.addEventListener('change', () => latest.current.onChange(), { signal: end.signal })
      // Given before there was anything to listen to.
      if (latest.current.isDenied && permission.state === 'granted') latest.current.onChange()
    }
    void listen()
    return () => end.abort()
  }, [])
}

const findPermission = async () => navigator.permissions?.query({ name: 'geolocation' }).catch(() => null)
