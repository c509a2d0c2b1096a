import type { Endpoint } from '@cashbox/contract'
import { exportedLists, type ViewedList } from '@cashbox/contract/operator'
import { Button } from '@cashbox/ui'
import { Plus } from 'lucide-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { DetailDrawer } from '../page/detail-drawer.tsx'
import { PageHead } from '../page/page.tsx'
import { rolesOf, useMay } from '../session/roles.ts'
import { useOperator } from '../session/session.ts'
import { type BulkActs, BulkBar, useBulkActions } from './bulk-bar.tsx'
import type { VersionedRow } from './bulk-result.tsx'
import { ExportMenu } from './export-menu.tsx'
import { ListTable, type ListTableProps } from './list-table.tsx'
import { type ListExport, SelectionExport, useListTools } from './list-tools.tsx'
import { useSelection } from './selection.ts'
import { useOpened } from './url-filters.ts'

interface Drawer {
  readonly title: ReactNode
  readonly content: ReactNode
}

interface Creation {
  /** Operators who may make this call see the button. */
  readonly endpoint: Endpoint
  readonly label: string
  readonly form: ComponentType<{ readonly onDone: () => void }>
}

interface ListPageProps<Row> extends Omit<ListTableProps<Row>, 'label' | 'hrefOf' | 'onOpen' | 'openKey'> {
  readonly title: string
  readonly text?: ReactNode
  /** Views are saved under this name. */
  readonly list: ViewedList
  /** The URL parameters of filters and order, which a view saves. */
  readonly paramNames: readonly string[]
  /** Bulk acts need rows with an ID and a version. */
  readonly bulk?: Row extends VersionedRow ? BulkActs<Row> : never
  readonly exported?: ListExport
  /** Beside the title. */
  readonly actions?: ReactNode
  readonly create?: Creation
  /** Each row has its own page below this path. Without it, a row opens only in the drawer. */
  readonly path?: string
  /** Empty while no row is open or the row is loading. */
  readonly drawer: Drawer | null | false | undefined
  /** The filters, and notices above the table. */
  readonly children?: ReactNode
}

interface ListPartProps<Row> extends ListTableProps<Row> {
  /** Views are saved under this name. */
  readonly list: ViewedList
  /** The URL parameters of the filters, which a view saves. */
  readonly paramNames?: readonly string[]
  readonly exported: ListExport
  /** Bulk acts need rows with an ID and a version. */
  readonly bulk?: (Row extends VersionedRow ? BulkActs<Row> : never) | undefined
  /** Its filters. */
  readonly children?: ReactNode
}

const noParams: readonly string[] = []

export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, text, list, paramNames, bulk, exported, actions, create, path, drawer, children, ...table } = props
  const { opened, open, close, hrefOf } = useOpened()
  const tools = useListTools({ list, paramNames, columns: table.columns })
  const bulkActions = useBulkActions(bulk?.actions ?? [])
  const selection = useSelection({ rows: table.rows, keyOf: table.keyOf })
  const { role } = useOperator()
  const mayExport = exported !== undefined && rolesOf(exportedLists[exported.table]).includes(role)
  const isChoosing = mayExport || bulkActions.length > 0
  const hrefOfKey = (key: string) => (path === undefined ? hrefOf(key) : `${path}/${encodeURIComponent(key)}`)
  return (
    <>
      <PageHead
        title={title}
        text={text}
        actions={
          <>
            {tools.buttons}
            {exported && <ExportMenu table={exported.table} filters={exported.filters} />}
            {actions}
            {create && <CreateButton create={create} />}
          </>
        }
      />
      {tools.callout}
      {children}
      <ListTable
        {...table}
        columns={tools.columns}
        selection={isChoosing ? selection.table : undefined}
        label={title}
        hrefOf={(row) => hrefOfKey(table.keyOf(row))}
        onOpen={(row) => open(table.keyOf(row))}
        openKey={opened}
      />
      <BulkBar
        actions={bulkActions}
        nameOf={bulk?.nameOf}
        selection={selection}
        file={exported && <SelectionExport {...exported} selection={selection} columns={tools.chosen} />}
      />
      {opened !== null && drawer && (
        <DetailDrawer key={opened} title={drawer.title} onClose={close} {...(path && { href: hrefOfKey(opened) })}>
          {drawer.content}
        </DetailDrawer>
      )}
    </>
  )
}

function CreateButton({ create: { endpoint, label, form: Form } }: { create: Creation }) {
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
          <Form onDone={close} />
        </DetailDrawer>
      )}
    </>
  )
}

/** A list within a page, with its own views, columns and selection. */
export function ListPart<Row>(props: ListPartProps<Row>) {
  const { list, paramNames = noParams, exported, bulk, children, ...table } = props
  const tools = useListTools({ list, paramNames, columns: table.columns })
  const actions = useBulkActions(bulk?.actions ?? [])
  const selection = useSelection({ rows: table.rows, keyOf: table.keyOf })
  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        {children}
        <div className="ms-auto flex flex-wrap gap-2">
          {tools.buttons}
          <ExportMenu {...exported} />
        </div>
      </div>
      {tools.callout}
      <ListTable {...table} columns={tools.columns} selection={selection.table} />
      <BulkBar
        actions={actions}
        nameOf={bulk?.nameOf}
        selection={selection}
        file={<SelectionExport {...exported} selection={selection} columns={tools.chosen} />}
      />
    </div>
  )
}
