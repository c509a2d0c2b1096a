import * as api from '@cashbox/contract/operator'
import { Button, Card } from '@cashbox/ui'
import { Check, Scale } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNow } from 'use-intl'
import { Acts, actsWith } from '../../platform/forms/acts.tsx'
import { textsOf } from '../../platform/language/language.ts'
import { column, sum, type TableColumn, time } from '../../platform/list/columns.tsx'
import { DataTable } from '../../platform/list/data-table.tsx'
import { LocationMap } from '../../platform/map/location-map.tsx'
import { call, refresh, useAnswer } from '../../platform/session/session.ts'
import { formatWhole, fullName } from '../../platform/values/formats.ts'
import {
  Code,
  Coordinates,
  type FactList,
  Facts,
  IconBadge,
  LabelledTime,
  TextLink,
  TransactionLink,
  TransactionTypeLabel,
  When,
} from '../../platform/values/values.tsx'

import { Bar, countsNow } from './score.tsx'

const t = textsOf('risk')

interface SignalCardProps {
  readonly signal: api.RiskSignal
  readonly agent: SignalAgent
}

const DAY_S = 24 * 60 * 60

export function SignalCard({ signal, agent }: SignalCardProps) {
  const { kind, weight, last_at, dismissed } = signal
  const present = countsNow(signal, useNow().getTime() / 1000)
  return (
    <Card role="article" aria-labelledby={signal.id} className="grid min-w-0 gap-4">
      <div className="grid gap-1.5">
        <div className="flex flex-wrap items-center gap-2">
          <h3 id={signal.id} className="font-semibold">
            {t(`kinds.${kind}.title`)}
          </h3>
          {dismissed === null && <IconBadge style={['pending', Scale]}>{t('weight', { weight })}</IconBadge>}
        </div>
        <p className="max-w-prose">{t(`kinds.${kind}.text`)}</p>
      </div>
      {dismissed === null && (
        <div className="grid max-w-md gap-1">
          <Bar label={t('weight', { weight })} value={present} of={weight} className="bg-pending" />
          <span className="flex flex-wrap justify-between gap-x-4 text-sm text-ink-soft">
            <span>{t('counts', { now: formatWhole(present), weight: formatWhole(weight) })}</span>
            <LabelledTime label={t('fades')} seconds={last_at + api.RISK_DAYS * DAY_S} />
          </span>
        </div>
      )}
      {dismissed === null && (
        <p className="max-w-prose">
          <span className="font-semibold">{t('next.title')}:</span> {t(`kinds.${kind}.next`)}
        </p>
      )}
      <SignalFacts signal={signal} />
      <SignalConfirmations signal={signal} />
      <SignalOthers signal={signal} />
      {dismissed === null ? <Dismiss signal={signal} agent={agent} /> : <Dismissed dismissed={dismissed} />}
    </Card>
  )
}

function Dismiss({ signal: { id, version, kind }, agent }: SignalCardProps) {
  const act = actsWith({ name: fullName(agent), signal: t(`kinds.${kind}.title`) })
  const send = async ({ reason }: { readonly reason: string }) => {
    await call(api.dismissRiskSignal, { signal_id: id, version, reason })
    await refreshRisk()
  }
  const form = { send, reasonHelp: t('dismiss.reason_help'), variant: 'danger' } as const
  return <Acts reload={refreshRisk} acts={[act('risk.dismiss', api.dismissRiskSignal, Check, form)]} />
}

const Dismissed = ({ dismissed: { at, by, reason } }: { dismissed: NonNullable<api.RiskSignal['dismissed']> }) => (
  <div className="border-s-2 border-line ps-3">
    <p className="text-sm text-ink-soft">
      {t('dismissed_by', { name: by })}, <When seconds={at} />
    </p>
    <p className="whitespace-pre-wrap wrap-anywhere">
      <bdi>{reason}</bdi>
    </p>
    <p className="text-sm text-ink-soft">{t('dismissed_text')}</p>
  </div>
)

const SignalFacts = ({ signal }: { signal: api.RiskSignal }) => (
  <Facts
    facts={{
      ...factsOf(signal),
      [t('first_at')]: <When seconds={signal.first_at} />,
      [t('last_at')]: <When seconds={signal.last_at} />,
    }}
  />
)

function factsOf({ kind, subject, facts }: api.RiskSignal): FactList {
  const number = (name: string) => Number(facts[name] ?? 0)
  const metres = (name: string) => t('facts.metres', { metres: formatWhole(number(name)) })
  const times = { [t('facts.times')]: formatWhole(number('times')) }
  const agents = { [t('facts.agents')]: formatWhole(number('agents')) }
  const ofKind: Record<api.RiskSignal['kind'], () => FactList> = {
    identical_location: () => ({
      [t('facts.location')]: <Coordinates lat={number('lat')} lon={number('lon')} />,
      [t('facts.confirmations')]: formatWhole(number('confirmations')),
      [t('facts.days')]: t('facts.days_value', { count: number('days') }),
    }),
    impossible_travel: () => ({
      ...times,
      [t('facts.speed')]: t('facts.speed_value', { kmh: formatWhole(number('fastest_m_s') * 3.6) }),
    }),
    low_accuracy: () => ({
      [t('facts.confirmations')]: t('facts.confirmations_of', {
        count: number('confirmations'),
        of: number('of'),
        percent: formatWhole(number('share') * 100),
      }),
      [t('facts.area')]: metres('area_m'),
      [t('facts.worst')]: metres('worst_m'),
    }),
    shared_device: () => ({ [t('facts.device')]: <Code text={subject} />, ...agents }),
    shared_ip: () => ({ [t('facts.address')]: <Code text={subject} />, ...agents }),
    circular_payments: () => {
      const [partner = '', ...player] = subject.split(' ')
      return { [t('facts.player')]: t('facts.player_value', { player: player.join(' '), partner }), ...times }
    },
  }
  return ofKind[kind]()
}

