import * as api from '@cashbox/contract/operator'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { SecondOperator } from '../../platform/forms/second-operator.tsx'
import type { MapItem } from '../../platform/map/items.ts'
import { LazyMap } from '../../platform/map/map.tsx'
import { Loaded } from '../../platform/page/page.tsx'
import { useAnswer, useMay } from '../../platform/session/session.ts'
import { DifferenceTable } from '../../platform/values/difference-table.tsx'
import { Amount, Facts } from '../../platform/values/values.tsx'
import { PreviewView } from './preview-panel.tsx'

/** At least what the requester saw. */
export function RequestEffect({ request }: { request: api.ApprovalRequest }) {
  const { id, kind, state, subject, before, after, fields } = request
  const isWaiting = state === 'pending'
  const mayPreview = useMay(api.previewWaitingMoney)
  if (api.isMoneyRequest(request)) return isWaiting && mayPreview && <WaitingMoney id={id} />
  return (
    <div className="grid gap-4">
      {isWaiting && <SecondOperator kind={kind as api.ChangeKind} />}
      <DifferenceTable before={before} after={after} marked={fields} />
      {subject.kind === 'agent' && <AgentNow request={request} />}
    </div>
  )
}

function WaitingMoney({ id }: { id: string }) {
  const query = useAnswer(api.previewWaitingMoney, { request_id: id })
  return <Loaded query={query}>{({ preview }) => <PreviewView preview={preview} isFixed />}</Loaded>
}

function AgentNow({ request }: { request: api.ApprovalRequest }) {
  const t = useTranslations('agents')
  const query = useAnswer(api.readAgent, { agent_id: request.subject.id })
  return (
    <Loaded query={query}>
      {({ agent }) => (
        <>
          <Facts
            facts={[
              [t('balance'), <Amount key="balance" amount={agent.balance} currency={agent.channel.currency_code} />],
            ]}
          />
          {Object.keys(request.after ?? {}).some((field) => field.startsWith('geo_')) && (
            <AreaMap request={request} agent={agent} />
          )}
        </>
      )}
    </Loaded>
  )
}

/** Of fields that don't change, the agent's own. */
function AreaMap({ request: { before, after }, agent }: { request: api.ApprovalRequest; agent: api.KnownAgent }) {
  const t = useTranslations()
  const items = useMemo(() => {
    const drawn: MapItem[] = []
    for (const [key, fields] of [
      ['before', before],
      ['after', after],
    ] as const) {
      const { geo_lat, geo_lon, geo_area } = { ...agent, ...fields }
      if (geo_lat === null || geo_lon === null) continue
      const spot = { key, lat: Number(geo_lat), lon: Number(geo_lon) }
      const tone = 'main'
      drawn.push({ kind: 'circle', ...spot, radiusM: geo_area, tone, isHollow: key === 'before' })
      drawn.push({ kind: 'mark', ...spot, key: `${key} point`, tone, label: t(`differences.${key}`) })
    }
    return drawn
  }, [before, after, agent, t])
  return <LazyMap label={t('approvals.area')} items={items} className="h-72" />
}
