import { addAgentNote, type KnownAgent, listAgentNotes } from '@cashbox/contract/operator'
import { Card, EmptyState, Skeleton } from '@cashbox/ui'
import { History, StickyNote } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { textAreaField } from '../../platform/forms/fields.tsx'
import { ActForm, isGiven } from '../../platform/forms/form.tsx'
import { ListPart } from '../../platform/list/list-page.tsx'
import { ShowMore } from '../../platform/list/list-table.tsx'
import { useList, useListOf } from '../../platform/list/use-list.tsx'
import { Loaded } from '../../platform/page/page.tsx'
import { call } from '../../platform/session/session.ts'
import { useActorWords, useAuditColumns } from '../../platform/values/audit-names.tsx'
import { StatusBadge, When } from '../../platform/values/values.tsx'
import { refreshAgents } from './agents.ts'

export function NotesTab({ agent: { id } }: { agent: KnownAgent }) {
  const t = useTranslations('agents.notes')
  const label = useTranslations('agents.tabs')('notes')
  const [round, setRound] = useState(0)
  const query = useList(listAgentNotes, { agent_id: id })
  return (
    <div className="grid max-w-3xl gap-4">
      <Card>
        <ActForm
          key={round}
          initial={{ text: '' }}
          send={async ({ text }) => {
            await call(addAgentNote, { agent_id: id, text })
            await refreshAgents()
          }}
          onDone={() => setRound(round + 1)}
          submit={t('add')}
          isReady={({ values }) => isGiven(values.text)}
        >
          {(form) => textAreaField(form, 'text', t('new'), { help: t('help'), maxLength: 2000 })}
        </ActForm>
      </Card>
      <Card>
        <Loaded query={{ ...query, data: query.rows ?? undefined }} skeleton={<Skeleton className="h-24" />}>
          {(notes) =>
            notes.length === 0 ? (
              <EmptyState icon={<StickyNote aria-hidden />} title={t('none')} />
            ) : (
              <div className="grid gap-4">
                <ul aria-label={label} className="grid gap-4">
                  {notes.map(({ id: noteId, text, author, written_at }) => (
                    <li key={noteId} className="grid gap-1 border-b border-line pb-4 last:border-b-0 last:pb-0">
                      <p className="whitespace-pre-wrap wrap-anywhere">
                        <bdi>{text}</bdi>
                      </p>
                      <p className="text-sm text-ink-soft">
                        <bdi>{author}</bdi> · <When seconds={written_at} />
                      </p>
                    </li>
                  ))}
                </ul>
                <ShowMore query={query} />
              </div>
            )
          }
        </Loaded>
      </Card>
    </div>
  )
}

export function StatusTab({ agent: { status_changes } }: { agent: KnownAgent }) {
  const t = useTranslations('agents')
  const actorWords = useActorWords()
  if (status_changes.length === 0) {
    return (
      <Card>
        <EmptyState icon={<History aria-hidden />} title={t('no_changes')} />
      </Card>
    )
  }
  return (
    <Card>
      <ol className="grid gap-5">
        {status_changes.map(({ status, note, reason, changed_by, changed_at }) => (
          <li
            key={`${changed_at} ${status} ${note}`}
            className="grid justify-items-start gap-1 border-s-2 border-line ps-4"
          >
            <StatusBadge state={status} />
            {note !== null && (
              <p className="max-w-prose whitespace-pre-wrap wrap-anywhere">
                <bdi>{note}</bdi>
              </p>
            )}
            {reason !== null && (
              <p className="max-w-prose text-sm whitespace-pre-wrap wrap-anywhere">
                {t('reason_internal', { reason })}
              </p>
            )}
            <p className="text-sm text-ink-soft">
              <bdi>{changed_by === 'registration' ? t('registration') : actorWords(changed_by)}</bdi> ·{' '}
              <When seconds={changed_at} />
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}

export function AuditTab({ agent }: { agent: KnownAgent }) {
  const t = useTranslations()
  return (
    <ListPart
      {...useListOf('agent_audit', { agent_id: agent.id })}
      label={t('agents.tabs.audit')}
      columns={useAuditColumns(['number', 'at', 'actor', 'action', 'subject', 'reason'])}
      hrefOf={({ number }) => `/audit/${number}`}
      emptyTitle={t('audit.none')}
    />
  )
}
