import { Button, Spinner } from '@cashbox/ui'
import { RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslations } from 'use-intl'

const LOAD_BEFORE_END_PX = 300

interface ListEndProps {
  readonly state: 'more' | 'loading' | 'failed' | 'end'
  readonly onMore: () => void
  /** What is said below the last row. */
  readonly end: string
}

/** Asks for more rows shortly before they are needed, and says how that goes. A page has one, always as high. */
export function ListEnd({ state, onMore, end }: ListEndProps) {
  const t = useTranslations()
  const contents: Record<ListEndProps['state'], ReactNode> = {
    more: <Sentinel onNear={onMore} />,
    loading: <Spinner label={t('common.loading')} />,
    failed: (
      <>
        <span role="alert">{t('history.more_failed')}</span>
        <Button variant="secondary" icon={<RotateCw aria-hidden className="size-4" />} onClick={onMore}>
          {t('common.retry')}
        </Button>
      </>
    ),
    end,
  }
  return (
    <div className="relative flex min-h-16 flex-wrap items-center justify-center gap-3 text-sm text-ink-soft">
      {contents[state]}
    </div>
  )
}

function Sentinel({ onNear }: { onNear: () => void }) {
  const element = useRef<HTMLSpanElement>(null)
  const notice = useEffectEvent(onNear)
  useEffect(() => {
    if (!element.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && notice(),
      { rootMargin: `${LOAD_BEFORE_END_PX}px` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return <span ref={element} className="absolute bottom-0 size-px" />
}
