import {
  type Channel,
  type ChannelFee,
  cancelChannelFees,
  renameChannel,
  setChannelFees,
} from '@cashbox/contract/operator'
import { Button } from '@cashbox/ui'
import { DataTable, type TableColumn } from '@cashbox/ui/dense/data-table'
import { CalendarClock, Check, FlaskConical, History, Pencil, Percent, Store } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActButtons } from '../../platform/forms/act-form.tsx'
import { currentLocale } from '../../platform/language/language.ts'
import { useMay } from '../../platform/session/roles.ts'
import { type BadgeStyle, IconBadge } from '../../platform/values/badges.tsx'
import { percentOf } from '../../platform/values/formats.ts'
import { Facts, RelatedLinks, Section, When } from '../../platform/values/values.tsx'
import { type ChannelAct, ChannelDialog } from './channel-forms.tsx'

interface FeeTableProps {
  readonly channel: Channel
  readonly onDrop: (fee: ChannelFee) => void
}

const badgeStyles: Record<ChannelFee['state'], BadgeStyle> = {
  past: ['neutral', History],
  present: ['approved', Check],
  future: ['pending', CalendarClock],
}

export function ChannelDetail({ channel }: { channel: Channel }) {
  const t = useTranslations('channels')
  const [act, setAct] = useState<ChannelAct | null>(null)
  const drop = (fee: ChannelFee) => setAct({ kind: 'cancel_fees', fee })
  return (
    <div className="grid gap-6">
      <Facts
        facts={[
          [t('code'), channel.code],
          [t('currency'), currencyText(channel.currency_code)],
          [t('kind'), <KindBadge key="kind" channel={channel} />],
        ]}
      />
      <ActButtons
        label={t('acts.label')}
        acts={[
          {
            endpoint: setChannelFees,
            label: t('acts.set_fees.button'),
            icon: Percent,
            variant: 'primary',
            onChoose: () => setAct({ kind: 'set_fees' }),
          },
          {
            endpoint: renameChannel,
            label: t('acts.rename.button'),
            icon: Pencil,
            onChoose: () => setAct({ kind: 'rename' }),
          },
        ]}
      />
      <Section title={t('fees.title')}>
        <FeeTable channel={channel} onDrop={drop} />
      </Section>
      <RelatedLinks
        links={[{ href: `/agents?channel=${channel.code}`, label: t('agents') }]}
        audit={{ kind: 'channel', id: channel.code, label: t('audit') }}
      />
      {act && <ChannelDialog act={act} channel={channel} onClose={() => setAct(null)} />}
    </div>
  )
}

const currencyText = (code: string) =>
  `${code} · ${new Intl.DisplayNames(currentLocale(), { type: 'currency' }).of(code) ?? code}`

/** Future, present and past fees, the latest first. */
function FeeTable({ channel, onDrop }: FeeTableProps) {
  const t = useTranslations('channels.fees')
  return (
    <DataTable
      label={t('table')}
      columns={useColumns(onDrop)}
      rows={channel.fees}
      keyOf={({ valid_from }) => String(valid_from)}
    />
  )
}

function useColumns(onDrop: FeeTableProps['onDrop']): readonly TableColumn<ChannelFee>[] {
  const t = useTranslations('channels')
  const mayDrop = useMay(cancelChannelFees)
  const drop: TableColumn<ChannelFee> = {
    id: 'drop',
    header: t('fees.action'),
    cell: (fee) =>
      fee.state === 'future' && (
        <Button variant="secondary" onClick={() => onDrop(fee)}>
          {t('acts.cancel_fees.button')}
        </Button>
      ),
    isFigure: true,
  }
  return [
    { id: 'state', header: t('fees.state'), cell: ({ state }) => <FeeBadge state={state} /> },
    { id: 'counts', header: t('fees.counts'), cell: (fee) => <Span fee={fee} /> },
    {
      id: 'deposit',
      header: t('fees.deposits'),
      cell: ({ deposit_fee_bp }) => `${percentOf(deposit_fee_bp)} %`,
      isFigure: true,
    },
    {
      id: 'withdraw',
      header: t('fees.withdrawals'),
      cell: ({ withdraw_fee_bp }) => `${percentOf(withdraw_fee_bp)} %`,
      isFigure: true,
    },
    ...(mayDrop ? [drop] : []),
  ]
}

function Span({ fee: { valid_from, valid_until } }: { fee: ChannelFee }) {
  const t = useTranslations('channels.fees')
  return (
    <span className="grid">
      <span>
        {valid_from === null ? (
          t('beginning')
        ) : (
          <>
            {t('from')} <When seconds={valid_from} />
          </>
        )}
      </span>
      {valid_until !== null && (
        <span className="text-ink-soft">
          {t('until')} <When seconds={valid_until} />
        </span>
      )}
    </span>
  )
}

export function KindBadge({ channel: { is_demo } }: { channel: Channel }) {
  const t = useTranslations('channels')
  return (
    <IconBadge style={is_demo ? ['demo', FlaskConical] : ['neutral', Store]}>{t(is_demo ? 'demo' : 'real')}</IconBadge>
  )
}

function FeeBadge({ state }: Pick<ChannelFee, 'state'>) {
  const t = useTranslations('channels.fees.states')
  return <IconBadge style={badgeStyles[state]}>{t(state)}</IconBadge>
}
