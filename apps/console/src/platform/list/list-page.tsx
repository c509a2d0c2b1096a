import { Callout } from '@cashbox/ui'
import { BookmarkX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DetailDrawer } from '../page/detail-drawer.tsx'
import { PageHead } from '../page/page.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { ColumnChooser } from './column-chooser.tsx'
import { ExportMenu } from './export-menu.tsx'
import { type List, useListTable } from './list.ts'
import { ListFilterBar, useOpened } from './list-filters.tsx'
import { ListTable } from './list-table.tsx'
import type { ListView } from './list-view.ts'
import { ViewMenu } from './view-menu.tsx'

interface ListPageProps<Row> extends List<Row> {
  readonly title: string
  readonly text?: ReactNode
  readonly actions?: ReactNode
  readonly emptyTitle: string
  /** While no filter is set. */
  readonly emptyText?: string | undefined
  /** Each row has its own page below this path. Without it, a row opens only in the drawer. */
  readonly path?: string
  /** Nothing while the row is loading. */
  readonly renderDrawer?: (key: string) => { readonly title: ReactNode; readonly content: ReactNode } | undefined
  readonly children?: ReactNode
}

/** A page that is a list, with its filters, views, columns, selection, export and drawer. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, text, actions, emptyTitle, emptyText, path, renderDrawer, children, ...list } = props
  const { keyOf, filters, exported } = list
  const t = useTranslations('common')
  const { opened, open, close, hrefOf } = useOpened()
  const listed = useListTable<Row>(list)
  const hrefOfKey = (key: string) => (path === undefined ? hrefOf(key) : `${path}/${encodeURIComponent(key)}`)
  const shown = opened === null ? undefined : renderDrawer?.(opened)
  return (
    <>
      <ListHead title={title} text={text} exported={exported} view={listed.view} actions={actions} />
      {filters && <ListFilterBar filters={filters} />}
      {children}
      <ListTable<Row>
        label={title}
        query={list.query}
        table={listed.table}
        emptyTitle={emptyTitle}
        emptyText={filters?.isAny ? t('no_match_text') : (emptyText ?? t('no_match_text'))}
        {...(renderDrawer && {
          hrefOf: (row) => hrefOfKey(keyOf(row)),
          onOpen: (row) => open(keyOf(row)),
          openKey: opened,
        })}
      />
      <BulkBar list={listed} />
      {opened !== null && shown && (
        <DetailDrawer key={opened} title={shown.title} onClose={close} {...(path && { href: hrefOfKey(opened) })}>
          {shown.content}
        </DetailDrawer>
      )}
    </>
  )
}

interface ListPartProps<Row> extends List<Row>, Pick<ListPageProps<Row>, 'emptyTitle' | 'children'> {
  readonly label: string
  readonly hrefOf?: (row: Row) => string
}

/** A list within a page, with its own views, columns and selection. */
export function ListPart<Row>({ label, emptyTitle, hrefOf, children, ...list }: ListPartProps<Row>) {
  const t = useTranslations('common')
  const { filters, exported } = list
  const listed = useListTable<Row>(list)
  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        {filters && (
          <div className="flex flex-wrap items-end gap-3 max-sm:w-full">
            {children}
            <ListFilterBar filters={filters} />
          </div>
        )}
        <div className="ms-auto flex flex-wrap gap-2">
          <ListTools view={listed.view} exported={exported} />
        </div>
      </div>
      <GoneCallout names={listed.view.gone} />
      <ListTable
        label={label}
        query={list.query}
        table={listed.table}
        emptyTitle={emptyTitle}
        emptyText={filters?.isAny ? t('no_match_text') : undefined}
        hrefOf={hrefOf}
      />
      <BulkBar list={listed} />
    </div>
  )
}

interface ListToolsProps {
  readonly view: ListView
  readonly exported?: List<never>['exported'] | undefined
}

export const ListHead = ({ title, text, actions, ...tools }: ListToolsProps & Parameters<typeof PageHead>[0]) => (
  <>
    <PageHead
      title={title}
      text={text}
      actions={
        <>
          <ListTools {...tools} />
          {actions}
        </>
      }
    />
    <GoneCallout names={tools.view.gone} />
  </>
)

const ListTools = ({ view, exported }: ListToolsProps) => (
  <>
    <ViewMenu view={view} />
    <ColumnChooser view={view} />
    {exported && <ExportMenu {...exported} />}
  </>
)

/** Names what the open view can no longer show. */
function GoneCallout({ names }: { names: readonly string[] }) {
  const t = useTranslations('list_views')
  if (names.length === 0) return null
  return (
    <Callout tone="warning" icon={<BookmarkX aria-hidden />} title={t('gone_title')}>
      {t('gone_text', { names: names.join(', ') })}
    </Callout>
  )
}
