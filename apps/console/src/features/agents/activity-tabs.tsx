import * as api from '@cashbox/contract/operator'
import { Badge, Card, EmptyState, Skeleton } from '@cashbox/ui'
import { History, LogOut, StickyNote, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Acts, useActColumn, useActsAt } from '../../platform/forms/acts.tsx'
import { ActForm, isGiven, textAreaField } from '../../platform/forms/form.tsx'
import { column, figure, sum, type TableColumn, time, wide } from '../../platform/list/columns.tsx'
import { useList, useListOf } from '../../platform/list/list.ts'
import { ListPart } from '../../platform/list/list-page.tsx'
import { ShowMore } from '../../platform/list/list-table.tsx'
import { LocationMap } from '../../platform/map/location-map.tsx'
import { Loaded } from '../../platform/page/page.tsx'
import { call } from '../../platform/session/session.ts'
import { useActorWords, useAuditColumns } from '../../platform/values/audit-names.tsx'
import { formatWhole, fullName, percentOf } from '../../platform/values/formats.ts'
import {
  Amount,
  Code,
  Coordinates,
  IconBadge,
  StatusBadge,
  TransactionLink,
  TransactionTypeLabel,
  When,
} from '../../platform/values/values.tsx'
import { refreshAgents } from './agents.ts'

export const ConfirmationsTab = ({ agent }: { agent: api.KnownAgent }) => (
  <ListPart
    {...useListOf('agent_confirmations', { agent_id: agent.id })}
    columns={useConfirmationColumns(agent.channel.currency_code)}
    hrefOf={({ transaction_id }) => `/transactions/${transaction_id}`}
  />
)

function useConfirmationColumns(currency: string): readonly TableColumn<api.AgentConfirmation>[] {
  const t = useTranslations('agents.confirmation')
  return [
    column('id', t('id'), ({ transaction_id }) => <Code text={transaction_id} />),
    column('type', t('type'), ({ type, reversed_at }) => (
      <span className="inline-flex flex-wrap items-center gap-1.5 align-bottom">
        <TransactionTypeLabel type={type} />
        {reversed_at !== null && <IconBadge style={['rejected', Undo2]}>{t('reversed')}</IconBadge>}
      </span>
    )),
    column('player', t('player'), ({ player_id }) => player_id),
    sum('amount', t('amount'), ({ amount }) => [amount, currency]),
    figure('fee', t('fee'), ({ fee, fee_bp }) => (
      <>
        <Amount amount={fee} /> <span className="text-sm text-ink-soft">{percentOf(fee_bp)} %</span>
      </>
    )),
    time('at', t('at'), ({ finished_at }) => finished_at),
  ]
}

/** As their browser reported them. */
export function LocationsTab({ agent }: { agent: api.KnownAgent }) {
  const t = useTranslations('agents')
  const list = useListOf('agent_locations', { agent_id: agent.id })
  return (
    <>
      <p className="max-w-prose text-ink-soft">{t('location.text', { metres: formatWhole(agent.geo_area) })}</p>
      <LocationMap label={t('tabs.locations')} locations={list.rows ?? []} area={agent} />
      <ListPart {...list} columns={useLocationColumns(agent.geo_area)} />
    </>
  )
}

function useLocationColumns(radiusM: number): readonly TableColumn<api.AgentLocation>[] {
  const t = useTranslations('agents')
  const metres = (distance: number) => t('metres', { metres: formatWhole(distance) })
  return [
    column('at', t('location.at'), ({ at }) => <When seconds={at} />),
    column('transaction', t('confirmation.id'), ({ transaction_id }) => <TransactionLink id={transaction_id} />),
    column(
      'place',
      t('coordinates'),
      ({ geo_lat, geo_lon }) => geo_lat !== null && geo_lon !== null && <Coordinates lat={geo_lat} lon={geo_lon} />,
    ),
    figure(
      'distance',
      t('location.distance'),
      ({ distance_m }) =>
        distance_m !== null && (
          <span className={distance_m > radiusM ? 'font-semibold text-danger' : undefined}>{metres(distance_m)}</span>
        ),
    ),
    figure('accuracy', t('location.accuracy'), ({ accuracy_m }) => accuracy_m !== null && `± ${metres(accuracy_m)}`),
    figure('age', t('location.age'), ({ age_s }) => age_s !== null && t('seconds', { seconds: formatWhole(age_s) })),
    figure('ip', t('session.ip'), ({ ip }) => ip),
  ]
}

export function SessionsTab({ agent }: { agent: api.KnownAgent }) {
  const t = useTranslations('agents')
  const act = useActsAt('agents.session', { name: fullName(agent) })
  const agent_id = agent.id
  const end = (kind: 'one' | 'all', endpoint: api.OperatorEndpoint, send: () => Promise<unknown>) =>
    act(
      kind,
      endpoint,
      kind === 'all' ? LogOut : null,
      <ActForm initial={{}} send={() => send().then(refreshAgents)} variant="danger" />,
    )
  const ends = useActColumn<api.AgentSession>('end', t('session.action'), api.endAgentSession, ({ id, is_active }) => [
    is_active && end('one', api.endAgentSession, () => call(api.endAgentSession, { agent_id, session_id: id })),
  ])
  return (
    <>
      {agent.counts.open_sessions > 0 && (
        <Acts acts={[end('all', api.endAgentSessions, () => call(api.endAgentSessions, { agent_id }))]} />
      )}
      <ListPart
        {...useListOf('agent_sessions', { agent_id })}
        bulk={{ actions: ['session.end'], nameOf: ({ user_agent, ip }) => [user_agent, ip].filter(Boolean).join(', ') }}
        columns={[...useSessionColumns(), ...ends]}
      />
    </>
  )
}

function useSessionColumns(): readonly TableColumn<api.AgentSession>[] {
  const t = useTranslations('agents.session')
  return [
    column('state', t('state'), ({ is_active, ended_at }) => (
      <Badge tone={is_active ? 'approved' : 'neutral'}>
        {is_active ? t('open') : ended_at === null ? t('run_out') : t('ended')}
      </Badge>
    )),
    wide('device', t('device'), ({ user_agent }) => user_agent),
    column('ip', t('ip'), ({ ip }) => ip),
    time('begun', t('begun'), ({ created_at }) => created_at),
    time('seen', t('seen'), ({ last_seen_at }) => last_seen_at),
  ]
}

export function NotesTab({ agent: { id } }: { agent: api.KnownAgent }) {
  const t = useTranslations('agents.notes')
  const label = useTranslations('agents.tabs')('notes')
  const [round, setRound] = useState(0)
  const query = useList(api.listAgentNotes, { agent_id: id })
  return (
    <div className="grid max-w-3xl gap-4">
      <Card>
        <ActForm
          key={round}
          initial={{ text: '' }}
          send={async ({ text }) => {
            await call(api.addAgentNote, { agent_id: id, text })
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

export function StatusTab({ agent: { status_changes } }: { agent: api.KnownAgent }) {
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

export const AuditTab = ({ agent }: { agent: api.KnownAgent }) => (
  <ListPart
    {...useListOf('agent_audit', { agent_id: agent.id })}
    columns={useAuditColumns(['number', 'at', 'actor', 'action', 'subject', 'reason'])}
    hrefOf={({ number }) => `/audit/${number}`}
  />
)
