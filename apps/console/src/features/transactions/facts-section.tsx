import type { WholeTransaction } from '@cashbox/contract/operator'
import { Check, CircleDashed, Hourglass, Lock, Undo2, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { formatWhole, percentOf } from '../../platform/values/formats.ts'
import {
  Amount,
  Coordinates,
  CopyableId,
  Facts,
  LabelledTime,
  Section,
  stateBadge,
  TextLink,
  When,
} from '../../platform/values/values.tsx'
import { usePartner } from './transactions.ts'

type Confirmation = NonNullable<WholeTransaction['confirmation']>

export const StateBadge = stateBadge({
  open: ['transactions.states.open', 'pending', CircleDashed],
  locked: ['transactions.states.locked', 'rejected', Lock],
  confirmed: ['transactions.states.confirmed', 'approved', Check],
  expired: ['transactions.states.expired', 'neutral', Hourglass],
  cancelled: ['transactions.states.cancelled', 'neutral', X],
  reversed: ['transactions.states.reversed', 'suspended', Undo2],
})

export function FactsSection({ transaction }: { transaction: WholeTransaction }) {
  const t = useTranslations('transactions')
  const { transaction_id, reference, partner, cash_id, player_id, metadata, wrong_codes, state, expires_at } =
    transaction
  const { name: partnerName } = usePartner(partner)
  const facts = {
    [t('id')]: <CopyableId what={t('id')} text={transaction_id} />,
    [t('partner')]: partnerName,
    [t('facts.reference')]:
      reference === null ? (
        t(transaction.type === 'deposit' ? 'facts.by_player_id' : 'facts.no_reference')
      ) : (
        <CopyableId what={t('facts.reference')} text={reference} />
      ),
    [t('player')]: (
      <span className="flex flex-wrap items-baseline gap-x-3">
        <span className="flex items-center">{player_id}</span>
        <TextLink href={`/transactions?player_id=${encodeURIComponent(player_id)}`}>{t('facts.of_player')}</TextLink>
      </span>
    ),
    [t('facts.channel')]: transaction.channel,
    [t('facts.cashbox')]:
      cash_id === null ? (
        t('facts.any_cashbox')
      ) : (
        <span>
          {t('facts.cashbox_only')} <Cashbox cashId={cash_id} />
        </span>
      ),
    [t('created')]: <When seconds={transaction.created_at} />,
    [t(state === 'expired' ? 'facts.expired' : 'facts.expires')]: <When seconds={expires_at} />,
    [t('facts.metadata')]: Object.keys(metadata).length > 0 && (
      <ul className="grid gap-1">
        {Object.entries(metadata).map(([name, value]) => (
          <li key={name} className="break-words">
            <bdi className="text-ink-soft">{name}</bdi> <bdi>{value}</bdi>
          </li>
        ))}
      </ul>
    ),
    [t('facts.wrong_codes')]: wrong_codes > 0 && t('facts.wrong_codes_of', { count: wrong_codes }),
  }
  return (
    <Section title={t('facts.title')}>
      <Facts facts={facts} />
    </Section>
  )
}

const Cashbox = ({ cashId, name }: { cashId: string; name?: string }) => (
  <Link href={`/agents?search=${cashId}`} className="text-brand-text underline tabular-nums">
    {name === undefined ? cashId : `${name} · ${cashId}`}
  </Link>
)

export function ConfirmationSection({ confirmation, currency }: { confirmation: Confirmation; currency: string }) {
  const t = useTranslations('transactions.confirmation')
  const { cash_id, agent_name, confirmed_at, fee, fee_bp, geo_accuracy_m, geo_age_s } = confirmation
  const age = geo_age_s === null ? null : t('age', { seconds: geo_age_s })
  const within = geo_accuracy_m !== null && t('within', { metres: formatWhole(geo_accuracy_m) })
  const facts = {
    [t('agent')]: <Cashbox cashId={cash_id} name={agent_name} />,
    [t('at')]: <When seconds={confirmed_at} />,
    [t('fee')]: (
      <span>
        <Amount amount={fee} currency={currency} /> <span className="text-ink-soft">· {percentOf(fee_bp)} %</span>
      </span>
    ),
    [t('location')]: <Location confirmation={confirmation} />,
    [t('accuracy')]: within !== false && [within, age].filter(Boolean).join(', '),
    [t('device')]: <Device session={confirmation.session} />,
    [t('ip')]: confirmation.ip ?? '–',
  }
  return (
    <Section title={t('title')}>
      <Facts facts={facts} />
    </Section>
  )
}

function Location({ confirmation }: { confirmation: Confirmation }) {
  const t = useTranslations('transactions.confirmation')
  const { geo_lat, geo_lon, distance_m, geo_area_m } = confirmation
  if (geo_lat === null || geo_lon === null) return t('no_location')
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
      {created_at !== null && <LabelledTime label={t('logged_in')} seconds={created_at} />}
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
  const { reversed_at, reason, requested_by } = reversal
  return (
    <Section title={t('title')}>
      <Facts
        facts={{
          [t('at')]: <When seconds={reversed_at} />,
          [t('reason')]: reason,
          [t('requested_by')]: requested_by,
        }}
      />
    </Section>
  )
}
