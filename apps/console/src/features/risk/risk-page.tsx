import type { OutputOf } from '@cashbox/contract'
import { type RankedAgent, type readRiskAgent, riskKinds } from '@cashbox/contract/operator'
import { Badge, Card, EmptyState } from '@cashbox/ui'
import { HelpPopover } from '@cashbox/ui/popover'
import { ShieldCheck, UserRoundX } from 'lucide-react'
import { useParams } from 'wouter'
import { textAt, textsOf } from '../../platform/language/language.ts'
import { bare, column, figure, offCard, type TableColumn, time, wide } from '../../platform/list/columns.tsx'
import { useListOf } from '../../platform/list/list.ts'
import { optionsOf, useListFilters } from '../../platform/list/list-filters.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { Loaded, PageHead } from '../../platform/page/page.tsx'
import { formatWhole, fullName } from '../../platform/values/formats.ts'
import { ButtonLink, Facts, StatusBadge } from '../../platform/values/values.tsx'
import { SignalCard, useRiskAgent } from './signal-card.tsx'

const t = textsOf('risk')

export function RiskPage() {
  const filters = useListFilters({
    kind: { label: t('kind'), options: optionsOf(riskKinds, (kind) => t(`kinds.${kind}.title`)) },
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
  column('cash_id', t('cash_id'), ({ cash_id }) => cash_id),
  bare(column('name', t('name'), fullName)),
  figure('score', t('score'), ({ score }) => <span className="font-semibold">{formatWhole(score)}</span>),
  bare(
    wide('kinds', t('signals'), ({ kinds }) => (
      <span className="inline-flex flex-wrap gap-1.5">
        {kinds.map((kind) => (
          <Badge key={kind} tone="neutral">
            {t(`kinds.${kind}.title`)}
          </Badge>
        ))}
      </span>
    )),
  ),
  offCard(column('status', t('status'), ({ status }) => <StatusBadge state={status} />)),
  offCard(column('channel', t('channel'), ({ channel }) => channel)),
  offCard(time('last_at', t('last_at'), ({ last_at }) => last_at)),
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
  <Loaded query={useRiskAgent(cashId)} none={{ icon: UserRoundX, title: t('no_such_agent') }}>
    {(agent) => (
      <div className="grid min-w-0 gap-6">
        <div className="grid justify-items-start gap-4">
          <Facts
            facts={{
              [t('cash_id')]: agent.cash_id,
              [t('status')]: <StatusBadge state={agent.status} />,
              [t('channel')]: agent.channel,
              [t('score')]: <span className="text-lg font-semibold tabular-nums">{formatWhole(agent.score)}</span>,
            }}
          />
          <ButtonLink href={`/agents/${agent.agent_id}`}>{t('to_agent')}</ButtonLink>
        </div>
        {agent.signals.length === 0 && (
          <Card>
            <EmptyState icon={<ShieldCheck aria-hidden />} title={t('no_signals')}>
              {t('no_signals_text')}
            </EmptyState>
          </Card>
        )}
        <Signals title={t('open_signals')} agent={agent} isDismissed={false} />
        <Signals title={t('dismissed_signals')} agent={agent} isDismissed />
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
  <HelpPopover label={t('score_help.label')} title={t('score_help.label')}>
    <div className="grid gap-2">
      <p>{t('score_help.weights')}</p>
      <p>{t('score_help.fading')}</p>
      <p>{t('score_help.sum')}</p>
    </div>
  </HelpPopover>
)
