import { type ComponentType, useEffect, useState } from 'react'
import { prefetchWhenIdle } from './deferred.ts'

interface Parts {
  readonly TopupNews: ComponentType
  readonly NoticeNews: ComponentType
}

/** News of top-ups and notices on every screen. No one waits for it, so it is fetched after everything that the user asked for. */
export function LateNews({ isDemo }: { isDemo: boolean }) {
  const [parts, setParts] = useState<Parts | null>(null)
  useEffect(() => {
    const load = async () => {
      const [topups, inbox] = await Promise.all([
        import('../features/topups/topup-news.tsx'),
        import('../features/inbox/notice-news.tsx'),
      ])
      setParts({ TopupNews: topups.TopupNews, NoticeNews: inbox.NoticeNews })
    }
    prefetchWhenIdle([{ load }])
  }, [])
  if (!parts) return null
  return (
    <>
      {!isDemo && <parts.TopupNews />}
      <parts.NoticeNews />
    </>
  )
}
