import { type ComponentType, useEffect, useState } from 'react'
import { fetchInSpareTime } from './deferred.ts'

/** News of top-ups on every screen. No one waits for it, so it is fetched after everything that the user asked for. */
export function LateTopupNews() {
  const [News, setNews] = useState<ComponentType | null>(null)
  useEffect(() => {
    const load = async () => {
      const { TopupNews } = await import('../features/topups/topup-news.tsx')
      setNews(() => TopupNews)
    }
    fetchInSpareTime([{ load }])
  }, [])
  return News && <News />
}
