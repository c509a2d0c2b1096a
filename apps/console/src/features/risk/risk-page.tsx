import type { OutputOf } from '@cashbox/contract'
import { type RankedAgent, type readRiskAgent, riskKinds } from '@cashbox/contract/operator'
import { Badge, Card, EmptyState } from '@cashbox/ui'
import { HelpPopover } from '@cashbox/ui/popover'
import { ShieldCheck, UserRoundX } from 'lucide-react'
import { useParams } from 'wouter'
import { textAt } from '../../platform/language/language.ts'
import { bare, column, figure, offCard, type TableColumn } from '../../platform/list/columns.tsx'
import { useListOf } from '../../platform/list/list.ts'
import { optionsOf, useListFilters } from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { Loaded, PageHead } from '../../platform/page/page.tsx'
import { formatWhole, fullName } from '../../platform/values/formats.ts'
import { ButtonLink, Facts, StatusBadge } from '../../platform/values/values.tsx'
import { SignalCard, useRiskAgent } from './signal-card.tsx'

export function RiskPage() {
  const filters = useListFilters({
    kind: { label: textAt('risk.kind'), options: optionsOf(riskKinds, (kind) => textAt(`risk.kinds.${kind}.title`)) },
  })
  return (
    <ListPage
      {...useListOf('risk', filters.values)}
      filters={filters}
      actions={<ScoreHelp />}
      path="/risk"
      columns={columnsOf()}
      renderDrawer={(cashId) => ({ title: <RiskName cashId={cashId} />, content: <RiskDetail cashId={cashId} /> })}
    />
  )
}

const columnsOf = (): readonly TableColumn<RankedAgent>[] => [
  column('cash_id', textAt('risk.cash_id'), ({ cash_id }) => cash_id),
  bare.column('name', textAt('risk.name'), fullName),
  figure('score', textAt('risk.score'), ({ score }) => <span className="font-semibold">{formatWhole(score)}</span>),
  bare.wide('kinds', textAt('risk.signals'), ({ kinds }) => (
    <span className="inline-flex flex-wrap gap-1.5">
      {kinds.map((kind) => (
        <Badge key={kind} tone="neutral">
          {textAt(`risk.kinds.${kind}.title`)}
        </Badge>
      ))}
    </span>
  )),
  offCard.column('status', textAt('risk.status'), ({ status }) => <StatusBadge state={status} />),
  offCard.column('channel', textAt('risk.channel'), ({ channel }) => channel),
  offCard.time('last_at', textAt('risk.last_at'), ({ last_at }) => last_at),
]

export function RiskAgentPage() {
  const { cash_id = '' } = useParams()
  const { data } = useRiskAgent(cash_id)
  return (
    <>
      <PageHead title={data ? fullName(data) : textAt('pages.risk')} actions={<ScoreHelp />} />
      <RiskDetail cashId={cash_id} />
    </>
  )
}

type RiskAgent = OutputOf<typeof readRiskAgent>['agent']

const RiskDetail = ({ cashId }: { cashId: string }) => (
  <Loaded query={useRiskAgent(cashId)} none={{ icon: UserRoundX, title: textAt('risk.no_such_agent') }}>
    {(agent) => (
      <div className="grid min-w-0 gap-6">
        <div className="grid justify-items-start gap-4">
          <Facts
            facts={{
              [textAt('risk.cash_id')]: agent.cash_id,
              [textAt('risk.status')]: <StatusBadge state={agent.status} />,
              [textAt('risk.channel')]: agent.channel,
              [textAt('risk.score')]: (
                <span className="text-lg font-semibold tabular-nums">{formatWhole(agent.score)}</span>
              ),
            }}
          />
          <ButtonLink href={`/agents/${agent.agent_id}`}>{textAt('risk.to_agent')}</ButtonLink>
        </div>
        {agent.signals.length === 0 && (
          <Card>
            <EmptyState icon={<ShieldCheck aria-hidden />} title={textAt('risk.no_signals')}>
              {textAt('risk.no_signals_text')}
            </EmptyState>
          </Card>
        )}
        <Signals title={textAt('risk.open_signals')} agent={agent} isDismissed={false} />
        <Signals title={textAt('risk.dismissed_signals')} agent={agent} isDismissed />
      </div>
    )}
  </Loaded>
)

function RiskName({ cashId }: { cashId: string }) {
  const { data } = useRiskAgent(cashId)
  return data ? fullName(data) : cashId
}

function Signals({ title, agent, isDismissed }: { title: string; agent: RiskAgent; isDismissed: boolean }) {
  const signals = agent.signals.filter(({ dismissed }) => isDismissed === (dismissed !== null))
  if (signals.length === 0) return null
  return (
    <section aria-label={title} className="grid min-w-0 gap-3">
      <h2 className="font-semibold">{title}</h2>
      {signals.map((signal) => (
        <SignalCard key={signal.id} signal={signal} agent={agent} />
      ))}
    </section>
  )
}

const ScoreHelp = () => (
  <HelpPopover label={textAt('risk.score_help.label')} title={textAt('risk.score_help.label')}>
    <div className="grid gap-2">
      <p>{textAt('risk.score_help.weights')}</p>
      <p>{textAt('risk.score_help.fading')}</p>
      <p>{textAt('risk.score_help.sum')}</p>
    </div>
  </HelpPopover>
)
