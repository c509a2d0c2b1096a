import { keyOfPicked, type OperatorEndpoint } from '@cashbox/contract/operator'
import { Button, Callout } from '@cashbox/ui'
import { BookmarkX, type LucideIcon, Plus } from 'lucide-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useParams } from 'wouter'
import { ActContext } from '../forms/form.tsx'
import { textAt } from '../language/language.ts'
import { DetailDrawer } from '../page/detail-drawer.tsx'
import { DetailPage, type DetailPageProps, Loaded, oneOf, PageHead, type ThingQuery } from '../page/page.tsx'
import { useMay } from '../session/session.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ColumnChooser } from './column-chooser.tsx'
import { type RowLinks } from './data-table.tsx'
import { ExportMenu } from './export-menu.tsx'
import { type List, type ListedTable, type ListQuery, useListTable } from './list.ts'
import { ListFilterBar, type ListFilters, useOpened, useSort } from './list-filters.tsx'
import { ListTable } from './list-table.tsx'
import { listTexts } from './list-texts.ts'
import { type ListView, ViewMenu } from './view-menu.tsx'

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
    <Callout tone="warning" icon={<BookmarkX aria-hidden />} title={textAt('list_views.gone_title')}>
      {textAt('list_views.gone_text', { names: names.join(', ') })}
    </Callout>
  )
}

type ThingList = 'channels' | 'operators' | 'partners'

type ThingsQuery<Thing> = ListQuery & ThingQuery<readonly Thing[]>

/** Describes a list that is fetched as a whole, whose things have a name and a page each. Its filters are columns. */
export function useThings<Thing extends { readonly name: string }>(
  list: ThingList,
  query: ThingsQuery<Thing>,
  filters: ListFilters,
  renderDetail: (thing: Thing) => ReactNode,
) {
  const keyOf = (thing: Thing) => keyOfPicked(list, thing)
  return {
    list,
    query,
    rows: query.data ?? null,
    keyOf,
    filters,
    otherParams: ['sort'],
    sort: useSort({ id: 'name', desc: false }),
    wholeBy: Number.MAX_SAFE_INTEGER,
    exported: { table: list, filters: {} },
    path: `/${list}`,
    renderDrawer: (key: string) => {
      const thing = query.data?.find((one) => keyOf(one) === key)
      return thing && { title: thing.name, content: renderDetail(thing) }
    },
  }
}

interface CreateButtonProps {
  /** Operators who may make this call see the button. */
  readonly endpoint: OperatorEndpoint
  readonly label: string
  readonly form: ComponentType
}

export function CreateButton({ endpoint, label, form: Form }: CreateButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (!useMay(endpoint)) return null
  return (
    <>
      <Button icon={<Plus size={18} aria-hidden />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <DetailDrawer title={label} onClose={close}>
          <ActContext value={{ onDone: close, onCancel: close }}>
            <Form />
          </ActContext>
        </DetailDrawer>
      )}
    </>
  )
}

interface ThingPageProps<Thing> {
  readonly list: ThingList
  readonly query: ThingsQuery<Thing>
  readonly icon: LucideIcon
  readonly width?: DetailPageProps['width']
  readonly children: (thing: Thing) => ReactNode
}

/** The page of one thing of such a list, by the key in the path. */
export function ThingPage<Thing extends { readonly name: string }>(props: ThingPageProps<Thing>) {
  const { list, query: all, icon, width, children } = props
  const [title, none] = listTexts[list]
  const [key] = Object.values(useParams())
  const query = oneOf(all, (thing) => keyOfPicked(list, thing) === key)
  return (
    <DetailPage title={query.data?.name ?? textAt(title)} {...(width && { width })}>
      <Loaded query={query} none={{ icon, title: textAt(none) }}>
        {children}
      </Loaded>
    </DetailPage>
  )
}