type SignalAgent = Pick<api.RankedAgent, 'cash_id' | 'first_name' | 'last_name'>

export const useRiskAgent = (cashId: string) =>
  useAnswer(api.readRiskAgent, { cash_id: cashId }, { select: ({ agent }) => agent })

const refreshRisk = () => refresh(api.listRiskAgents.path)

type Confirmation = api.RiskSignal['confirmations'][number]
type Other = api.RiskSignal['other_agents'][number]
const SHOWN_AT_FIRST = 5

type ColumnName = 'player' | 'location' | 'ip'

/** The column that shows the evidence of each kind. */
const evidenceColumn: Record<api.RiskKind, ColumnName> = {
  identical_location: 'location',
  impossible_travel: 'location',
  low_accuracy: 'location',
  shared_device: 'ip',
  shared_ip: 'ip',
  circular_payments: 'player',
}

function SignalConfirmations({ signal }: { signal: api.RiskSignal }) {
  const { kind, confirmations } = signal
  const columns = confirmationColumns(evidenceColumn[kind])
  const label = labelOf(signal, t('confirmation.title'))
  const [isAll, setAll] = useState(false)
  if (confirmations.length === 0) return null
  const rows = isAll ? confirmations : confirmations.slice(0, SHOWN_AT_FIRST)
  return (
    <TitledPart title={t('confirmation.title')}>
      {evidenceColumn[kind] === 'location' && <LocationMap label={label} locations={confirmations} />}
      <DataTable label={label} columns={columns} rows={rows} keyOf={({ number }) => String(number)} />
      {rows.length < confirmations.length && (
        <Button variant="ghost" className="justify-self-start" onClick={() => setAll(true)}>
          {t('confirmation.show_all', { count: confirmations.length })}
        </Button>
      )}
    </TitledPart>
  )
}

function SignalOthers({ signal }: { signal: api.RiskSignal }) {
  const { other_agents } = signal
  const label = labelOf(signal, t('other_agents.title'))
  const columns = otherColumns()
  if (other_agents.length === 0) return null
  return (
    <TitledPart title={t('other_agents.title')}>
      <DataTable label={label} columns={columns} rows={other_agents} keyOf={({ cash_id }) => cash_id} />
    </TitledPart>
  )
}

const otherColumns = (): readonly TableColumn<Other>[] => [
  column('agent', t('other_agents.agent'), ({ cash_id }) => (
    <TextLink href={`/agents?search=${cash_id}`}>{cash_id}</TextLink>
  )),
  column('last', t('other_agents.last'), ({ transaction_id }) => <TransactionLink id={transaction_id} />),
  time('at', t('other_agents.at'), ({ at }) => at),
]

/** Unique, because several such tables may be on a page. */
function labelOf({ kind, subject }: api.RiskSignal, title: string): string {
  return [title, t(`kinds.${kind}.title`), subject].filter(Boolean).join(', ')
}

function confirmationColumns(wanted: ColumnName): readonly TableColumn<Confirmation>[] {
  const evidence: Record<ColumnName, (row: Confirmation) => ReactNode> = {
    player: ({ player_id }) => player_id,
    location: (row) => <Location confirmation={row} />,
    ip: ({ ip }) => ip,
  }
  return [
    column('id', t('confirmation.id'), ({ transaction_id }) => <TransactionLink id={transaction_id} />),
    column('type', t('confirmation.type'), ({ type }) => <TransactionTypeLabel type={type} />),
    sum('amount', t('confirmation.amount'), ({ amount }) => [amount]),
    column(wanted, t(`confirmation.${wanted}`), evidence[wanted]),
    time('at', t('confirmation.at'), ({ at }) => at),
  ]
}

function Location({ confirmation: { geo_lat, geo_lon, accuracy_m } }: { confirmation: Confirmation }) {
  if (geo_lat === null || geo_lon === null) return '–'
  return (
    <span className="inline-grid max-sm:justify-items-end">
      <Coordinates lat={geo_lat} lon={geo_lon} />
      {accuracy_m !== null && (
        <span className="text-sm text-ink-soft">{t('confirmation.accuracy', { metres: formatWhole(accuracy_m) })}</span>
      )}
    </span>
  )
}

const TitledPart = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid min-w-0 gap-1.5">
    <h4 className="text-sm text-ink-soft">{title}</h4>
    {children}
  </div>
)
