import type { InputOf } from '@cashbox/contract'
import * as api from '@cashbox/contract/operator'
import { NativeSelect, Skeleton } from '@cashbox/ui'
import { Tabs } from '@cashbox/ui/tabs'
import { useState } from 'react'
import { textAt, textsOf } from '../language/language.ts'
import { optionsOf } from '../list/list-filters.tsx'
import { Loaded, Pair } from '../page/page.tsx'
import { useMay } from '../session/session.ts'
import { LabelledTime } from '../values/values.tsx'
import { FloatChart, RefusalChart, useChart, WebhookDelays } from './line-charts.tsx'
import { VolumeChart } from './volume-chart.tsx'

const t = textsOf('charts.refusals')

export type ChartSubject =
  | { readonly kind: 'network' }
  | { readonly kind: 'channel' | 'partner'; readonly code: string }
  | { readonly kind: 'agent'; readonly id: string }

type VolumeCall =
  | typeof api.chartNetworkVolumes
  | typeof api.chartChannelVolumes
  | typeof api.chartPartnerVolumes
  | typeof api.chartAgentVolumes

interface VolumesProps<Call extends VolumeCall> {
  readonly endpoint: Call
  readonly input: Omit<InputOf<Call>, 'step' | 'currency'>
  readonly firstStep?: api.ChartStep
}

const steps = ['hour', 'day', 'month'] as const satisfies readonly api.ChartStep[]

const DAY_S = 24 * 60 * 60

export function ChartSet({ of }: { of: ChartSubject }) {
  if (of.kind === 'network') {
    return (
      <>
        <VolumesOf endpoint={api.chartNetworkVolumes} input={{}} firstStep="hour" />
        <Pair>
          <RefusalChart endpoint={api.chartRefusals} input={{}} text={t('day')} />
          <WebhookDelays />
        </Pair>
      </>
    )
  }
  if (of.kind === 'agent') {
    const input = { agent_id: of.id }
    return (
      <>
        <VolumesOf endpoint={api.chartAgentVolumes} input={input} />
        <Pair>
          <FloatChart agentId={of.id} />
          <RefusalChart endpoint={api.chartAgentRefusals} input={input} text={t('month')} />
        </Pair>
      </>
    )
  }
  const { code } = of
  if (of.kind === 'channel') {
    return (
      <>
        <VolumesOf endpoint={api.chartChannelVolumes} input={{ code }} />
        <RefusalChart endpoint={api.chartRefusals} input={{ channel: code }} text={t('day')} />
      </>
    )
  }
  return (
    <>
      <VolumesOf endpoint={api.chartPartnerVolumes} input={{ code }} />
      <Pair>
        <RefusalChart endpoint={api.chartPartnerRefusals} input={{ code }} text={t('partner')} />
        <WebhookDelays partner={code} />
      </Pair>
    </>
  )
}

function VolumesOf<Call extends VolumeCall>(props: VolumesProps<Call>) {
  return useMay(props.endpoint) && <DrawnVolumes {...props} />
}

function DrawnVolumes<Call extends VolumeCall>({ endpoint, input, firstStep = 'day' }: VolumesProps<Call>) {
  const [currency, setCurrency] = useState<string | null>(null)
  const [step, setStep] = useState<api.ChartStep>(firstStep)
  const query = useChart(endpoint, { ...input, step, ...(currency && { currency }) } as InputOf<Call>)
  return (
    <Loaded query={query} skeleton={<Skeleton className="h-96" />}>
      {({ points, previous, as_of, currency_code, currency_codes }) => (
        <VolumeChart
          points={points}
          previous={previous}
          currency={currency_code}
          step={stepOf(points) ?? step}
          isLastOpen
          choices={
            <>
              <Tabs
                label={textAt('charts.step.label')}
                value={step}
                onValueChange={(value) => setStep(value as api.ChartStep)}
                items={optionsOf(steps, (value) => textAt(`charts.step.${value}`))}
              />
              {currency_codes.length > 1 && (
                <NativeSelect
                  label={textAt('charts.currency')}
                  isLabelHidden
                  value={currency_code ?? ''}
                  onValueChange={setCurrency}
                  options={optionsOf(currency_codes)}
                />
              )}
            </>
          }
          note={<LabelledTime label={textAt('charts.as_of')} seconds={as_of} />}
        />
      )}
    </Loaded>
  )
}

/** The previous points stay until the next answer arrives, so the step is read from the points. */
function stepOf([first, second]: api.Volumes['points']): api.ChartStep | null {
  if (!first || !second) return null
  const apart = second.at - first.at
  return apart < DAY_S ? 'hour' : apart === DAY_S ? 'day' : 'month'
}
