import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from './settings.ts'

export function useScreenTitle(title: string): void {
  const t = useTranslations('common')
  const { partner_name } = useSettings()
  const full = t('page_title', { screen: title, partner: partner_name })
  useEffect(() => {
    document.title = full
  }, [full])
}

/** Sets a performance mark when the first screen is usable. */
export function useUsableMark(isUsable = true): void {
  useEffect(() => {
    if (isUsable && performance.getEntriesByName('usable').length === 0) performance.mark('usable')
  }, [isUsable])
}

/** For values that change with the date, also after a night with the page open. */
export function onWake(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

const SLOW_AFTER_MS = 8000

/** True after some seconds of waiting, so that the screen can say that the connection is slow. */
export function useIsSlow(isWaiting = true): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isWaiting])
  return isSlow
}
