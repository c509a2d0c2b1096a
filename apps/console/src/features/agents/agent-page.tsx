import { type KnownAgent, listAudit } from '@cashbox/contract/operator'
import { Card, cn, useTight } from '@cashbox/ui'
import { useEffect, useRef } from 'react'
import { Link, useParams } from 'wouter'
import { Charts } from '../../platform/charts/charts.tsx'
import { PendingChanges } from '../../platform/forms/second-operator.tsx'
import { textAt } from '../../platform/language/language.ts'
import { useFilters } from '../../platform/list/list-filters.tsx'
import { PageHead } from '../../platform/page/page.tsx'
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
  return (
    <>
      <PendingChanges kind="agent" id={agent.id} />
      <AgentFigures agent={agent} />
      <AgentDecisions agent={agent} />
      <TabLinks agent={agent} shown={shown} current={open} />
      <div className="grid min-w-0 gap-4">
        <Content agent={agent} />
      </div>
    </>
  )
}

function TabLinks({ agent: { id, counts }, shown, current }: AgentProps & { shown: Tab[]; current: Tab }) {
  const nav = useRef<HTMLElement>(null)
  useTight(nav)
  // Where there is no room for all of them, the open one is in sight.
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>(`#tab-${current}`)
    if (nav.current && link) nav.current.scrollLeft = link.offsetLeft - nav.current.clientWidth / 3
  }, [current])
  const count: Partial<Record<Tab, number>> = {
    transactions: counts.confirmations,
    topups: counts.topups,
    sessions: counts.open_sessions,
    notes: counts.notes,
  }
  return (
    <nav
      ref={nav}
      aria-label={textAt('agents.tabs.label')}
      className="group/tabs relative -mx-4 min-w-0 overflow-x-auto px-4 sm:mx-0 sm:px-0"
    >
      <ul className="flex min-w-max gap-1 border-b border-line sm:group-data-tight/tabs:gap-0">
        {shown.map((tab) => (
          <li key={tab}>
            <Link
              id={`tab-${tab}`}
              href={tab === 'overview' ? `/agents/${id}` : `/agents/${id}?tab=${tab}`}
              replace
              aria-current={tab === current ? 'page' : undefined}
              className={cn(
                '-mb-px flex min-h-11 items-center gap-1.5 border-b-2 px-3 -outline-offset-2 sm:group-data-tight/tabs:px-2',
                tab === current
                  ? 'border-brand-text font-semibold text-brand-text'
                  : 'border-transparent text-ink-soft hover:text-ink',
              )}
            >
              {textAt(`agents.tabs.${tab}`)}
              {count[tab] !== undefined && count[tab] > 0 && <span className="text-sm tabular-nums">{count[tab]}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
