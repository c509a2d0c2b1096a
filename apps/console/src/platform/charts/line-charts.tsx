import type { Endpoint, InputOf, OutputOf } from '@cashbox/contract'
import * as api from '@cashbox/contract/operator'
import { Card } from '@cashbox/ui'
import { RankedBars } from '@cashbox/ui/ranked-bars'
import { TimeChart } from '@cashbox/ui/time-chart'
import { keepPreviousData } from '@tanstack/react-query'
import { useLocale } from 'use-intl'
import { textAt } from '../language/language.ts'
import { Loaded } from '../page/page.tsx'
import { useAnswer } from '../session/session.ts'
import { textOf } from '../values/field-words.ts'
import { formatMoney, formatWhole } from '../values/formats.ts'
import { Amount, Section, When } from '../values/values.tsx'
import { compactTick, delayOf, momentLabels, stepLabels } from './chart-labels.ts'

type Answer = OutputOf<typeof api.chartAgentFloat>

type RefusalCall = typeof api.chartRefusals | typeof api.chartAgentRefusals | typeof api.chartPartnerRefusals

interface RefusalChartProps<Call extends RefusalCall> {
  readonly endpoint: Call
  readonly input: InputOf<Call>
  readonly text: string
}

const THREE_HOURS_S = 3 * 60 * 60

export const useChart = <E extends Endpoint>(endpoint: E, input: InputOf<E>) =>
  useAnswer(endpoint, input, { placeholderData: keepPreviousData, isUnattended: true })

export function FloatChart({ agentId }: { agentId: string }) {
  const query = useChart(api.chartAgentFloat, { agent_id: agentId })
  return (
    <Section title={textAt('charts.float.title')}>
      <Loaded query={query} isInCard>
        {(answer) => (
          <Card className="grid min-w-0 gap-4">
            <Drawn answer={answer} />
            <p className="text-sm text-ink-soft">
              <Outlook answer={answer} /> {textAt('charts.float.floor')}{' '}
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

function Drawn({ answer: { past, expected } }: { answer: Answer }) {
  const locale = useLocale()
  const now = past.length - 1
  // The forecast is hourly; thinned to the spacing of the past, so that time runs evenly.
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
      label={textAt('charts.float.title')}
      pointLabel={textAt('charts.float.point')}
      points={[...past, ...toCome].map(({ at }) => ({ key: String(at), ...momentLabels(at, locale) }))}
      series={[
        { tone: 'main', label: textAt('charts.float.float'), kind: 'steps', ...numbers([...floats, ...line]) },
        { tone: 'second', label: textAt('charts.float.expected'), kind: 'dashes', ...numbers(forecast) },
      ]}
      formatTick={compactTick}
      tableLabel={textAt('charts.table')}
      firstShown={now}
    />
  )
}

function Outlook({ answer: { expected, lasts_until } }: { answer: Answer }) {
  if (expected.length === 0) return textAt('charts.float.unknown')
  if (lasts_until === null) return textAt('charts.float.lasts')
  return (
    <>
      {textAt('charts.float.lasts_until')} <When seconds={lasts_until} />.
    </>
  )
}

export function WebhookDelays({ partner }: { partner?: string }) {
  const locale = useLocale()
  const query = useChart(api.chartWebhookDelays, partner === undefined ? {} : { partner })
  const formatDelay = (ms: number) => {
    const { value, unit } = delayOf(ms)
    return textAt(`charts.delay.${unit}`, { value })
  }
  const delays = (tone: 'main' | 'second', label: string, values: readonly (number | null)[]) => {
    const texts = values.map((ms) => (ms === null ? '' : formatDelay(ms)))
    return { tone, label, kind: 'bar' as const, values, texts }
  }
  return (
    <Section title={textAt('charts.webhooks.title')}>
      <Loaded query={query} isInCard>
        {({ points }) => (
          <Card className="grid min-w-0 gap-4">
            <p className="text-sm text-ink-soft">
              {textAt('charts.webhooks.text')}{' '}
              {(points.at(-1)?.waiting ?? 0) > 0 && (
                <span className="font-semibold text-danger">
                  {textAt('charts.webhooks.waiting', { count: points.at(-1)?.waiting ?? 0 })}
                </span>
              )}
            </p>
            {points.every(({ delivered, waiting }) => delivered + waiting === 0) ? (
              textAt('charts.webhooks.none')
            ) : (
              <TimeChart
                label={textAt('charts.webhooks.title')}
                pointLabel={textAt('charts.point.hour')}
                points={points.map(({ at }) => ({ key: String(at), ...stepLabels('hour', at, locale) }))}
                series={[
                  delays(
                    'main',
                    textAt('charts.webhooks.average'),
                    points.map(({ average_ms }) => average_ms),
                  ),
                  delays(
                    'second',
                    textAt('charts.webhooks.slowest'),
                    points.map(({ slowest_ms }) => slowest_ms),
                  ),
                ]}
                formatTick={formatDelay}
                tableLabel={textAt('charts.table')}
                unfinishedLabel={textAt('charts.so_far')}
              />
            )}
          </Card>
        )}
      </Loaded>
    </Section>
  )
}

export const RefusalChart = <Call extends RefusalCall>({ endpoint, input, text }: RefusalChartProps<Call>) => (
  <Section title={textAt('charts.refusals.title')}>
    <Loaded query={useChart(endpoint, input)} isInCard>
      {({ list }) => (
        <Card className="grid gap-4">
          <p className="text-sm text-ink-soft">{text}</p>
          {list.length === 0 ? (
            textAt('charts.refusals.none')
          ) : (
            <RankedBars
              label={textAt('charts.refusals.title')}
              bars={list.map(({ code, count }) => ({
                key: code,
                label: textOf('charts.refusal', code),
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
