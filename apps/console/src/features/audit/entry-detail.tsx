import { type AuditEntry, listAudit } from '@cashbox/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { FileQuestion } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { ActionName, ActorName, SubjectName } from '../../platform/audit-names.tsx'
import { call } from '../../platform/call.ts'
import { DifferenceTable } from '../../platform/difference-table.tsx'
import { Loaded } from '../../platform/loaded.tsx'
import { Code, TextLink } from '../../platform/text-link.tsx'
import { Facts, When } from '../../platform/values.tsx'
import { auditKeys } from './audit-keys.ts'

/** One entry, in the drawer and on the page of its own. */
export function EntryDetail({ number }: { number: string }) {
  const t = useTranslations('audit')
  return (
    <Loaded query={useEntry(number)} none={{ icon: FileQuestion, title: t('none') }}>
      {(entry) => <Entry entry={entry} />}
    </Loaded>
  )
}

/** An entry never changes. */
const useEntry = (number: string) =>
  useQuery({
    queryKey: auditKeys.entry(number),
    queryFn: async ({ signal }): Promise<AuditEntry | null> => {
      if (!/^\d{1,15}$/.test(number)) return null
      const [entry] = (await call(listAudit, { number }, { signal })).list
      return entry ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

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
