import { chartChannelVolumes, chartNetworkVolumes, chartPartnerVolumes } from '@cashbox/contract/operator'
import type { ReactNode } from 'react'
import { useMay } from '../roles.ts'
import { FloatChart } from './float-chart.tsx'
import { AgentRefusals, PartnerRefusals, Refusals } from './refusal-chart.tsx'
import { AgentVolumes, ChannelVolumes, NetworkVolumes, PartnerVolumes } from './volume-section.tsx'
import { WebhookDelays } from './webhook-chart.tsx'

/** Whose charts are shown. */
export type ChartSubject =
  | { readonly kind: 'network' }
  | { readonly kind: 'channel' | 'partner'; readonly code: string }
  | { readonly kind: 'agent'; readonly id: string }

/** All charts of the network, a channel, a partner or an agent that the role may see. */
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
