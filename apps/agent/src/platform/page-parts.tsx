import { Button, Card, Skeleton } from '@cashbox/ui'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
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

const ROWS = ['w-28', 'w-40', 'w-32']

/** A card in the shape of a list whose rows begin with a disc. */
export const ListSkeleton = () => (
  <Card hasPadding={false} className="grid gap-6 p-4" aria-busy>
    {ROWS.map((width) => (
      <div key={width} className="flex gap-3">
        <Skeleton className="size-10 shrink-0 rounded-full!" />
        <div className="grid flex-1 content-start gap-3 py-1">
          <Skeleton className={`h-4 ${width}`} />
          <Skeleton className="h-4 w-full" />
        </div>
      </div>
    ))}
  </Card>
)

interface MorePagesProps {
  readonly query: Pick<
    UseInfiniteQueryResult<InfiniteData<unknown>>,
    'data' | 'hasNextPage' | 'isFetching' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >
  readonly label: string
}

export function MorePages({ query, label }: MorePagesProps) {
  const t = useTranslations()
  const { data, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const pageCount = data?.pages.length ?? 0
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
