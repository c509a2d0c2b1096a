import type { RiskSignal } from '@cashbox/contract/operator'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Coordinates } from '../../platform/coordinates.tsx'
import { formatWhole } from '../../platform/formats.ts'
import { Code } from '../../platform/text-link.tsx'
import { Facts, When } from '../../platform/values.tsx'

type Fact = readonly [label: string, value: ReactNode]

/** The numbers of a signal, each with its unit. */
export function SignalFacts({ signal }: { signal: RiskSignal }) {
  const t = useTranslations('risk')
  const drawn = useFacts(signal)
  return (
    <Facts
      facts={[
        ...drawn,
        [t('first_at'), <When key="first" seconds={signal.first_at} />],
        [t('last_at'), <When key="last" seconds={signal.last_at} />],
      ]}
    />
  )
}

function useFacts({ kind, subject, facts }: RiskSignal): readonly Fact[] {
  const t = useTranslations('risk.facts')
  const number = (name: string) => Number(facts[name] ?? 0)
  const metres = (name: string) => t('metres', { metres: formatWhole(number(name)) })
  const times: Fact = [t('times'), t('times_value', { count: number('times') })]
  const agents: Fact = [t('agents'), formatWhole(number('agents'))]
  const ofKind: Record<RiskSignal['kind'], () => readonly Fact[]> = {
    identical_location: () => [
      [t('position'), <Coordinates key="at" lat={number('lat')} lon={number('lon')} />],
      [t('confirmations'), formatWhole(number('confirmations'))],
      [t('days'), t('days_value', { count: number('days') })],
    ],
    impossible_travel: () => [times, [t('speed'), t('speed_value', { kmh: formatWhole(number('fastest_m_s') * 3.6) })]],
    low_accuracy: () => [
      [
        t('confirmations'),
        t('confirmations_of', {
          count: number('confirmations'),
          of: number('of'),
          percent: formatWhole(number('share') * 100),
        }),
      ],
      [t('area'), metres('area_m')],
      [t('worst'), metres('worst_m')],
    ],
    shared_device: () => [[t('device'), <Code key="device" text={subject} />], agents],
    shared_ip: () => [[t('address'), <Code key="address" text={subject} />], agents],
    circular_payments: () => {
      const [partner = '', ...player] = subject.split(' ')
      return [[t('player'), t('player_value', { player: player.join(' '), partner })], times]
    },
  }
  return ofKind[kind]()
}
