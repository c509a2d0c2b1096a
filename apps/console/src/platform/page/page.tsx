import { asCallFailure } from '@cashbox/client/call-failure'
import { useFailureTexts } from '@cashbox/client/failure-texts'
import { setPageLanguage } from '@cashbox/client/language'
import type { Language } from '@cashbox/contract'
import { Card, EmptyState, ErrorState, type ErrorStateProps, Skeleton } from '@cashbox/ui'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { textAt } from '../language/language.ts'

type FailedProps = Pick<ErrorStateProps, 'isRetrying' | 'onRetry'> & {
  /** What the call failed with; absent when a page itself failed. */
  readonly error?: unknown
}

export const Failed = ({ error, ...state }: FailedProps) => <ErrorState {...useFailureTexts(error)} {...state} />

export interface DetailPageProps {
  readonly title: string
  readonly width?: 'narrow' | 'wide'
  readonly children: ReactNode
}

const widths = { narrow: 'max-w-2xl', wide: 'max-w-4xl' }

export function PageHead({ title, text, actions }: { title: string; text?: ReactNode; actions?: ReactNode }) {
  usePageTitle(title)
  return (
    <header className="flex flex-wrap items-center justify-between gap-3">
      <div className="grid min-w-0 gap-0.5">
        <h1 className="text-xl font-semibold wrap-anywhere">{title}</h1>
        {text && <p className="max-w-prose text-ink-soft">{text}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  )
}

export function usePageTitle(title: string): void {
  const full = textAt('common.page_title', { page: title })
  useEffect(() => {
    document.title = full
  }, [full])
}

/** The same content as in the drawer beside the list. */
export const DetailPage = ({ title, width = 'wide', children }: DetailPageProps) => (
  <>
    <PageHead title={title} />
    <Card className={widths[width]}>{children}</Card>
  </>
)

export interface ThingQuery<Thing> {
  /** Null when the server has no such thing. */
  readonly data: Thing | null | undefined
  readonly error: unknown
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

interface LoadedProps<Thing> {
  readonly query: ThingQuery<Thing>
  readonly none?: { readonly icon: LucideIcon; readonly title: string }
  readonly skeleton?: ReactNode
  readonly isInCard?: boolean
  readonly children: (thing: Thing) => ReactNode
}

/** Part of the bundle, for browsers that could not load a language. */
const texts: Readonly<Record<Language, string>> = {
  en: 'The console could not be loaded. Please reload the page.',
  ru: 'Не удалось загрузить консоль. Обновите страницу.',
  es: 'No se pudo cargar la consola. Recargue la página.',
  fr: 'La console n’a pas pu être chargée. Rechargez la page.',
  tr: 'Konsol yüklenemedi. Lütfen sayfayı yenileyin.',
  ar: 'تعذّر تحميل وحدة التحكم. يُرجى إعادة تحميل الصفحة.',
}

export function Loaded<Thing>({ isInCard = false, children, ...props }: LoadedProps<Thing>) {
  const { data } = props.query
  if (data !== undefined && data !== null) return children(data)
  const placeholder = <Placeholder {...props} />
  return isInCard ? <Card>{placeholder}</Card> : placeholder
}

function Placeholder<Thing>({ query, none, skeleton }: Pick<LoadedProps<Thing>, 'query' | 'none' | 'skeleton'>) {
  const { data, error, isFetching, refetch } = query
  if (none && (data === null || isNoSuchThing(error))) {
    return <EmptyState icon={<none.icon aria-hidden />} title={none.title} />
  }
  if (error) return <Failed error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  return skeleton ?? <Skeleton className="h-64" />
}

/** 404 for an unknown ID, 422 for a malformed one. */
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

/** Two parts side by side, where there is room. */
export const Pair = ({ children }: { children: ReactNode }) => (
  <div className="grid items-start gap-5 *:min-w-0 lg:grid-cols-2">{children}</div>
)

/** Boxes of these heights, while what they stand for is loading. */
export const Skeletons = ({ of }: { of: readonly string[] }) => (
  <div aria-busy="true" className="grid gap-5">
    {of.map((height, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- they never change
      <Skeleton key={index} className={height} />
    ))}
  </div>
)

export function showLoadFailure(root: HTMLElement, language: Language): void {
  setPageLanguage(language)
  root.replaceChildren(texts[language])
}
