import { type AuditEntry, listAudit } from '@cashbox/contract/operator'
import { FileQuestion } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useParams } from 'wouter'
import { ListFilters, TextFilter, TimeFilter } from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { type Filters, useFilters, useOpened } from '../../platform/list/url-filters.ts'
import { useList } from '../../platform/list/use-list.ts'
import { Loaded } from '../../platform/page/loaded.tsx'
import { DetailPage } from '../../platform/page/page.tsx'
import { useAnswer } from '../../platform/session/answers.ts'
import { ActionName, ActorName, SubjectName, useAuditColumns } from '../../platform/values/audit-names.tsx'
import { DifferenceTable } from '../../platform/values/difference-table.tsx'
import { Code, Facts, TextLink, When } from '../../platform/values/values.tsx'

type FilterName = (typeof filterNames)[number]

const filterNames = ['action', 'subject_kind', 'subject_id', 'from', 'to'] as const

export function AuditPage() {
  const t = useTranslations()
  const filters = useFilters<FilterName>(filterNames)
  const { opened } = useOpened()
  const query = useList(listAudit, filters.values)
  return (
    <ListPage
      list="audit"
      paramNames={filterNames}
      title={t('pages.audit')}
      text={t('audit.text')}
      exported={{ table: 'audit', filters: filters.values }}
      path="/audit"
      columns={useAuditColumns(['number', 'at', 'actor', 'action', 'subject', 'reason', 'ip'])}
      query={query}
      rows={query.rows}
      keyOf={({ number }) => String(number)}
      emptyTitle={t('audit.none')}
      emptyText={filters.isAny ? t('common.no_match_text') : t('audit.none_text')}
      drawer={
        opened !== null && { title: t('audit.entry', { number: opened }), content: <EntryDetail number={opened} /> }
      }
    >
      <AuditFilters filters={filters} />
    </ListPage>
  )
}

function AuditFilters({ filters }: { filters: Filters<FilterName> }) {
  const t = useTranslations()
  return (
    <ListFilters filters={filters}>
      <TextFilter
        filters={filters}
        name="action"
        label={t('audit.action')}
        placeholder={t('audit.action_placeholder')}
      />
      <TextFilter
        filters={filters}
        name="subject_kind"
        label={t('audit.subject_kind')}
        placeholder={t('audit.subject_kind_placeholder')}
      />
      <TextFilter filters={filters} name="subject_id" label={t('audit.subject_id')} />
      <TimeFilter filters={filters} name="from" label={t('common.from')} />
      <TimeFilter filters={filters} name="to" label={t('common.to')} />
    </ListFilters>
  )
}

export function AuditEntryPage() {
  const t = useTranslations('audit')
  const { number = '' } = useParams()
  return (
    <DetailPage title={t('entry', { number })}>
      <EntryDetail number={number} />
    </DetailPage>
  )
}

function EntryDetail({ number }: { number: string }) {
  const t = useTranslations('audit')
  // An entry never changes.
  const query = useAnswer(
    listAudit,
    { number },
    { select: ({ list }) => list[0] ?? null, staleTime: Number.POSITIVE_INFINITY },
  )
  return (
    <Loaded query={query} none={{ icon: FileQuestion, title: t('none') }}>
      {(entry) => <Entry entry={entry} />}
    </Loaded>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const t = useTranslations('audit')
  const { subject_kind, subject_id } = entry
  const ofSubject = new URLSearchParams({ subject_kind, subject_id }).toString()
  return (
    <div className="grid gap-6">
      <Facts
        facts={[
          [t('at'), <When key="at" seconds={entry.at} />],
          [t('actor'), <ActorName key="actor" entry={entry} />],
          [
            t('action'),
            <span key="action">
              <ActionName action={entry.action} />
              <br />
              <Code text={entry.action} />
            </span>,
          ],
          [
            t('subject'),
            <span key="subject">
              <SubjectName entry={entry} />
              <br />
              <TextLink href={`/audit?${ofSubject}`}>{t('of_subject')}</TextLink>
            </span>,
          ],
          [t('reason'), entry.reason ?? '–'],
          [t('ip'), entry.ip ?? '–'],
        ]}
      />
      <DifferenceTable before={entry.before} after={entry.after} />
      <div className="grid gap-1 border-t border-line pt-4 text-sm text-ink-soft">
        <p>{t('hash_text')}</p>
        <Code text={entry.hash} />
      </div>
    </div>
  )
}
