import type { KnownAgent } from '@cashbox/contract/operator'
import { CopyButton, MapSketch, Money } from '@cashbox/ui'
import { FlaskConical, MailWarning } from 'lucide-react'
import type { ReactNode } from 'react'
import { currentLocale, textAt, textsOf } from '../../platform/language/language.ts'
import { formatDateTime, formatMoney, formatWhole, percentOf } from '../../platform/values/formats.ts'
import { Amount, Coordinates, Facts, Section, StatusBadge, stateBadge, When } from '../../platform/values/values.tsx'
import { useChoices } from './agents.ts'
import { bearingDeg } from './terms.ts'

const t = textsOf('agents')

export const Overview = ({ agent }: { agent: KnownAgent }) => (
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

function SignUp({ agent }: { agent: KnownAgent }) {
  const country = useChoices('country').data?.find(({ code }) => code === agent.country_code)?.name
  const messenger = useChoices('messenger').data?.find(({ code }) => code === agent.messenger)?.name
  return (
    <Section title={t('sign_up')}>
      <Facts
        facts={{
          [t('email')]: agent.email,
          [t('phone')]: agent.phone ?? '–',
          [messenger ?? agent.messenger ?? t('messenger')]: agent.messenger_id ?? '–',
          [t('country')]: country ?? agent.country_code ?? '–',
          [t('city')]: agent.city ?? '–',
          [t('street')]: agent.street ?? '–',
          [t('language')]: new Intl.DisplayNames(currentLocale(), { type: 'language' }).of(agent.language),
          [t('timezone')]: agent.timezone,
          [t('created')]: <When seconds={agent.created_at} />,
          [t('terms_agreed')]:
            agent.terms_version_at === null
              ? (agent.terms_version ?? '–')
              : t('terms_of_day', { day: formatDateTime(agent.terms_version_at).slice(0, -9) }),
          [t('asked')]: <When seconds={agent.info_requested_at} />,
        }}
      />
    </Section>
  )
}

function Point({ agent }: { agent: KnownAgent }) {
  const { geo_lat, geo_lon, geo_area, last_location: last } = agent
  const distance = last?.distance_m ?? null
  const isOutside = distance !== null && distance > geo_area
  return (
    <Section title={t('point')}>
      <Facts
        facts={{
          [t('channel')]: `${agent.channel.name} · ${agent.channel.currency_code}`,
          [t('coordinates')]:
            geo_lat === null || geo_lon === null ? t('no_point') : <Coordinates lat={geo_lat} lon={geo_lon} />,
          [t('radius')]: t('metres', { metres: formatWhole(geo_area) }),
          [t('last_location')]:
            last === null ? (
              '–'
            ) : (
              <span className="grid">
                <Coordinates lat={last.geo_lat} lon={last.geo_lon} />
                <When seconds={last.at} />
                {distance !== null && (
                  <span className={isOutside ? 'font-semibold text-danger' : 'text-ink-soft'}>
                    {t(isOutside ? 'outside' : 'inside', { metres: formatWhole(distance) })}
                  </span>
                )}
              </span>
            ),
        }}
      />
      {isOutside && geo_lat !== null && geo_lon !== null && (
        <div className="max-w-sm">
          <MapSketch
            distanceM={distance}
            radiusM={geo_area}
            bearingDeg={bearingDeg({ geo_lat, geo_lon }, last ?? { geo_lat, geo_lon })}
            label={t('outside', { metres: formatWhole(distance) })}
            pointLabel={t('point')}
            youLabel={t('last_location')}
          />
        </div>
      )}
    </Section>
  )
}

function Terms({ agent }: { agent: KnownAgent }) {
  const currency = agent.channel.currency_code
  const fee = (bp: number | null) => (bp === null ? t('terms.of_channel') : `${percentOf(bp)} %`)
  const limit = (amount: string | null) => <Amount amount={amount} currency={currency} none={t('terms.none')} />
  return (
    <Section title={t('terms.title')}>
      <Facts
        facts={{
          [t('terms.deposit_fee')]: fee(agent.deposit_fee_bp),
          [t('terms.withdraw_fee')]: fee(agent.withdraw_fee_bp),
          [t('terms.max_amount')]: limit(agent.max_amount),
          [t('terms.daily_limit')]: limit(agent.daily_limit),
          [t('terms.credit_line')]: limit(agent.credit_line),
        }}
      />
    </Section>
  )
}

export function AgentFigures({ agent }: { agent: KnownAgent }) {
  const currency = agent.channel.currency_code
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <StatusBadge state={agent.status} />
        {agent.is_demo && <AgentMark state="demo" />}
        {!agent.is_email_verified && <AgentMark state="email_unverified" />}
      </div>
      {agent.note && (
        <p className="max-w-prose border-s-2 border-line ps-3">
          <span className="block text-sm text-ink-soft">{t('note_read')}</span>
          <bdi className="whitespace-pre-wrap wrap-anywhere">{agent.note}</bdi>
        </p>
      )}
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-2xl border border-line bg-line sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]">
        <Figure label={t('cash_id')}>
          <span className="flex items-center gap-1 font-semibold tabular-nums">
            {agent.cash_id}
            <CopyButton className="-my-3" label={textAt('common.copy')} text={agent.cash_id} />
          </span>
        </Figure>
        <Figure label={t('balance')}>
          <Money amount={formatMoney(agent.balance)} currency={currency} />
        </Figure>
        <Figure label={t('commission')}>
          <Money amount={formatMoney(agent.commission)} currency={currency} />
        </Figure>
        <Figure label={t('volume_today')}>
          <Money amount={formatMoney(agent.volume_today)} currency={currency} />
          {agent.daily_limit && (
            <span className="block text-sm text-ink-soft">
              {t('of')} <Money size="sm" amount={formatMoney(agent.daily_limit)} />
            </span>
          )}
        </Figure>
      </dl>
    </div>
  )
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid content-start gap-1 bg-card p-3">
    <dt className="text-sm text-ink-soft">{label}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
)

export const AgentMark = stateBadge({
  demo: ['agents.demo', 'demo', FlaskConical],
  email_unverified: ['agents.email_unverified', 'pending', MailWarning],
})
