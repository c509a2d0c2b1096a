import { cn, IconButton, NativeSelect } from '@cashbox/ui'
import { Download } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { emit, type FileSubject } from '../events.ts'
import { useScreenTitle, useUsableMark } from '../screen.tsx'
import type { Dated } from './day-layout.ts'
import { GrowingList, type GrowingListProps } from './growing-list.tsx'

const paths = { payments: '/history', statement: '/statement' } as const

interface ListScreenProps<Item extends Dated> extends GrowingListProps<Item> {
  readonly shown: keyof typeof paths
  readonly title: string
  /** What the list is limited to, and the file of it. */
  readonly period: Omit<ComponentProps<typeof NativeSelect>, 'isLabelHidden'>
  readonly file: FileSubject
  /** More buttons beside the period. */
  readonly tools?: ReactNode
  readonly children: ReactNode
}

/** A long list, and above or beside it what is chosen for it. */
export function ListScreen<Item extends Dated>(props: ListScreenProps<Item>) {
  const { shown, title, period, file, tools, children, ...list } = props
  const t = useTranslations('file')
  useScreenTitle(title)
  useUsableMark()
  return (
    // The list positions its rows itself: switch off scroll anchoring.
    <div className="grid gap-1 [overflow-anchor:none] lg:grid-cols-[20rem_minmax(0,1fr)] lg:items-start lg:gap-8">
      <div className="contents lg:sticky lg:top-6 lg:grid lg:gap-2">
        {/* The switch shows the title already. */}
        <h1 className="sr-only">{title}</h1>
        <HistorySwitch shown={shown} />
        {/* Stays in sight on a phone, above the days; elsewhere it is beside the list. */}
        <div className="sticky top-0 z-20 -mx-4 flex h-13 items-center gap-1 bg-paper px-4 lg:static lg:mx-0 lg:px-0">
          <div className="min-w-0 flex-1">
            <NativeSelect isLabelHidden {...period} />
          </div>
          {tools}
          <IconButton
            label={t('open')}
            icon={<Download aria-hidden className="size-5" />}
            onClick={() => emit('open-file', file)}
          />
        </div>
        {children}
      </div>
      <GrowingList key={list.source.key.join(' ')} {...list} />
    </div>
  )
}

function HistorySwitch({ shown }: { shown: keyof typeof paths }) {
  const t = useTranslations('statement')
  return (
    <nav aria-label={t('switch')} className="flex gap-0.5 rounded-2xl bg-sunken p-1">
      {(['payments', 'statement'] as const).map((name) => (
        <Link
          key={name}
          href={paths[name]}
          aria-current={name === shown ? 'page' : undefined}
          className={cn(
            'flex min-h-11 min-w-0 flex-1 items-center justify-center rounded-xl border border-transparent px-2 text-ink-soft',
            'transition-colors duration-150 hover:text-ink aria-[current=page]:border-line aria-[current=page]:bg-card',
            'aria-[current=page]:font-semibold aria-[current=page]:text-ink dark:aria-[current=page]:border-transparent dark:aria-[current=page]:bg-line',
          )}
        >
          <span className="truncate">{t(name)}</span>
        </Link>
      ))}
    </nav>
  )
}
