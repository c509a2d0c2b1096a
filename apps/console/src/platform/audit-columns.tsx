import type { AuditEntry } from '@cashbox/contract/operator'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { useTranslations } from 'use-intl'
import { Code } from './text-link.tsx'
import { When } from './values.tsx'

type AuditColumn = 'number' | 'at' | 'actor' | 'action' | 'subject' | 'reason' | 'ip'

/** The columns of a list of acts: all of them, or those that are not the same in each row. */
export function useAuditColumns(wanted: readonly AuditColumn[]): readonly TableColumn<AuditEntry>[] {
  const t = useTranslations('audit')
  const columns: Record<AuditColumn, Omit<TableColumn<AuditEntry>, 'id' | 'header'>> = {
    number: { cell: ({ number }) => number },
    at: { cell: ({ at }) => <When seconds={at} /> },
    actor: { cell: ({ actor }) => actor },
    action: { cell: ({ action }) => <Code text={action} /> },
    subject: { cell: ({ subject_kind }) => subject_kind },
    reason: { cell: ({ reason }) => reason, isWide: true },
    ip: { cell: ({ ip }) => ip, isFigure: true },
  }
  return wanted.map((id) => ({ id, header: t(id), ...columns[id] }))
}
