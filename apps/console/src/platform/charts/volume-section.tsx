import {
  type ChartStep,
  chartAgentVolumes,
  chartChannelVolumes,
  chartNetworkVolumes,
  chartPartnerVolumes,
  type Volumes,
} from '@cashbox/contract/operator'
import { NativeSelect, Skeleton } from '@cashbox/ui'
import { Tabs } from '@cashbox/ui/tabs'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Loaded } from '../loaded.tsx'
import { When } from '../values.tsx'
import { useChart } from './use-chart.ts'
import { VolumeChart } from './volume-chart.tsx'

const steps = ['hour', 'day', 'month'] as const satisfies readonly ChartStep[]

export function NetworkVolumes() {
  const [currency, setCurrency] = useState<string | null>(null)
  const [step, setStep] = useState<ChartStep>('hour')
  const query = useChart(chartNetworkVolumes, { step, ...(currency && { currency }) })
  return <Drawn query={query} step={step} onStep={setStep} onCurrency={setCurrency} />
}

export function ChannelVolumes({ code }: { code: string }) {
  const [step, setStep] = useState<ChartStep>('day')
  return <Drawn query={useChart(chartChannelVolumes, { code, step })} step={step} onStep={setStep} />
}

export function PartnerVolumes({ code }: { code: string }) {
  const [currency, setCurrency] = useState<string | null>(null)
  const [step, setStep] = useState<ChartStep>('day')
  const query = useChart(chartPartnerVolumes, { code, step, ...(currency && { currency }) })
  return <Drawn query={query} step={step} onStep={setStep} onCurrency={setCurrency} />
}

export function AgentVolumes({ agentId }: { agentId: string }) {
  const [step, setStep] = useState<ChartStep>('day')
  return <Drawn query={useChart(chartAgentVolumes, { agent_id: agentId, step })} step={step} onStep={setStep} />
}

interface DrawnProps {
  readonly query: UseQueryResult<Volumes>
  readonly step: ChartStep
  readonly onStep: (step: ChartStep) => void
  readonly onCurrency?: (currency: string) => void
}

function Drawn({ query, step, onStep, onCurrency }: DrawnProps) {
  const t = useTranslations('charts')
  return (
    <Loaded query={query} skeleton={<Skeleton className="h-96" />}>
      {({ points, as_of, currency_code, currency_codes }) => (
        <VolumeChart
          points={points}
          currency={currency_code}
          step={stepOf(points) ?? step}
          isLastOpen
          choices={
            <>
              <Tabs
                label={t('step.label')}
                value={step}
                onValueChange={(value) => onStep(value as ChartStep)}
                items={steps.map((value) => ({ value, label: t(`step.${value}`) }))}
              />
              {onCurrency && currency_codes.length > 1 && (
                <NativeSelect
                  label={t('currency')}
                  isLabelHidden
                  value={currency_code ?? ''}
                  onValueChange={onCurrency}
                  options={currency_codes.map((code) => ({ value: code, label: code }))}
                />
              )}
            </>
          }
          note={
            <>
              {t('utc')} {t('as_of')} <When seconds={as_of} />
            </>
          }
        />
      )}
    </Loaded>
  )
}

const DAY_S = 24 * 60 * 60

/** Which steps the shown points have: those of the last answer stay until the next one is here. */
function stepOf([first, second]: Volumes['points']): ChartStep | null {
  if (!first || !second) return null
  const apart = second.at - first.at
  return apart < DAY_S ? 'hour' : apart === DAY_S ? 'day' : 'month'
}
