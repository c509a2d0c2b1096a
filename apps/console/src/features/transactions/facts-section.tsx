import type { WholeTransaction } from '@cashbox/contract/operator'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { CopyableId } from '../../platform/copyable-id.tsx'
import { Section } from '../../platform/section.tsx'
import { Facts, When } from '../../platform/values.tsx'
import { usePartner } from './transactions.ts'

export function FactsSection({ transaction }: { transaction: WholeTransaction }) {
  const t = useTranslations('transactions')
  const { transaction_id, reference, partner, cash_id, player_id, metadata, wrong_codes, state, expires_at } =
    transaction
  const { name: partnerName } = usePartner(partner)
  const facts: (readonly [string, ReactNode])[] = [
    [t('id'), <CopyableId key="id" what={t('id')} text={transaction_id} />],
    [t('partner'), partnerName],
    [
      t('facts.reference'),
      reference === null ? (
        t('facts.no_reference')
      ) : (
        <CopyableId key="ref" what={t('facts.reference')} text={reference} />
      ),
    ],
    [t('player'), <Player key="player" id={player_id} />],
    [t('facts.channel'), transaction.channel],
    [
      t('facts.cashbox'),
      cash_id === null ? (
        t('facts.any_cashbox')
      ) : (
        <span key="cashbox">
          {t('facts.cashbox_only')} <Cashbox cashId={cash_id} />
        </span>
      ),
    ],
    [t('created'), <When key="created" seconds={transaction.created_at} />],
    [t(state === 'expired' ? 'facts.expired' : 'facts.expires'), <When key="expires" seconds={expires_at} />],
  ]
  if (Object.keys(metadata).length > 0) {
    facts.push([t('facts.metadata'), <MetadataList key="metadata" metadata={metadata} />])
  }
  if (wrong_codes > 0) facts.push([t('facts.wrong_codes'), t('facts.wrong_codes_of', { count: wrong_codes })])
  return (
    <Section title={t('facts.title')}>
      <Facts facts={facts} />
    </Section>
  )
}

const MetadataList = ({ metadata }: Pick<WholeTransaction, 'metadata'>) => (
  <ul className="grid gap-1">
    {Object.entries(metadata).map(([name, value]) => (
      <li key={name} className="break-words">
        <bdi className="text-ink-soft">{name}</bdi> <bdi>{value}</bdi>
      </li>
    ))}
  </ul>
)

function Player({ id }: { id: string }) {
  const t = useTranslations('transactions.facts')
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <span className="flex items-center">{id}</span>
      <Link href={`/transactions?player_id=${encodeURIComponent(id)}`} className="text-brand-text underline">
        {t('of_player')}
      </Link>
    </span>
  )
}

/** Links to the agent who confirmed it. */
export const Cashbox = ({ cashId, name }: { cashId: string; name?: string }) => (
  <Link href={`/agents?search=${cashId}`} className="text-brand-text underline tabular-nums">
    {name === undefined ? cashId : `${name} · ${cashId}`}
  </Link>
)
