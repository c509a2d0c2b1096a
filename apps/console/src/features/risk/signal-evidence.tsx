import type { RiskKind, RiskSignal } from '@cashbox/contract/operator'
import { Button } from '@cashbox/ui'
import { DataTable, type TableColumn } from '@cashbox/ui/dense/data-table'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { column, sum, time } from '../../platform/list/use-list.tsx'
import { PositionMap } from '../../platform/map/position-map.tsx'
import { formatWhole } from '../../platform/values/formats.ts'
import { Code, Coordinates, TextLink, TransactionTypeLabel } from '../../platform/values/values.tsx'

type Confirmation = RiskSignal['confirmations'][number]
type Other = RiskSignal['other_agents'][number]
const SHOWN_AT_FIRST = 5

type ColumnName = 'player' | 'position' | 'ip'

/** The column that shows the evidence of each kind. */
const evidenceColumn: Record<RiskKind, ColumnName> = {
  identical_location: 'position',
  impossible_travel: 'position',
  low_accuracy: 'position',
  shared_device: 'ip',
  shared_ip: 'ip',
  circular_payments: 'player',
}

export function SignalConfirmations({ signal }: { signal: RiskSignal }) {
  const t = useTranslations('risk.confirmation')
  const { kind, confirmations } = signal
  const columns = useConfirmationColumns(evidenceColumn[kind])
  const label = useLabel(signal, t('title'))
  const [isAll, setAll] = useState(false)
  if (confirmations.length === 0) return null
  const rows = isAll ? confirmations : confirmations.slice(0, SHOWN_AT_FIRST)
  return (
    <TitledPart title={t('title')}>
      {evidenceColumn[kind] === 'position' && <PositionMap label={label} positions={confirmations} />}
      <DataTable label={label} columns={columns} rows={rows} keyOf={({ number }) => String(number)} />
      {rows.length < confirmations.length && (
        <Button variant="ghost" className="justify-self-start" onClick={() => setAll(true)}>
          {t('show_all', { count: confirmations.length })}
        </Button>
      )}
    </TitledPart>
  )
}

export function SignalOthers({ signal }: { signal: RiskSignal }) {
  const t = useTranslations('risk.other_agents')
  const { other_agents } = signal
  const label = useLabel(signal, t('title'))
  const columns = useOtherColumns()
  if (other_agents.length === 0) return null
  return (
    <TitledPart title={t('title')}>
      <DataTable label={label} columns={columns} rows={other_agents} keyOf={({ cash_id }) => cash_id} />
    </TitledPart>
  )
}

function useOtherColumns(): readonly TableColumn<Other>[] {
  const t = useTranslations('risk.other_agents')
  return [
    column('agent', t('agent'), ({ cash_id }) => <TextLink href={`/agents?search=${cash_id}`}>{cash_id}</TextLink>),
    column('last', t('last'), ({ transaction_id }) => <TransactionLink id={transaction_id} />),
    time('at', t('at'), ({ at }) => at),
  ]
}

/** Unique, because several such tables may be on a page. */
function useLabel({ kind, subject }: RiskSignal, title: string): string {
  const t = useTranslations('risk')
  return [title, t(`kinds.${kind}.title`), subject].filter(Boolean).join(', ')
}

function useConfirmationColumns(wanted: ColumnName): readonly TableColumn<Confirmation>[] {
  const t = useTranslations('risk.confirmation')
  const evidence: Record<ColumnName, (row: Confirmation) => ReactNode> = {
    player: ({ player_id }) => player_id,
    position: (row) => <Position confirmation={row} />,
    ip: ({ ip }) => ip,
  }
  return [
    column('id', t('id'), ({ transaction_id }) => <TransactionLink id={transaction_id} />),
    column('type', t('type'), ({ type }) => <TransactionTypeLabel type={type} />),
    sum('amount', t('amount'), ({ amount }) => [amount]),
    column(wanted, t(wanted), evidence[wanted]),
    time('at', t('at'), ({ at }) => at),
  ]
}

function Position({ confirmation: { geo_lat, geo_lon, accuracy_m } }: { confirmation: Confirmation }) {
  const t = useTranslations('risk.confirmation')
  if (geo_lat === null || geo_lon === null) return '–'
  return (
    <span className="inline-grid max-sm:justify-items-end">
      <Coordinates lat={geo_lat} lon={geo_lon} />
      {accuracy_m !== null && (
        <span className="text-sm text-ink-soft">{t('accuracy', { metres: formatWhole(accuracy_m) })}</span>
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

const TransactionLink = ({ id }: { id: string }) => (
  <TextLink href={`/transactions/${id}`}>
    <Code text={id} />
  </TextLink>
)
