import { Button } from '@cashbox/ui'
import { ChevronLeft, RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'

export const BackLink = ({ href, text }: { readonly href: string; readonly text: string }) => (
  <Link
    href={href}
    className="-ms-2 inline-flex min-h-11 items-center gap-1 justify-self-start rounded-xl pe-2 text-ink-soft hover:text-ink"
  >
    <ChevronLeft aria-hidden size={20} className="rtl:-scale-x-100" />
    {text}
  </Link>
)

interface MorePagesProps {
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetching: boolean
    readonly isFetchingNextPage: boolean
    readonly isFetchNextPageError: boolean
    readonly fetchNextPage: (options: { readonly cancelRefetch: boolean }) => Promise<unknown>
  }
  readonly pageCount: number
  readonly label: string
}

export function MorePages({ query, pageCount, label }: MorePagesProps) {
  const t = useTranslations()
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const [wanted, setWanted] = useState(pageCount)
  const isWanted = hasNextPage && wanted > pageCount && !isFetchNextPageError
  // A live update refetches the list and cancels the requested page: request it again.
  useEffect(() => {
    if (isWanted && !isFetching) void fetchNextPage({ cancelRefetch: false })
  }, [isWanted, isFetching, fetchNextPage])
  if (!hasNextPage) return null
  const askForMore = () => {
    setWanted(pageCount + 1)
    void fetchNextPage({ cancelRefetch: false })
  }
  return (
    <div className="flex flex-wrap items-center justify-center gap-3">
      {isFetchNextPageError && (
        <span role="alert" className="text-sm text-ink-soft">
          {t('history.more_failed')}
        </span>
      )}
      <Button
        variant="secondary"
        isBusy={isWanted || isFetchingNextPage}
        icon={isFetchNextPageError && <RotateCw aria-hidden className="size-4" />}
        onClick={askForMore}
      >
        {isFetchNextPageError ? t('common.retry') : label}
      </Button>
    </div>
  )
}
