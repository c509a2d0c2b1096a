import type { OutputOf } from '@cashbox/contract'
import type { mapAgents } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { fullName } from '../../platform/full-name.ts'
import { StatusBadge } from '../../platform/status-badge.tsx'
import { TextLink } from '../../platform/text-link.tsx'
import { When } from '../../platform/values.tsx'

/** The same without a map: how many agents there are in the box, and who they are once they are few. */
export function AgentsInView({ found: { agents, names, as_of } }: { found: OutputOf<typeof mapAgents> }) {
  const t = useTranslations('map')
  return (
    <div className="grid gap-2">
      <p role="status" className="font-semibold">
        {t('in_view', { count: agents })}
        {as_of !== null && (
          <span className="font-normal text-ink-soft">
            {' '}
            {t('as_of')} <When seconds={as_of} />
          </span>
        )}
      </p>
      {names.length > 0 && (
        <ul aria-label={t('agents')} className="grid gap-x-6 sm:grid-cols-2 xl:grid-cols-3">
          {names.map((agent) => (
            <li key={agent.id} className="flex min-h-11 items-center justify-between gap-3 border-b border-line">
              <TextLink href={`/agents/${agent.id}`}>{fullName(agent)}</TextLink>
              <StatusBadge status={agent.status} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
