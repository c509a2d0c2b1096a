import { createPartnerKey, disablePartnerKey, type Partner } from '@cashbox/contract/operator'
import { MOST_LIVE_KEYS } from '@cashbox/contract/partner'
import { Button } from '@cashbox/ui'
import { DataTable, type TableColumn } from '@cashbox/ui/dense/data-table'
import { Ban, Check, Hourglass, Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useMay } from '../../platform/session/roles.ts'
import { IconBadge } from '../../platform/values/badges.tsx'
import { Code, Section, When } from '../../platform/values/values.tsx'
import type { PartnerAct } from './partner-forms.tsx'
import { liveKeys } from './partners.ts'

type Key = Partner['keys'][number]

interface KeySectionProps {
  readonly partner: Partner
  readonly onChoose: (act: PartnerAct) => void
}

const badgeStyles = {
  waiting: ['pending', Hourglass],
  live: ['approved', Check],
  disabled: ['neutral', Ban],
} as const

export function KeySection({ partner, onChoose }: KeySectionProps) {
  const t = useTranslations('partners')
  const mayAdd = useMay(createPartnerKey)
  const columns = useColumns((kind, keyId) => onChoose({ kind, keyId }))
  const isFull = liveKeys(partner).length >= MOST_LIVE_KEYS
  return (
    <Section title={t('keys.title')}>
      {partner.keys.length === 0 ? (
        <p className="text-ink-soft">{t('keys.none')}</p>
      ) : (
        <DataTable label={t('keys.list')} columns={columns} rows={partner.keys} keyOf={({ id }) => id} />
      )}
      {mayAdd && isFull && <p className="text-sm text-ink-soft">{t('keys.full')}</p>}
      {mayAdd && !isFull && (
        <Button
          variant="secondary"
          className="justify-self-start"
          icon={<Plus size={16} aria-hidden />}
          onClick={() => onChoose({ kind: 'add_key' })}
        >
          {t('acts.add_key.button')}
        </Button>
      )}
    </Section>
  )
}

function useColumns(
  onChoose: (kind: 'activate_key' | 'set_networks' | 'disable_key', keyId: string) => void,
): readonly TableColumn<Key>[] {
  const t = useTranslations('partners')
  const mayDisable = useMay(disablePartnerKey)
  const disable: TableColumn<Key> = {
    id: 'disable',
    header: t('keys.action'),
    cell: ({ id, activated_at, disabled_at }) =>
      disabled_at === null && (
        <span className="grid justify-items-end gap-2">
          {activated_at === null ? (
            <Button variant="secondary" onClick={() => onChoose('activate_key', id)}>
              {t('acts.activate_key.button')}
            </Button>
          ) : (
            <Button variant="secondary" onClick={() => onChoose('set_networks', id)}>
              {t('acts.set_networks.button')}
            </Button>
          )}
          <Button variant="secondary" onClick={() => onChoose('disable_key', id)}>
            {t('acts.disable_key.button')}
          </Button>
        </span>
      ),
    isFigure: true,
  }
  return [
    { id: 'key', header: t('keys.key'), cell: (key) => <KeyName apiKey={key} /> },
    {
      id: 'may',
      header: t('keys.may'),
      cell: ({ permissions }) => <Lines lines={permissions.map((permission) => t(`permissions.${permission}`))} />,
    },
    {
      id: 'networks',
      header: t('keys.networks'),
      cell: ({ networks }) => <Lines lines={networks.length === 0 ? [t('keys.any_network')] : networks} />,
    },
    {
      id: 'last_used',
      header: t('keys.last_used'),
      cell: ({ last_used_at }) => (last_used_at === null ? t('keys.never_used') : <When seconds={last_used_at} />),
    },
    ...(mayDisable ? [disable] : []),
  ]
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <span className="grid">
    {lines.map((line) => (
      <span key={line}>{line}</span>
    ))}
  </span>
)

function KeyName({ apiKey: { id, created_at, activated_at, disabled_at, expires_at } }: { apiKey: Key }) {
  const t = useTranslations('partners.keys')
  const state = disabled_at !== null ? 'disabled' : activated_at === null ? 'waiting' : 'live'
  return (
    <span className="grid justify-items-start gap-1 max-sm:justify-items-end">
      <Code text={id} />
      <IconBadge style={badgeStyles[state]}>{t(state)}</IconBadge>
      <span className="text-sm text-ink-soft">
        {t('created')} <When seconds={created_at} />
      </span>
      {disabled_at === null && expires_at !== null && (
        <span className="text-sm text-ink-soft">
          {t('expires')} <When seconds={expires_at} />
        </span>
      )}
      {disabled_at !== null && (
        <span className="text-sm text-ink-soft">
          {t('disabled')} <When seconds={disabled_at} />
        </span>
      )}
    </span>
  )
}
