import { Button } from '@cashbox/ui'
import { useTranslations } from 'use-intl'

/** What of a query of TanStack fetches the next page; a query without pages has none of it. */
export interface PagedQuery {
  readonly hasNextPage?: boolean
  readonly isFetchingNextPage?: boolean
  readonly fetchNextPage?: () => unknown
}

/** The next page of a list, while there is one. */
export function ShowMore({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: { query: PagedQuery }) {
  const t = useTranslations('common')
  if (!hasNextPage) return null
  return (
    <Button
      variant="secondary"
      className="justify-self-center"
      isBusy={isFetchingNextPage}
      onClick={() => void fetchNextPage?.()}
    >
      {t('show_more')}
    </Button>
  )
}
