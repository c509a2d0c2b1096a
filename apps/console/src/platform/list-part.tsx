import type { ViewedList } from '@cashbox/contract/operator'
import type { ReactNode } from 'react'
import { type BulkActs, BulkBar, useBulkActions } from './bulk-bar.tsx'
import type { VersionedRow } from './bulk-result.tsx'
import { ExportMenu } from './export-menu.tsx'
import { ListTable, type ListTableProps } from './list-table.tsx'
import { useListTools } from './list-tools.tsx'
import { useSelection } from './selection.ts'
import { type ListExport, SelectionExport } from './selection-export.tsx'

interface ListPartProps<Row> extends ListTableProps<Row> {
  /** Under this name its views are kept. */
  readonly list: ViewedList
  /** The names of its filters in the address, which a view keeps. */
  readonly paramNames?: readonly string[]
  /** Its file, of all rows or of chosen ones. */
  readonly exported: ListExport
  /** What can be done to many rows at once; each row has then an ID and a version. */
  readonly bulk?: (Row extends VersionedRow ? BulkActs<Row> : never) | undefined
  /** Its filters. */
  readonly children?: ReactNode
}

const noParams: readonly string[] = []

/** A list that is one part of a page, with its own views, columns and chosen rows. */
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
      {tools.notice}
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
