import * as api from '@cashbox/contract/operator'
import { Badge, Card, EmptyState, Skeleton } from '@cashbox/ui'
import { History, LogOut, StickyNote, Undo2 } from 'lucide-react'
import { Acts, actsWith, useActColumn } from '../../platform/forms/acts.tsx'
import { ActForm, isGiven, Renewed, textAreaField } from '../../platform/forms/form.tsx'
import { textsOf } from '../../platform/language/language.ts'
import { column, figure, sum, type TableColumn, time, wide } from '../../platform/list/columns.tsx'
import { useList, useListOf } from '../../platform/list/list.ts'
import { ListPart } from '../../platform/list/list-page.tsx'
import { ShowMore } from '../../platform/list/list-table.tsx'
import { LocationMap } from '../../platform/map/location-map.tsx'
import { Loaded } from '../../platform/page/page.tsx'
import { call } from '../../platform/session/session.ts'
import { actorWords, auditColumns } from '../../platform/values/audit-names.tsx'
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

const t = textsOf('agents')

export const ConfirmationsTab = ({ agent }: { agent: api.KnownAgent }) => (
  <ListPart
    {...useListOf('agent_confirmations', { agent_id: agent.id })}
    columns={confirmationColumns(agent.channel.currency_code)}
    hrefOf={({ transaction_id }) => `/transactions/${transaction_id}`}
  />
)

const confirmationColumns = (currency: string): readonly TableColumn<api.AgentConfirmation>[] => [
  column('id', t('confirmation.id'), ({ transaction_id }) => <Code text={transaction_id} />),
  column('type', t('confirmation.type'), ({ type, reversed_at }) => (
    <span className="inline-flex flex-wrap items-center gap-1.5 align-bottom">
      <TransactionTypeLabel type={type} />
      {reversed_at !== null && <IconBadge style={['rejected', Undo2]}>{t('confirmation.reversed')}</IconBadge>}
    </span>
  )),
  column('player', t('confirmation.player'), ({ player_id }) => player_id),
  sum('amount', t('confirmation.amount'), ({ amount }) => [amount, currency]),
  figure('fee', t('confirmation.fee'), ({ fee, fee_bp }) => (
    <>
      <Amount amount={fee} /> <span className="text-sm text-ink-soft">{percentOf(fee_bp)} %</span>
    </>
  )),
  time('at', t('confirmation.at'), ({ finished_at }) => finished_at),
]

/** As their browser reported them. */
export function LocationsTab({ agent }: { agent: api.KnownAgent }) {
  const list = useListOf('agent_locations', { agent_id: agent.id })
  return (
    <>
      <p className="max-w-prose text-ink-soft">{t('location.text', { metres: formatWhole(agent.geo_area) })}</p>
      <LocationMap label={t('tabs.locations')} locations={list.rows ?? []} area={agent} />
      <ListPart {...list} columns={locationColumns(agent.geo_area)} />
    </>
  )
}

function locationColumns(radiusM: number): readonly TableColumn<api.AgentLocation>[] {
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
  const act = actsWith({ name: fullName(agent) })
  const agent_id = agent.id
  const form = (send: () => Promise<unknown>) => (
    <ActForm initial={{}} send={() => send().then(refreshAgents)} variant="danger" />
  )
  const ends = useActColumn<api.AgentSession>('end', t('session.action'), api.endAgentSession, ({ id, is_active }) => {
    const end = form(() => call(api.endAgentSession, { agent_id, session_id: id }))
    return [is_active && act('agents.session.one', api.endAgentSession, null, end)]
  })
  const endAll = form(() => call(api.endAgentSessions, { agent_id }))
  return (
    <>
      {agent.counts.open_sessions > 0 && (
        <Acts acts={[act('agents.session.all', api.endAgentSessions, LogOut, endAll)]} />
      )}
      <ListPart
        {...useListOf('agent_sessions', { agent_id })}
        bulk={{ actions: ['session.end'], nameOf: ({ user_agent, ip }) => [user_agent, ip].filter(Boolean).join(', ') }}
        columns={[...sessionColumns(), ...ends]}
      />
    </>
  )
}

const sessionColumns = (): readonly TableColumn<api.AgentSession>[] => [
  column('state', t('session.state'), ({ is_active, ended_at }) => (
    <Badge tone={is_active ? 'approved' : 'neutral'}>
      {is_active ? t('session.open') : ended_at === null ? t('session.run_out') : t('session.ended')}
    </Badge>
  )),
  wide('device', t('session.device'), ({ user_agent }) => user_agent),
  column('ip', t('session.ip'), ({ ip }) => ip),
  time('begun', t('session.begun'), ({ created_at }) => created_at),
  time('seen', t('session.seen'), ({ last_seen_at }) => last_seen_at),
]

export function NotesTab({ agent: { id } }: { agent: api.KnownAgent }) {
  const label = t('tabs.notes')
  const query = useList(api.listAgentNotes, { agent_id: id })
  return (
    <div className="grid max-w-3xl gap-4">
      <Card>
        <Renewed>
          <ActForm
            initial={{ text: '' }}
            send={async ({ text }) => {
              await call(api.addAgentNote, { agent_id: id, text })
              await refreshAgents()
            }}
            submit={t('notes.add')}
            isReady={({ values }) => isGiven(values.text)}
          >
            {(form) => textAreaField(form, 'text', t('notes.new'), { help: t('notes.help'), maxLength: 2000 })}
          </ActForm>
        </Renewed>
      </Card>
      <Card>
        <Loaded query={{ ...query, data: query.rows ?? undefined }} skeleton={<Skeleton className="h-24" />}>
          {(notes) =>
            notes.length === 0 ? (
              <EmptyState icon={<StickyNote aria-hidden />} title={t('notes.none')} />
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
    columns={auditColumns(['number', 'at', 'actor', 'action', 'subject', 'reason'])}
    hrefOf={({ number }) => `/audit/${number}`}
  />
)
