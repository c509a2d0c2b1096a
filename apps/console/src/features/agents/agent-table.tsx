import type { ListedAgent } from '@cashbox/contract/operator'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { DetailDrawer } from '../../platform/detail-drawer.tsx'
import { ListTable } from '../../platform/list-table.tsx'
import { type Sort, useOpened } from '../../platform/url-filters.ts'
import { AgentSummary } from './agent-summary.tsx'
import { fullName, useAgent, type useAgents } from './agents.ts'

interface AgentTableProps {
  readonly label: string
  readonly columns: readonly TableColumn<ListedAgent>[]
  readonly query: ReturnType<typeof useAgents>
  readonly sort?: Sort
  readonly onSort?: (sort: Sort) => void
  readonly emptyTitle: string
  readonly emptyText: string
}

/** Agents, and one of them beside the table. */
export function AgentTable({ query, ...table }: AgentTableProps) {
  const { opened, open, close } = useOpened()
  const shown = query.rows?.find(({ id }) => id === opened)
  return (
    <>
      <ListTable
        {...table}
        query={query}
        rows={query.rows}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/agents/${id}`}
        onOpen={({ id }) => open(id)}
        openKey={opened}
      />
      {opened && (
        <DetailDrawer
          title={<AgentName id={opened} otherwise={shown ? fullName(shown) : table.label} />}
          href={`/agents/${opened}`}
          onClose={close}
        >
          <AgentSummary key={opened} id={opened} />
        </DetailDrawer>
      )}
    </>
  )
}

/** Also of one who has left the list by what was decided. */
function AgentName({ id, otherwise }: { id: string; otherwise: string }) {
  const { data } = useAgent(id)
  return data ? fullName(data) : otherwise
}
