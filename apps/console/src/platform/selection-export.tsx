import { keyOfPicked, type PickedTableName } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { useExplanation } from './explain-failure.ts'
import { downloadPicked } from './export-files.ts'
import { FileMenu } from './export-menu.tsx'
import { notify } from './notices.ts'
import type { Selection } from './selection.ts'

/** A list as a file: the whole of it as it is filtered, and chosen rows. */
export interface ListExport {
  readonly table: PickedTableName
  /** As the list is filtered at this moment. */
  readonly filters: Readonly<Record<string, string | number | undefined>>
}

interface SelectionExportProps extends ListExport {
  readonly selection: Selection<unknown>
  /** The columns in their order, where the operator has chosen some. */
  readonly columns: readonly string[] | null
}

/** The chosen rows as a file, with the columns that are shown. */
export function SelectionExport({ table, filters, selection: { rows }, columns }: SelectionExportProps) {
  const t = useTranslations('export')
  const explain = useExplanation()
  const set = Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
  )
  const keys = rows.map((row) => keyOfPicked(table, row as object))
  const save = async (format: 'csv' | 'xlsx') => {
    try {
      const missing = await downloadPicked(table, {
        format,
        keys,
        filters: set,
        ...(columns && { columns: [...columns] }),
      })
      if (missing > 0) notify('info', t('missing', { count: missing }))
    } catch (error) {
      notify('error', explain(error))
    }
  }
  return <FileMenu hint={t('selected_hint')} onChoose={(format) => void save(format)} />
}
