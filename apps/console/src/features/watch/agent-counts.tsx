import { agentStatuses } from '@cashbox/contract'
import type { Today } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { formatWhole } from '../../platform/formats.ts'
import { StatusBadge } from '../../platform/status-badge.tsx'
import { WatchSection } from './watch-section.tsx'

/** How many agents there are in each status, each a way to them. */
export function AgentCounts({ today: { agents } }: { today: Today }) {
  const t = useTranslations('watch.agents')
  return (
    <WatchSection id="agents" title={t('title')}>
      <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-2xl border border-line bg-line sm:grid-cols-5">
        {agentStatuses.map((status) => (
          <li key={status} className="bg-card max-sm:last:col-span-2">
            <Link
              href={`/agents?status=${status}&is_demo=false`}
              className="flex items-center justify-between gap-2 p-3 -outline-offset-2 hover:bg-sunken"
            >
              <StatusBadge status={status} />
              <span className="text-lg font-semibold tabular-nums">
                {formatWhole(agents.find((one) => one.status === status)?.count ?? 0)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </WatchSection>
  )
}
