import type { OutputOf } from '@cashbox/contract'
import { chartAgentRefusals, chartPartnerRefusals, chartRefusals } from '@cashbox/contract/operator'
import { Card } from '@cashbox/ui'
import { RankedBars } from '@cashbox/ui/ranked-bars'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { formatWhole } from '../formats.ts'
import type { Messages } from '../language.ts'
import { Loaded } from '../loaded.tsx'
import { Section } from '../section.tsx'
import { useChart } from './use-chart.ts'

/** Of the network, or of one channel. */
export function Refusals({ channel }: { channel?: string }) {
  const t = useTranslations('charts.refusals')
  return <Drawn query={useChart(chartRefusals, channel === undefined ? {} : { channel })} text={t('day')} />
}

export function AgentRefusals({ agentId }: { agentId: string }) {
  const t = useTranslations('charts.refusals')
  return <Drawn query={useChart(chartAgentRefusals, { agent_id: agentId })} text={t('month')} />
}

export function PartnerRefusals({ code }: { code: string }) {
  const t = useTranslations('charts.refusals')
  return <Drawn query={useChart(chartPartnerRefusals, { code })} text={t('partner')} />
}

type Code = keyof Messages['charts']['refusal']

function Drawn({ query, text }: { query: UseQueryResult<OutputOf<typeof chartRefusals>>; text: string }) {
  const t = useTranslations('charts')
  const nameOf = (code: string) => (t.has(`refusal.${code as Code}`) ? t(`refusal.${code as Code}`) : code)
  return (
    <Section title={t('refusals.title')}>
      <Loaded query={query} isInCard>
        {({ list }) => (
          <Card className="grid gap-4">
            <p className="text-sm text-ink-soft">{text}</p>
            {list.length === 0 ? (
              t('refusals.none')
            ) : (
              <RankedBars
                label={t('refusals.title')}
                bars={list.map(({ code, count }) => ({
                  key: code,
                  label: nameOf(code),
                  value: count,
                  text: formatWhole(count),
                }))}
              />
            )}
          </Card>
        )}
      </Loaded>
    </Section>
  )
}
