import type { AuditEntry } from '@cashbox/contract/operator'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { useTranslations } from 'use-intl'
import { useActorWords } from './actor-words.ts'
import { ActionName, SubjectText } from './audit-names.tsx'
import { When } from './values.tsx'

type AuditColumn = 'number' | 'at' | 'actor' | 'action' | 'subject' | 'reason' | 'ip'

/** The columns of a list of acts: all of them, or those that are not the same in each row. */
export function useAuditColumns(wanted: readonly AuditColumn[]): readonly TableColumn<AuditEntry>[] {
  const t = useTranslations('audit')
  const actorWords = useActorWords()
  const columns: Record<AuditColumn, Omit<TableColumn<AuditEntry>, 'id' | 'header'>> = {
    number: { cell: ({ number }) => number },
    at: { cell: ({ at }) => <When seconds={at} /> },
    actor: { cell: ({ actor }) => actorWords(actor), isWide: true },
    action: { cell: ({ action }) => <ActionName action={action} /> },
    subject: { cell: (entry) => <SubjectText entry={entry} />, isWide: true },
    reason: { cell: ({ reason }) => reason, isWide: true },
    ip: { cell: ({ ip }) => ip, isFigure: true },
  }
  return wanted.map((id) => ({ id, header: t(id), ...columns[id] }))
}
