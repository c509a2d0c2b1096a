import { auditActions, listAudit, listAuditOperators } from '@cashbox/contract/operator'
import { FileQuestion } from 'lucide-react'
import { useParams } from 'wouter'
import { textAt, textsOf } from '../../platform/language/language.ts'
import { useListOf } from '../../platform/list/list.ts'
import { optionsOf, useListFilters } from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { DetailPage, Loaded } from '../../platform/page/page.tsx'
import { useAnswer } from '../../platform/session/session.ts'
import { ActionName, ActorName, auditColumns, kindOptions, SubjectName } from '../../platform/values/audit-names.tsx'
import { DifferenceTable } from '../../platform/values/difference-table.tsx'
import { auditHref, Code, Facts, TextLink, When } from '../../platform/values/values.tsx'

const t = textsOf('audit')

type AuditFilter = 'operator_id' | 'action' | 'subject_kind' | 'subject_id' | 'from' | 'to' | 'routine'

export function AuditPage() {
  const operators = useAnswer(listAuditOperators, {}, { select: ({ list }) => list }).data ?? []
  const filters = useListFilters({
    operator_id: { label: t('actor'), options: operators.map(({ id, name }) => ({ value: id, label: name })) },
    action: { label: t('action'), options: optionsOf(auditActions, (action) => t(`actions.${action}`)) },
    subject_kind: { label: t('subject_kind'), options: kindOptions() },
    subject_id: { label: t('subject_id') },
    from: { label: textAt('common.from'), type: 'time' },
    to: { label: textAt('common.to'), type: 'time' },
    routine: {
      label: t('all_actions'),
      noneLabel: t('routine_hidden'),
      options: [{ value: 'shown', label: t('routine_shown') }],
    },
  })
  return (
    <ListPage
      {...useListOf('audit', withoutRoutine(filters.values))}
      filters={filters}
      path="/audit"
      columns={auditColumns(['number', 'at', 'actor', 'action', 'subject', 'reason', 'ip'])}
      renderDrawer={(number) => ({ title: t('entry', { number }), content: <EntryDetail number={number} /> })}
    />
  )
}

/** Log-ins and exports are shown on request, and where the other filters are about them. */
function withoutRoutine({ routine, ...values }: Partial<Record<AuditFilter, string>>) {
  const isWanted = routine === 'shown' || values.action !== undefined || values.subject_kind !== undefined
  return isWanted || values.subject_id !== undefined ? values : { ...values, without_routine: 'true' }
}

export function AuditEntryPage() {
  const { number = '' } = useParams()
  return (
    <DetailPage title={t('entry', { number })}>
      <EntryDetail number={number} />
    </DetailPage>
  )
}

function EntryDetail({ number }: { number: string }) {
  // An entry never changes.
  const query = useAnswer(
    listAudit,
    { number },
    { select: ({ list }) => list[0] ?? null, staleTime: Number.POSITIVE_INFINITY },
  )
  return (
    <Loaded query={query} none={{ icon: FileQuestion, title: t('none') }}>
      {(entry) => (
        <div className="grid gap-6">
          <Facts
            facts={{
              [t('at')]: <When seconds={entry.at} />,
              [t('actor')]: <ActorName entry={entry} />,
              [t('action')]: (
                <span>
                  <ActionName action={entry.action} />
                  <br />
                  <Code text={entry.action} />
                </span>
              ),
              [t('subject')]: (
                <span>
                  <SubjectName {...entry} />
                  <br />
                  <TextLink href={auditHref(entry.subject_kind, entry.subject_id)}>{t('of_subject')}</TextLink>
                </span>
              ),
              [t('reason')]: entry.reason ?? '–',
              [t('ip')]: entry.ip ?? '–',
            }}
          />
          <DifferenceTable before={entry.before} after={entry.after} />
          <div className="grid gap-1 border-t border-line pt-4 text-sm text-ink-soft">
            <p>{t('hash_text')}</p>
            <Code text={entry.hash} />
          </div>
        </div>
      )}
    </Loaded>
  )
}
