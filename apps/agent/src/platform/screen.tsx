import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from './settings.ts'

/** The page title is the screen's title and the partner's name. */
export function useScreenTitle(title: string): void {
  const t = useTranslations('common')
  const { partner_name } = useSettings()
  const full = t('page_title', { screen: title, partner: partner_name })
  useEffect(() => {
    document.title = full
  }, [full])
}

/** Marks the moment from which the first screen can be used; later screens don't count. */
export function useUsableMark(isUsable = true): void {
  useEffect(() => {
    if (isUsable && performance.getEntriesByName('usable').length === 0) performance.mark('usable')
  }, [isUsable])
}

const SLOW_AFTER_MS = 8000

/** True when waiting takes longer than expected, so that the screen can say so. */
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
