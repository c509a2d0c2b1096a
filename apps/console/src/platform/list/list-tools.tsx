import { type ExportedTable, keyOfPicked, type PickedTableName, type ViewedList } from '@cashbox/contract/operator'
import { Callout } from '@cashbox/ui'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { BookmarkX } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { notify, useWork } from '../toasts.ts'
import { ColumnChooser, shownColumns } from './column-chooser.tsx'
import { downloadPicked, FileMenu } from './export-menu.tsx'
import { useOpenView, ViewMenu } from './view-menu.tsx'

interface Listed<Column> {
  readonly list: ViewedList
  /** The URL parameters of filters and order, which a view saves. */
  readonly paramNames: readonly string[]
  readonly columns: readonly Column[]
}

export interface ListExport<Table extends ExportedTable = PickedTableName> {
  readonly table: Table
  readonly filters: Readonly<Record<string, string | number | undefined>>
}

interface SelectionExportProps extends ListExport {
  readonly selection: Selection<unknown>
  /** Column IDs in their order, if the operator has chosen some. */
  readonly columns: readonly string[] | null
}

export function useListTools<Column extends Pick<TableColumn<never>, 'id' | 'header' | 'isExtra' | 'onCard'>>(
  listed: Listed<Column>,
) {
  const { list, paramNames, columns } = listed
  const view = useOpenView({ list, paramNames, columnIds: columns.map(({ id }) => id) })
  const shown = shownColumns(columns, view.columns)
  const onEveryCard = shown.map((column) => (column.onCard === 'hidden' ? { ...column, onCard: undefined } : column))
  return {
    buttons: (
      <>
        <ViewMenu view={view} />
        <ColumnChooser columns={columns} view={view} />
      </>
    ),
    /** Names what the open view can no longer show. */
    callout: <GoneCallout names={view.gone} />,
    columns: view.columns ? onEveryCard : shown,
    /** Column IDs, if the operator has chosen columns or their order. */
    chosen: view.columns && shown.map(({ id }) => id),
  }
}

function GoneCallout({ names }: { names: readonly string[] }) {
  const t = useTranslations('list_views')
  if (names.length === 0) return null
  return (
    <Callout tone="warning" icon={<BookmarkX aria-hidden />} title={t('gone_title')}>
      {t('gone_text', { names: names.join(', ') })}
    </Callout>
  )
}

export function SelectionExport({ table, filters, selection: { rows }, columns }: SelectionExportProps) {
  const t = useTranslations('export')
  const { run } = useWork()
  const set = Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
  )
  const keys = rows.map((row) => keyOfPicked(table, row as object))
  const save = async (format: 'csv' | 'xlsx') => {
    const chosen = columns && { columns: [...columns] }
    const missing = await downloadPicked(table, { format, keys, filters: set, ...chosen })
    if (missing > 0) notify('info', t('missing', { count: missing }))
  }
  return <FileMenu hint={t('selected_hint')} onChoose={(format) => run(() => save(format))} />
}

export type Selection<Row> = ReturnType<typeof useSelection<Row>>

const none: ReadonlySet<string> = new Set()

export function useSelection<Row>(rows: readonly Row[] | null, keyOf: (row: Row) => string) {
  const t = useTranslations('bulk')
  const [selected, setSelected] = useState(none)
  const shown = rows?.filter((row) => selected.has(keyOf(row))) ?? []
  const keys = new Set(shown.map(keyOf))
  return {
    rows: shown,
    clear: () => setSelected(none),
    table: {
      selected: keys,
      onSelect: (changed: readonly string[], isSelected: boolean) => {
        const after = new Set(keys)
        for (const key of changed) {
          if (isSelected) after.add(key)
          else after.delete(key)
        }
        setSelected(after)
      },
      rowLabel: t('select_row'),
      allLabel: t('select_page'),
    },
  }
}
