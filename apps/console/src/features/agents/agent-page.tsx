import { type KnownAgent, listAudit } from '@cashbox/contract/operator'
import { Card } from '@cashbox/ui'
import { useParams } from 'wouter'
import { Charts } from '../../platform/charts/charts.tsx'
import { PendingChanges } from '../../platform/forms/second-operator.tsx'
import { textAt } from '../../platform/language/language.ts'
import { useFilters } from '../../platform/list/list-filters.tsx'
import { PageHead } from '../../platform/page/page.tsx'
import { PageTabs } from '../../platform/page/page-tabs.tsx'
import { useMay } from '../../platform/session/session.ts'
import { fullName } from '../../platform/values/formats.ts'
import { RefusedAttempts } from '../../platform/values/refused-attempts.tsx'
import { AuditTab, ConfirmationsTab, LocationsTab, NotesTab, SessionsTab, StatusTab } from './activity-tabs.tsx'
import { AgentDecisions, AgentLoader } from './agent-summary.tsx'
import { useAgent } from './agents.ts'
import { MoneyLinks, StatementTab, TopupsTab } from './money-tabs.tsx'
import { AgentFigures, Overview } from './overview.tsx'

interface AgentProps {
  readonly agent: KnownAgent
}

/** In their order. */
const tabs = {
  overview: ({ agent }: AgentProps) => (
    <Card>
      <Overview agent={agent} />
    </Card>
  ),
  charts: ({ agent }: AgentProps) => <Charts of={{ kind: 'agent', id: agent.id }} />,
  status: StatusTab,
  statement: StatementTab,
  transactions: ConfirmationsTab,
  refused: ({ agent }: AgentProps) => <RefusedAttempts of={{ agent_id: agent.id }} />,
  topups: TopupsTab,
  sessions: SessionsTab,
  locations: LocationsTab,
  notes: NotesTab,
  audit: AuditTab,
}

type Tab = keyof typeof tabs

export function AgentPage() {
  const { id = '' } = useParams()
  const { data } = useAgent(id)
  return (
    <>
      <PageHead title={data ? fullName(data) : textAt('pages.agents')} actions={data && <MoneyLinks agent={data} />} />
      <AgentLoader id={id}>{(agent) => <AgentView agent={agent} />}</AgentLoader>
    </>
  )
}

/** The open tab is in the address. The audit tab is only for roles that may read the audit. */
function AgentView({ agent }: AgentProps) {
  const mayAudit = useMay(listAudit)
  const { values } = useFilters(['tab'])
  const shown = (Object.keys(tabs) as Tab[]).filter((tab) => tab !== 'audit' || mayAudit)
  const open = shown.find((tab) => tab === values.tab) ?? 'overview'
  const Content = tabs[open]
  const counts: Partial<Record<Tab, number>> = {
    transactions: agent.counts.confirmations,
    topups: agent.counts.topups,
    sessions: agent.counts.open_sessions,
    notes: agent.counts.notes,
  }
  return (
    <>
      <PendingChanges kind="agent" id={agent.id} />
      <AgentFigures agent={agent} />
      <AgentDecisions agent={agent} />
      <PageTabs
        label={textAt('agents.tabs.label')}
        path={`/agents/${agent.id}`}
        tabs={shown.map((tab) => ({ tab, label: textAt(`agents.tabs.${tab}`), count: counts[tab] }))}
        current={open}
      />
      <div className="grid min-w-0 gap-4">
        <Content agent={agent} />
      </div>
    </>
  )
}
