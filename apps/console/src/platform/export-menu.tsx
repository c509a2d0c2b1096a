import { type ExportedTable, type ExportFormat, exportedLists, exportUrl } from '@cashbox/contract/operator'
import { MenuButton } from '@cashbox/ui/dense/menu-button'
import { Download, FileSpreadsheet, FileText } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { API_BASE } from './call.ts'
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
  const downloadAs = (format: ExportFormat) => () => download(API_BASE + exportUrl(table, format, filters))
  return (
    <MenuButton
      label={t('hint')}
      face={
        <>
          <Download size={18} aria-hidden className="shrink-0" />
          {t('button')}
        </>
      }
      actions={[
        { label: t('csv'), icon: <FileText aria-hidden />, onSelect: downloadAs('csv') },
        { label: t('xlsx'), icon: <FileSpreadsheet aria-hidden />, onSelect: downloadAs('xlsx') },
      ]}
    />
  )
}

/** The browser keeps the rows as they come, and shows how far it is. */
function download(href: string) {
  const link = document.createElement('a')
  link.href = href
  link.download = ''
  link.click()
}
