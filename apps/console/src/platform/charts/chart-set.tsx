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
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Loaded } from '../page/loaded.tsx'
import { useMay } from '../session/roles.ts'
import { When } from '../values/values.tsx'
import { AgentRefusals, FloatChart, PartnerRefusals, Refusals, WebhookDelays } from './line-charts.tsx'
import { useChart } from './use-chart.ts'
import { VolumeChart } from './volume-chart.tsx'

export type ChartSubject =
  | { readonly kind: 'network' }
  | { readonly kind: 'channel' | 'partner'; readonly code: string }
  | { readonly kind: 'agent'; readonly id: string }

interface DrawnProps {
  readonly query: UseQueryResult<Volumes>
  readonly step: ChartStep
  readonly onStep: (step: ChartStep) => void
  readonly onCurrency?: (currency: string) => void
}

const steps = ['hour', 'day', 'month'] as const satisfies readonly ChartStep[]

const DAY_S = 24 * 60 * 60

export function ChartSet({ of }: { of: ChartSubject }) {
  const [mayNetwork, mayChannel, mayPartner] = [
    useMay(chartNetworkVolumes),
    useMay(chartChannelVolumes),
    useMay(chartPartnerVolumes),
  ]
  if (of.kind === 'network') {
    return (
      <>
        {mayNetwork && <NetworkVolumes />}
        <Pair>
          <Refusals />
          <WebhookDelays />
        </Pair>
      </>
    )
  }
  if (of.kind === 'agent') {
    return (
      <>
        <AgentVolumes agentId={of.id} />
        <Pair>
          <FloatChart agentId={of.id} />
          <AgentRefusals agentId={of.id} />
        </Pair>
      </>
    )
  }
  if (of.kind === 'channel') {
    return (
      <>
        {mayChannel && <ChannelVolumes code={of.code} />}
        <Refusals channel={of.code} />
      </>
    )
  }
  return (
    <>
      {mayPartner && <PartnerVolumes code={of.code} />}
      <Pair>
        <PartnerRefusals code={of.code} />
        <WebhookDelays partner={of.code} />
      </Pair>
    </>
  )
}

const Pair = ({ children }: { children: ReactNode }) => (
  <div className="grid items-start gap-5 *:min-w-0 lg:grid-cols-2">{children}</div>
)

function NetworkVolumes() {
  const [currency, setCurrency] = useState<string | null>(null)
  const [step, setStep] = useState<ChartStep>('hour')
  const query = useChart(chartNetworkVolumes, { step, ...(currency && { currency }) })
  return <Drawn query={query} step={step} onStep={setStep} onCurrency={setCurrency} />
}

function ChannelVolumes({ code }: { code: string }) {
  const [step, setStep] = useState<ChartStep>('day')
  return <Drawn query={useChart(chartChannelVolumes, { code, step })} step={step} onStep={setStep} />
}

function PartnerVolumes({ code }: { code: string }) {
  const [currency, setCurrency] = useState<string | null>(null)
  const [step, setStep] = useState<ChartStep>('day')
  const query = useChart(chartPartnerVolumes, { code, step, ...(currency && { currency }) })
  return <Drawn query={query} step={step} onStep={setStep} onCurrency={setCurrency} />
}

function AgentVolumes({ agentId }: { agentId: string }) {
  const [step, setStep] = useState<ChartStep>('day')
  return <Drawn query={useChart(chartAgentVolumes, { agent_id: agentId, step })} step={step} onStep={setStep} />
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

/** The previous points stay until the next answer arrives, so the step is read from the points. */
function stepOf([first, second]: Volumes['points']): ChartStep | null {
  if (!first || !second) return null
  const apart = second.at - first.at
  return apart < DAY_S ? 'hour' : apart === DAY_S ? 'day' : 'month'
}
