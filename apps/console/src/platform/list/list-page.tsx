import { Callout } from '@cashbox/ui'
import { BookmarkX } from 'lucide-react'
import type { ReactNode } from 'react'
import { textAt, textsOf } from '../language/language.ts'
import { DetailDrawer } from '../page/detail-drawer.tsx'
import { PageHead } from '../page/page.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { ColumnChooser } from './column-chooser.tsx'
import type { RowLinks } from './data-table.tsx'
import { ExportMenu } from './export-menu.tsx'
import { type List, type ListedTable, useListTable } from './list.ts'
import { ListFilterBar, useOpened } from './list-filters.tsx'
import { ListTable } from './list-table.tsx'
import { listTexts } from './list-texts.ts'
import type { ListView } from './list-view.ts'
import { ViewMenu } from './view-menu.tsx'

const t = textsOf('list_views')

interface ListPageProps<Row> extends List<Row> {
  readonly actions?: ReactNode
  /** Each row has its own page below this path. Without it, a row opens only in the drawer. */
  readonly path?: string
  /** Nothing while the row is loading. */
  readonly renderDrawer?: (key: string) => { readonly title: ReactNode; readonly content: ReactNode } | undefined
  readonly children?: ReactNode
}

/** A page that is a list, with its filters, views, columns, selection, export and drawer. */
export function ListPage<Row>({ actions, path, renderDrawer, children, ...described }: ListPageProps<Row>) {
  const list = useListTable<Row>(described)
  const { keyOf, filters } = list
  const { opened, open, close, hrefOf } = useOpened()
  const hrefOfKey = (key: string) => (path === undefined ? hrefOf(key) : `${path}/${encodeURIComponent(key)}`)
  const shown = opened === null ? undefined : renderDrawer?.(opened)
  return (
    <>
      <ListHead list={list} actions={actions} />
      {filters && <ListFilterBar filters={filters} />}
      {children}
      <ListBody<Row>
        list={list}
        openKey={opened}
        {...(renderDrawer && { hrefOf: (row) => hrefOfKey(keyOf(row)), onOpen: (row) => open(keyOf(row)) })}
      />
      {opened !== null && shown && (
        <DetailDrawer key={opened} title={shown.title} onClose={close} {...(path && { href: hrefOfKey(opened) })}>
          {shown.content}
        </DetailDrawer>
      )}
    </>
  )
}

/** A list within a page, with its own views, columns and selection. */
export function ListPart<Row>({
  hrefOf,
  children,
  ...described
}: List<Row> & RowLinks<Row> & { children?: ReactNode }) {
  const list = useListTable<Row>(described)
  const { filters } = list
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
          <ListTools list={list} />
        </div>
      </div>
      <GoneCallout names={list.view.gone} />
      <ListBody list={list} hrefOf={hrefOf} />
    </div>
  )
}

function ListBody<Row>({ list, ...links }: RowLinks<Row> & { list: ListedTable<Row> }) {
  const [title, none, , noneText] = listTexts[list.list]
  const emptyText = list.filters?.isAny ? 'common.no_match_text' : noneText
  return (
    <>
      <ListTable
        {...links}
        label={list.title ?? textAt(title)}
        query={list.query}
        table={list.table}
        emptyTitle={textAt(none)}
        emptyText={list.emptyText ?? (emptyText && textAt(emptyText))}
      />
      <BulkBar list={list} />
    </>
  )
}

type Headed = Pick<List<never>, 'list' | 'title' | 'text' | 'exported'> & { readonly view: ListView }

export function ListHead({ list, actions }: { list: Headed; actions?: ReactNode }) {
  const [title, , text] = listTexts[list.list]
  return (
    <>
      <PageHead
        title={list.title ?? textAt(title)}
        text={list.text ?? (text && textAt(text))}
        actions={
          <>
            <ListTools list={list} />
            {actions}
          </>
        }
      />
      <GoneCallout names={list.view.gone} />
    </>
  )
}

const ListTools = ({ list: { view, exported } }: { list: Headed }) => (
  <>
    <ViewMenu view={view} />
    <ColumnChooser view={view} />
    {exported && <ExportMenu {...exported} />}
  </>
)

/** Names what the open view can no longer show. */
function GoneCallout({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <Callout tone="warning" icon={<BookmarkX aria-hidden />} title={t('gone_title')}>
      {t('gone_text', { names: names.join(', ') })}
    </Callout>
  )
}
