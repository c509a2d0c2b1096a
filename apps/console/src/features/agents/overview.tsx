import type { KnownAgent } from '@cashbox/contract/operator'
import { MapSketch } from '@cashbox/ui'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Coordinates } from '../../platform/coordinates.tsx'
import { formatWhole } from '../../platform/formats.ts'
import { currentLocale } from '../../platform/language.ts'
import { percentOf } from '../../platform/percent.ts'
import { Section } from '../../platform/section.tsx'
import { Amount, Facts, When } from '../../platform/values.tsx'
import { useChoices } from './agents.ts'
import { bearingDeg } from './terms.ts'

/** What they gave at sign-up, where they work, and on which terms. */
export function Overview({ agent }: { agent: KnownAgent }) {
  return (
    <div className="grid items-start gap-6 @container">
      <div className="grid items-start gap-x-10 gap-y-6 @3xl:grid-cols-2">
        <SignUp agent={agent} />
        <div className="grid gap-6">
          <Point agent={agent} />
          <Terms agent={agent} />
        </div>
      </div>
    </div>
  )
}

function SignUp({ agent }: { agent: KnownAgent }) {
  const t = useTranslations('agents')
  const country = useChoices('country').data?.find(({ code }) => code === agent.country_code)?.name
  const messenger = useChoices('messenger').data?.find(({ code }) => code === agent.messenger)?.name
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('email'), agent.email],
    [t('phone'), agent.phone],
    [messenger ?? agent.messenger ?? t('messenger'), agent.messenger_id],
    [t('country'), country ?? agent.country_code],
    [t('city'), agent.city],
    [t('street'), agent.street],
    [t('language'), new Intl.DisplayNames(currentLocale(), { type: 'language' }).of(agent.language)],
    [t('timezone'), agent.timezone],
    [t('created'), <When key="created" seconds={agent.created_at} />],
    [t('terms_agreed'), agent.terms_version],
    [t('asked'), <When key="asked" seconds={agent.info_requested_at} />],
  ]
  return (
    <Section title={t('sign_up')}>
      <Facts facts={facts.map(([label, value]) => [label, value ?? '–'])} />
    </Section>
  )
}

function Point({ agent }: { agent: KnownAgent }) {
  const t = useTranslations('agents')
  const { geo_lat, geo_lon, geo_area, last_position: last } = agent
  const distance = last?.distance_m ?? null
  const isOutside = distance !== null && distance > geo_area
  return (
    <Section title={t('point')}>
      <Facts
        facts={[
          [t('channel'), `${agent.channel.name} · ${agent.channel.currency_code}`],
          [
            t('coordinates'),
            geo_lat === null || geo_lon === null ? t('no_point') : <Coordinates key="at" lat={geo_lat} lon={geo_lon} />,
          ],
          [t('radius'), t('metres', { metres: formatWhole(geo_area) })],
          [
            t('last_position'),
            last === null ? (
              '–'
            ) : (
              <span key="last" className="grid">
                <Coordinates lat={last.geo_lat} lon={last.geo_lon} />
                <When seconds={last.at} />
                {distance !== null && (
                  <span className={isOutside ? 'font-semibold text-danger' : 'text-ink-soft'}>
                    {t(isOutside ? 'outside' : 'inside', { metres: formatWhole(distance) })}
                  </span>
                )}
              </span>
            ),
          ],
        ]}
      />
      {isOutside && geo_lat !== null && geo_lon !== null && (
        <div className="max-w-sm">
          <MapSketch
            distanceM={distance}
            radiusM={geo_area}
            bearingDeg={bearingDeg({ geo_lat, geo_lon }, last ?? { geo_lat, geo_lon })}
            label={t('outside', { metres: formatWhole(distance) })}
            pointLabel={t('point')}
            youLabel={t('last_position')}
          />
        </div>
      )}
    </Section>
  )
}

function Terms({ agent }: { agent: KnownAgent }) {
  const t = useTranslations('agents.terms')
  const currency = agent.channel.currency_code
  const fee = (bp: number | null) => (bp === null ? t('of_channel') : `${percentOf(bp)} %`)
  const limit = (amount: string | null) =>
    amount === null ? t('none') : <Amount amount={amount} currency={currency} />
  return (
    <Section title={t('title')}>
      <Facts
        facts={[
          [t('deposit_fee'), fee(agent.deposit_fee_bp)],
          [t('withdraw_fee'), fee(agent.withdraw_fee_bp)],
          [t('max_amount'), limit(agent.max_amount)],
          [t('daily_limit'), limit(agent.daily_limit)],
          [t('credit_line'), limit(agent.credit_line)],
        ]}
      />
    </Section>
  )
}
