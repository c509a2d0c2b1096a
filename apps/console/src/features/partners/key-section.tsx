import { createPartnerKey, disablePartnerKey, type Partner, type SecretLink } from '@cashbox/contract/operator'
import { MOST_LIVE_KEYS } from '@cashbox/contract/partner'
import { DataTable, type TableColumn } from '@cashbox/ui/dense/data-table'
import { Ban, Check, Hourglass, Plus } from 'lucide-react'
import { useNow, useTranslations } from 'use-intl'
import { Acts, useActColumn } from '../../platform/forms/acts.tsx'
import { PendingChanges } from '../../platform/forms/second-operator.tsx'
import { column } from '../../platform/list/use-list.tsx'
import { useMay } from '../../platform/session/session.ts'
import { Code, LabelledTime, Section, stateBadge, When } from '../../platform/values/values.tsx'
import { usePartnerActs } from './partner-forms.tsx'
import { liveKeys, refreshPartners } from './partners.ts'

type Key = Partner['keys'][number]

const KeyBadge = stateBadge('partners.keys', {
  waiting: ['pending', Hourglass],
  live: ['approved', Check],
  disabled: ['neutral', Ban],
})

export function KeySection({ partner }: { partner: Partner }) {
  const t = useTranslations('partners')
  const actOf = usePartnerActs(partner)
  const columns = useColumns(partner)
  const isFull = liveKeys(partner).length >= MOST_LIVE_KEYS
  return (
    <Section title={t('keys.title')}>
      {liveKeys(partner).map(({ id }) => (
        <PendingChanges key={id} kind="partner_key" id={id} />
      ))}
      {partner.keys.length === 0 ? (
        <p className="text-ink-soft">{t('keys.none')}</p>
      ) : (
        <DataTable label={t('keys.list')} columns={columns} rows={partner.keys} keyOf={({ id }) => id} />
      )}
      {useMay(createPartnerKey) && isFull && <p className="text-sm text-ink-soft">{t('keys.full')}</p>}
      {!isFull && <Acts reload={refreshPartners} acts={[actOf('add_key', createPartnerKey, Plus)]} />}
    </Section>
  )
}

function useColumns(partner: Partner): readonly TableColumn<Key>[] {
  const t = useTranslations('partners')
  const actOf = usePartnerActs(partner)
  return [
    column('key', t('keys.key'), (key) => <KeyName apiKey={key} />),
    column('may', t('keys.may'), ({ permissions }) => (
      <Lines lines={permissions.map((permission) => t(`permissions.${permission}`))} />
    )),
    column('networks', t('keys.networks'), ({ networks }) => (
      <Lines lines={networks.length === 0 ? [t('keys.any_network')] : networks} />
    )),
    column('last_used', t('keys.last_used'), ({ last_used_at }) =>
      last_used_at === null ? t('keys.never_used') : <When seconds={last_used_at} />,
    ),
    ...useActColumn<Key>(
      'disable',
      t('keys.action'),
      disablePartnerKey,
      (key) => actsOf(key).map((kind) => actOf(kind, disablePartnerKey, null, key.id)),
      refreshPartners,
    ),
  ]
}

/** Approval can be asked for once the partner has the secret. */
function actsOf({ activated_at, disabled_at, link }: Key) {
  if (disabled_at !== null) return []
  if (activated_at !== null) return ['set_networks', 'disable_key'] as const
  return link?.opened_at ? (['activate_key', 'disable_key'] as const) : (['disable_key'] as const)
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <span className="grid">
    {lines.map((line) => (
      <span key={line}>{line}</span>
    ))}
  </span>
)

function KeyName({
  apiKey: { id, created_at, activated_at, disabled_at, expires_at, link, public_key, replaces },
}: {
  apiKey: Key
}) {
  const t = useTranslations('partners.keys')
  const state = disabled_at !== null ? 'disabled' : activated_at === null ? 'waiting' : 'live'
  const times = [
    ['created', created_at],
    ['expires', disabled_at === null ? expires_at : null],
    ['disabled', disabled_at],
  ] as const
  return (
    <span className="grid justify-items-start gap-1 max-sm:justify-items-end">
      <Code text={id} />
      <KeyBadge state={state} />
      {times.map(
        ([label, seconds]) => seconds !== null && <LabelledTime key={label} label={t(label)} seconds={seconds} />,
      )}
      {replaces !== null && <span className="text-sm text-ink-soft">{t('replaces', { key: replaces })}</span>}
      {public_key !== null && (
        <span className="text-sm break-all text-ink-soft">{t('own_key', { key: public_key })}</span>
      )}
      {link && disabled_at === null && <LinkState link={link} />}
    </span>
  )
}

/** Whether the partner has got the secret. */
export function LinkState({ link: { opened_at, opened_from, expires_at } }: { link: SecretLink }) {
  const t = useTranslations('partners.link')
  const isExpired = useNow().getTime() / 1000 > expires_at
  if (opened_at === null && isExpired) return <span className="text-sm text-ink-soft">{t('expired')}</span>
  const label = opened_at === null ? t('unopened') : t('opened', { address: opened_from ?? '' })
  return <LabelledTime label={label} seconds={opened_at ?? expires_at} />
}
