import { asCallFailure } from '@cashbox/client/call-failure'
import { Card, EmptyState, Skeleton } from '@cashbox/ui'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Failed } from './failed.tsx'

interface ThingQuery<Thing> {
  /** Null where the server has no such thing. */
  readonly data: Thing | null | undefined
  readonly error: unknown
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

interface LoadedProps<Thing> {
  readonly query: ThingQuery<Thing>
  /** Shown where the server has no such thing. What is always there needs none. */
  readonly none?: { readonly icon: LucideIcon; readonly title: string }
  readonly skeleton?: ReactNode
  /** What is drawn instead has a card of its own. */
  readonly isInCard?: boolean
  readonly children: (thing: Thing) => ReactNode
}

/** Draws what a query fetched; until then, and where it can't, what there is instead. */
export function Loaded<Thing>({ isInCard = false, children, ...props }: LoadedProps<Thing>) {
  const { data } = props.query
  if (data !== undefined && data !== null) return children(data)
  const instead = <Instead {...props} />
  return isInCard ? <Card>{instead}</Card> : instead
}

function Instead<Thing>({ query, none, skeleton }: Pick<LoadedProps<Thing>, 'query' | 'none' | 'skeleton'>) {
  const { data, error, isFetching, refetch } = query
  if (none && (data === null || isNoSuchThing(error))) {
    return <EmptyState icon={<none.icon aria-hidden />} title={none.title} />
  }
  if (error) return <Failed error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  return skeleton ?? <Skeleton className="h-64" />
}

/** Nothing of that id, or nothing that could be an id. */
function isNoSuchThing(error: unknown): boolean {
  if (!error) return false
  const { status } = asCallFailure(error)
  return status === 404 || status === 422
}

/** One thing of a list that is fetched as a whole. */
export const oneOf = <Thing,>(
  { data, error, isFetching, refetch }: ThingQuery<readonly Thing[]>,
  isWanted: (thing: Thing) => boolean,
): ThingQuery<Thing> => ({ data: data && (data.find(isWanted) ?? null), error, isFetching, refetch })
