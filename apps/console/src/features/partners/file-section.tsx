import { listPartnerFiles, type Partner, partnerFileUrl } from '@cashbox/contract/operator'
import type { FileForm, ReconciliationFile } from '@cashbox/contract/partner'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { useTranslations } from 'use-intl'
import { API_BASE } from '../../platform/call.ts'
import { formatWhole } from '../../platform/formats.ts'
import { useList } from '../../platform/list.ts'
import { ListTable } from '../../platform/list-table.tsx'
import { useMay } from '../../platform/roles.ts'
import { Section } from '../../platform/section.tsx'

/** The daily files that the partner can download, for operators who may take them as well. */
export function FileSection({ partner }: { partner: Partner }) {
  return useMay(listPartnerFiles) ? <Files code={partner.code} /> : null
}

function Files({ code }: { code: string }) {
  const t = useTranslations('partners.files')
  const query = useList(['partner-files', code], listPartnerFiles, { code })
  return (
    <Section title={t('title')}>
      <ListTable
        label={t('list')}
        columns={useColumns(code)}
        query={query}
        rows={query.rows}
        keyOf={({ day }) => day}
        emptyTitle={t('none')}
        emptyText={t('none_text')}
      />
    </Section>
  )
}

function useColumns(code: string): readonly TableColumn<ReconciliationFile>[] {
  const t = useTranslations('partners.files')
  return [
    { id: 'day', header: t('day'), cell: ({ day }) => <bdi dir="ltr">{day}</bdi> },
    { id: 'lines', header: t('lines'), cell: ({ lines }) => formatWhole(lines), isFigure: true },
    {
      id: 'download',
      header: t('download'),
      cell: ({ day }) => (
        <span className="inline-flex gap-4">
          <FileLink code={code} day={day} form="jsonl" label={t('signed')} />
          <FileLink code={code} day={day} form="csv" label={t('spreadsheet')} />
        </span>
      ),
      isFigure: true,
    },
  ]
}

const FileLink = ({ code, day, form, label }: { code: string; day: string; form: FileForm; label: string }) => (
  <a
    className="text-brand-text underline"
    href={API_BASE + partnerFileUrl(code, day, form)}
    download
    aria-label={`${label}, ${day}`}
  >
    {label}
  </a>
)
