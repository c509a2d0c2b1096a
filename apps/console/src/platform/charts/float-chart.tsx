import type { OutputOf } from '@cashbox/contract'
import { chartAgentFloat } from '@cashbox/contract/operator'
import { Card } from '@cashbox/ui'
import { TimeChart } from '@cashbox/ui/time-chart'
import { useLocale, useTranslations } from 'use-intl'
import { formatMoney } from '../formats.ts'
import { Loaded } from '../loaded.tsx'
import { Section } from '../section.tsx'
import { Amount, When } from '../values.tsx'
import { compactTick, momentLabels } from './chart-labels.ts'
import { useChart } from './use-chart.ts'

type Answer = OutputOf<typeof chartAgentFloat>

/** The float as it was, and as the forecast expects it. */
export function FloatChart({ agentId }: { agentId: string }) {
  const t = useTranslations('charts.float')
  const query = useChart(chartAgentFloat, { agent_id: agentId })
  return (
    <Section title={t('title')}>
      <Loaded query={query} isInCard>
        {(answer) => (
          <Card className="grid min-w-0 gap-4">
            <Drawn answer={answer} />
            <p className="text-sm text-ink-soft">
              <Outlook answer={answer} /> {t('floor')}{' '}
              <span className="text-ink">
                <Amount amount={answer.floor} currency={answer.currency_code} />
              </span>
            </p>
          </Card>
        )}
      </Loaded>
    </Section>
  )
}

const THREE_HOURS_S = 3 * 60 * 60

function Drawn({ answer: { past, expected } }: { answer: Answer }) {
  const t = useTranslations('charts')
  const locale = useLocale()
  const now = past.length - 1
  // The forecast is by the hour; drawn as far apart as the past, so that the time runs evenly.
  const toCome = expected.filter(({ at }, index) => index > 0 && at % THREE_HOURS_S === 0)
  const floats = past.map(({ float }) => float)
  const [line, rest] = [toCome.map(() => null), past.map((_, index) => (index === now ? (floats[now] ?? null) : null))]
  const forecast = [...(toCome.length > 0 ? rest : past.map(() => null)), ...toCome.map(({ float }) => float)]
  const numbers = (amounts: readonly (string | null)[]) => ({
    values: amounts.map((amount) => (amount === null ? null : Number(amount))),
    texts: amounts.map((amount) => (amount === null ? '' : formatMoney(amount))),
  })
  return (
    <TimeChart
      label={t('float.title')}
      pointLabel={t('float.point')}
      points={[...past, ...toCome].map(({ at }) => ({ key: String(at), ...momentLabels(at, locale) }))}
      series={[
        { tone: 'main', label: t('float.float'), kind: 'line', ...numbers([...floats, ...line]) },
        { tone: 'second', label: t('float.expected'), kind: 'dashes', ...numbers(forecast) },
      ]}
      formatTick={compactTick}
      tableLabel={t('table')}
      firstShown={now}
    />
  )
}

function Outlook({ answer: { expected, lasts_until } }: { answer: Answer }) {
  const t = useTranslations('charts.float')
  if (expected.length === 0) return t('unknown')
  if (lasts_until === null) return t('lasts')
  return (
    <>
      {t('lasts_until')} <When seconds={lasts_until} />.
    </>
  )
}
