import { useEffect } from 'react'
import { useTranslations } from 'use-intl'

/** The title of the browser's tab: the page's own and the console's name. */
export function usePageTitle(title: string): void {
  const t = useTranslations('common')
  const full = t('page_title', { page: title })
  useEffect(() => {
    document.title = full
  }, [full])
}
