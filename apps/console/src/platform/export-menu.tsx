import { type ExportedTable, type ExportFormat, exportedLists, exportUrl } from '@cashbox/contract/operator'
import { MenuButton } from '@cashbox/ui/dense/menu-button'
import { Download, FileSpreadsheet, FileText } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { API_BASE } from './call.ts'
import { download } from './export-files.ts'
import { useMay } from './roles.ts'

interface ExportMenuProps<Table extends ExportedTable> {
  readonly table: Table
  /** As the list is filtered at this moment. */
  readonly filters: Parameters<typeof exportUrl<Table>>[2]
}

/** Takes a whole list away as a file, every row of it as it is filtered. */
export function ExportMenu<Table extends ExportedTable>({ table, filters }: ExportMenuProps<Table>) {
  const t = useTranslations('export')
  if (!useMay(exportedLists[table])) return null
  return <FileMenu hint={t('hint')} onChoose={(format) => download(API_BASE + exportUrl(table, format, filters))} />
}

interface FileMenuProps {
  /** What the file will have. */
  readonly hint: string
  readonly onChoose: (format: ExportFormat) => void
}

/** The kinds of files to choose from. */
export function FileMenu({ hint, onChoose }: FileMenuProps) {
  const t = useTranslations('export')
  return (
    <MenuButton
      label={hint}
      face={
        <>
          <Download size={18} aria-hidden className="shrink-0" />
          {t('button')}
        </>
      }
      actions={[
        { label: t('csv'), icon: <FileText aria-hidden />, onSelect: () => onChoose('csv') },
        { label: t('xlsx'), icon: <FileSpreadsheet aria-hidden />, onSelect: () => onChoose('xlsx') },
      ]}
    />
  )
}
