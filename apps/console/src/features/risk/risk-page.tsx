import type { OutputOf } from '@cashbox/contract'
import { type RankedAgent, type readRiskAgent, riskKinds } from '@cashbox/contract/operator'
import { Badge, Card, EmptyState } from '@cashbox/ui'
import { DialogFooter } from '@cashbox/ui/dialog'
import { HelpPopover } from '@cashbox/ui/popover'
import { ShieldCheck, UserRoundX } from 'lucide-react'
import { useParams } from 'wouter'
import { textAt } from '../../platform/language/language.ts'
import { bare, column, figure, offCard, spare, type TableColumn } from '../../platform/list/columns.tsx'
import { useListOf } from '../../platform/list/list.ts'
import { optionsOf, useListFilters } from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { Loaded, PageHead } from '../../platform/page/page.tsx'
import { useChannelName } from '../../platform/values/channels.ts'
import { formatWhole, fullName } from '../../platform/values/formats.ts'
import { ChannelName } from '../../platform/values/names.tsx'
import { ButtonLink, Facts, StatusBadge } from '../../platform/values/values.tsx'
import { LevelBadge, levelOf, SCALE, ScoreScale } from './score.tsx'
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
      columns={columnsOf(useChannelName())}
      renderDrawer={(cashId) => ({ title: <RiskName cashId={cashId} />, content: <RiskDetail cashId={cashId} /> })}
    />
  )
}

const columnsOf = (channelName: (code: string) => string): readonly TableColumn<RankedAgent>[] => [
  column('cash_id', textAt('risk.cash_id'), ({ cash_id }) => cash_id),
  bare.column('name', textAt('risk.name'), fullName),
  figure('score', textAt('risk.score'), ({ score }) => (
    <span className="inline-flex items-center gap-2">
      <LevelBadge state={levelOf(score)} />
      <span className="min-w-8 font-semibold">{formatWhole(score)}</span>
    </span>
  )),
  bare.wide('kinds', textAt('risk.signals'), ({ kinds }) => (
    <span className="inline-flex gap-1.5 max-sm:flex-wrap">
      {kinds.map((kind) => (
        <Badge key={kind} tone="neutral">
          {textAt(`risk.kinds.${kind}.title`)}
        </Badge>
      ))}
    </span>
  )),
  offCard.column('status', textAt('risk.status'), ({ status }) => <StatusBadge state={status} />),
  spare.column('channel', textAt('risk.channel'), ({ channel }) => channelName(channel)),
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
              [textAt('risk.channel')]: <ChannelName code={agent.channel} />,
            }}
          />
          <ScoreScale score={agent.score} />
          <NextStep agent={agent} />
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

const nextSteps = { low: 'risk.next.low', watch: 'risk.next.watch', high: 'risk.next.high' } as const

/** By the score; each signal says more about itself. */
function NextStep({ agent: { agent_id, score, status } }: { agent: RiskAgent }) {
  const level = levelOf(score)
  return (
    <section aria-label={textAt('risk.next.title')} className="grid w-full gap-3 rounded-2xl border border-line p-4">
      <div>
        <h2 className="font-semibold">{textAt('risk.next.title')}</h2>
        <p>{textAt(nextSteps[level === 'high' && status !== 'approved' ? 'watch' : level])}</p>
      </div>
      <DialogFooter>
        <div className="flex flex-wrap gap-2">
          <ButtonLink variant={level === 'high' ? 'primary' : 'secondary'} href={`/agents/${agent_id}`}>
            {textAt('risk.to_agent')}
          </ButtonLink>
          <ButtonLink href={`/agents/${agent_id}?tab=locations`}>{textAt('risk.next.locations')}</ButtonLink>
        </div>
      </DialogFooter>
    </section>
  )
}

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
      <p>{textAt('risk.scale', SCALE)}</p>
    </div>
  </HelpPopover>
)
