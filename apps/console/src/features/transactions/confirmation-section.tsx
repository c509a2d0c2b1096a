import type { WholeTransaction } from '@cashbox/contract/operator'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Coordinates } from '../../platform/coordinates.tsx'
import { CopyableId } from '../../platform/copyable-id.tsx'
import { formatWhole } from '../../platform/formats.ts'
import { percentOf } from '../../platform/percent.ts'
import { Section } from '../../platform/section.tsx'
import { Amount, Facts, When } from '../../platform/values.tsx'
import { Cashbox } from './facts-section.tsx'

type Confirmation = NonNullable<WholeTransaction['confirmation']>

/** Who confirmed it, for how much, where and on what. */
export function ConfirmationSection({ confirmation, currency }: { confirmation: Confirmation; currency: string }) {
  const t = useTranslations('transactions.confirmation')
  const { cash_id, agent_name, confirmed_at, fee, fee_bp, geo_accuracy_m, geo_age_s, transfer_id } = confirmation
  const facts: (readonly [string, ReactNode])[] = [
    [t('agent'), <Cashbox key="agent" cashId={cash_id} name={agent_name} />],
    [t('at'), <When key="at" seconds={confirmed_at} />],
    [
      t('fee'),
      <span key="fee">
        <Amount amount={fee} currency={currency} /> <span className="text-ink-soft">· {percentOf(fee_bp)} %</span>
      </span>,
    ],
    [t('position'), <Position key="position" confirmation={confirmation} />],
  ]
  if (geo_accuracy_m !== null) {
    const age = geo_age_s === null ? null : t('age', { seconds: geo_age_s })
    const within = t('within', { metres: formatWhole(geo_accuracy_m) })
    facts.push([t('accuracy'), [within, age].filter(Boolean).join(', ')])
  }
  facts.push(
    [t('device'), <Device key="device" session={confirmation.session} />],
    [t('ip'), confirmation.ip ?? '–'],
    [t('transfer'), <CopyableId key="transfer" what={t('transfer')} text={transfer_id} />],
  )
  return (
    <Section title={t('title')}>
      <Facts facts={facts} />
    </Section>
  )
}

/** Where the browser said it was, against where it should have been. */
function Position({ confirmation }: { confirmation: Confirmation }) {
  const t = useTranslations('transactions.confirmation')
  const { geo_lat, geo_lon, distance_m, geo_area_m } = confirmation
  if (geo_lat === null || geo_lon === null) return t('no_position')
  const isOutside = distance_m !== null && distance_m > geo_area_m
  return (
    <span className="grid justify-items-start">
      <Coordinates lat={geo_lat} lon={geo_lon} />
      {distance_m !== null && (
        <>
          <span className={isOutside ? 'font-semibold text-danger' : undefined}>
            {t(isOutside ? 'outside' : 'inside', { metres: formatWhole(distance_m), radius: formatWhole(geo_area_m) })}
          </span>
          <span className="text-sm text-ink-soft">{t('point_today')}</span>
        </>
      )}
    </span>
  )
}

function Device({ session }: { session: Confirmation['session'] }) {
  const t = useTranslations('transactions.confirmation')
  if (session === null) return t('session_none')
  const { user_agent, created_at, fingerprint } = session
  return (
    <span className="grid">
      {user_agent ?? (created_at === null ? t('session_forgotten') : '–')}
      {created_at !== null && (
        <span className="text-sm text-ink-soft">
          {t('logged_in')} <When seconds={created_at} />
        </span>
      )}
      {fingerprint !== null && (
        <span className="text-sm text-ink-soft">
          {t('fingerprint')} <code className="font-mono break-all">{fingerprint}</code>
        </span>
      )}
    </span>
  )
}

export function ReversalSection({ reversal }: { reversal: NonNullable<WholeTransaction['reversal']> }) {
  const t = useTranslations('transactions.reversal')
  const { reversed_at, reason, requested_by, transfer_id } = reversal
  return (
    <Section title={t('title')}>
      <Facts
        facts={[
          [t('at'), <When key="at" seconds={reversed_at} />],
          [t('reason'), reason],
          [t('requested_by'), requested_by],
          [t('transfer'), <CopyableId key="transfer" what={t('transfer')} text={transfer_id} />],
        ]}
      />
    </Section>
  )
}
