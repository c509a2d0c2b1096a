import {
  type ExportedTable,
  exportedLists,
  keyOfPicked,
  type OperatorEndpoint,
  type ViewedList,
} from '@cashbox/contract/operator'
import { Button } from '@cashbox/ui'
import { type LucideIcon, Plus } from 'lucide-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { ActContext } from '../forms/form.tsx'
import type { AnyText } from '../language/language.ts'
import { DetailDrawer } from '../page/detail-drawer.tsx'
import { DetailPage, type DetailPageProps, Loaded, oneOf, PageHead, type ThingQuery } from '../page/page.tsx'
import { useMay } from '../session/session.ts'
import { type BulkActs, BulkBar, useBulkActions, type VersionedRow } from './bulk-bar.tsx'
import { ExportMenu } from './export-menu.tsx'
import { ListFilterBar, type ListFilters, useOpened } from './list-filters.tsx'
import { ListTable, type ListTableProps, useWholeList, type WholeListOptions } from './list-table.tsx'
import { type ListExport, useListTools, useSelection } from './list-tools.tsx'

interface ListProps<Row> extends Omit<ListTableProps<Row>, 'label' | 'emptyTitle'> {
  readonly list: ViewedList
  readonly exported?: ListExport
  /** Drawn above the table, and saved in views. */
  readonly filters?: Pick<ListFilters<never>, 'isAny' | 'clear' | 'controls'>
  /** Other URL parameters that a view saves. */
  readonly otherParams?: readonly string[]
  /** Bulk acts need rows with an ID and a version. */
  readonly bulk?: (Row extends VersionedRow ? BulkActs<Row> : never) | undefined
  readonly children?: ReactNode
}

interface ListHeadProps {
  readonly title: string
  readonly text?: ReactNode
  readonly exported?: ListExport<ExportedTable> | undefined
  readonly actions?: ReactNode
  readonly tools: Pick<ReturnType<typeof useListTools>, 'buttons' | 'callout'>
}

interface ListPageProps<Row>
  extends Omit<ListProps<Row>, 'hrefOf' | 'onOpen' | 'openKey'>,
    Partial<Pick<ListHeadProps, 'title' | 'text' | 'actions'>> {
  /** What the keys of its texts begin with, if not with the name of the list: `text`, `none` and `none_text`. */
  readonly texts?: string
  /** Each row has its own page below this path. Without it, a row opens only in the drawer. */
  readonly path?: string
  /** Nothing while the row is loading. */
  readonly renderDrawer: (key: string) => { readonly title: ReactNode; readonly content: ReactNode } | undefined
}

interface WholeListProps<Thing> {
  /** The name of its texts, its export and its path. */
  readonly list: 'channels' | 'operators' | 'partners'
  readonly query: ListTableProps<Thing>['query'] & ThingQuery<readonly Thing[]>
}

interface CreateButtonProps {
  /** Operators who may make this call see the button. */
  readonly endpoint: OperatorEndpoint
  readonly label: string
  readonly form: ComponentType
}

interface WholeListPageProps<Thing, Name extends string>
  extends WholeListProps<Thing>,
    Omit<WholeListOptions<Thing, Name>, 'all'> {
  readonly create: Omit<CreateButtonProps, 'label'>
  readonly renderDetail: (thing: Thing) => ReactNode
  readonly children?: ReactNode
}

interface ThingPageProps<Thing> extends WholeListProps<Thing> {
  readonly icon: LucideIcon
  readonly width?: DetailPageProps['width']
  readonly children: (thing: Thing) => ReactNode
}

function useListed<Row>({ list, filters, otherParams = [], bulk, exported, ...table }: ListProps<Row>) {
  const paramNames = [...(filters?.controls.map(({ name }) => name) ?? []), ...otherParams]
  const tools = useListTools({ list, paramNames, columns: table.columns })
  const actions = useBulkActions(bulk?.actions ?? [])
  const selection = useSelection(table.rows ?? table.query.rows ?? null, table.keyOf)
  const choice = { actions, nameOf: bulk?.nameOf, selection, exported, columns: tools.chosen }
  return { tools, selection, hasActs: actions.length > 0, bar: <BulkBar {...choice} /> }
}

export function ListHead({ title, text, exported, actions, tools: { buttons, callout } }: ListHeadProps) {
  return (
    <>
      <PageHead
        title={title}
        text={text}
        actions={
          <>
            {buttons}
            {exported && <ExportMenu {...exported} />}
            {actions}
          </>
        }
      />
      {callout}
    </>
  )
}

export function ListPage<Row>(props: ListPageProps<Row>) {
  const t = useTranslations()
  const { list, texts = `${list}.`, filters, exported, actions, path, renderDrawer, children } = props
  const textOf = (name: string) => {
    const key = `${texts}${name}` as AnyText
    return t.has(key) ? t(key) : undefined
  }
  const { title = t(`pages.${list}` as AnyText), text = textOf('text') } = props
  const { opened, open, close, hrefOf } = useOpened()
  const { tools, selection, hasActs, bar } = useListed(props)
  const mayExport = useMay(exportedLists[exported?.table ?? 'agents']) && exported !== undefined
  const isChoosing = mayExport || hasActs
  const hrefOfKey = (key: string) => (path === undefined ? hrefOf(key) : `${path}/${encodeURIComponent(key)}`)
  const shown = opened === null ? undefined : renderDrawer(opened)
  return (
    <>
      <ListHead title={title} text={text} exported={exported} tools={tools} actions={actions} />
      {filters && <ListFilterBar filters={filters} />}
      {children}
      <ListTable
        {...props}
        columns={tools.columns}
        selection={isChoosing ? selection.table : undefined}
        label={title}
        emptyTitle={textOf('none') ?? ''}
        emptyText={props.emptyText ?? (filters?.isAny ? undefined : textOf('none_text')) ?? t('common.no_match_text')}
        hrefOf={(row) => hrefOfKey(props.keyOf(row))}
        onOpen={(row) => open(props.keyOf(row))}
        openKey={opened}
      />
      {bar}
      {opened !== null && shown && (
        <DetailDrawer key={opened} title={shown.title} onClose={close} {...(path && { href: hrefOfKey(opened) })}>
          {shown.content}
        </DetailDrawer>
      )}
    </>
  )
}

/** A list that is fetched as a whole, whose things have a name and a page each. */
export function WholeListPage<Thing extends { readonly name: string }, Name extends string>({
  create,
  renderDetail,
  children,
  columns,
  filters,
  isWanted,
  ...props
}: WholeListPageProps<Thing, Name>) {
  const t = useTranslations()
  const { list, query } = props
  const keyOf = (thing: Thing) => keyOfPicked(list, thing)
  return (
    <ListPage
      {...props}
      {...useWholeList({ all: query.data ?? undefined, columns, filters, isWanted })}
      exported={{ table: list, filters: {} }}
      keyOf={keyOf}
      actions={<CreateButton {...create} label={t(`${list}.create`)} />}
      path={`/${list}`}
      renderDrawer={(key) => {
        const thing = query.data?.find((one) => keyOf(one) === key)
        return thing && { title: thing.name, content: renderDetail(thing) }
      }}
    >
      {children}
    </ListPage>
  )
}

/** The page of one thing of such a list, by the key in the path. */
export function ThingPage<Thing extends { readonly name: string }>(props: ThingPageProps<Thing>) {
  const t = useTranslations()
  const { list, query: all, icon, width, children } = props
  const [key] = Object.values(useParams())
  const query = oneOf(all, (thing) => keyOfPicked(list, thing) === key)
  return (
    <DetailPage title={query.data?.name ?? t(`pages.${list}`)} {...(width && { width })}>
      <Loaded query={query} none={{ icon, title: t(`${list}.none`) }}>
        {children}
      </Loaded>
    </DetailPage>
  )
}

function CreateButton({ endpoint, label, form: Form }: CreateButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (!useMay(endpoint)) return null
  return (
    <>
      <Button icon={<Plus size={18} aria-hidden />} onClick={() => setOpen(true)}>
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

/** A list within a page, with its own views, columns and selection. */
export function ListPart<Row>(props: ListProps<Row> & ListTableProps<Row>) {
  const t = useTranslations('common')
  const { filters, exported, children } = props
  const { tools, selection, bar } = useListed(props)
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
          {tools.buttons}
          {exported && <ExportMenu {...exported} />}
        </div>
      </div>
      {tools.callout}
      <ListTable
        {...props}
        columns={tools.columns}
        selection={selection.table}
        {...(filters?.isAny && { emptyText: t('no_match_text') })}
      />
      {bar}
    </div>
  )
}
