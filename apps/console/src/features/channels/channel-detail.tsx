import { type Channel, type ChannelFee, renameChannel, setChannelFees } from '@cashbox/contract/operator'
import { Pencil, Percent } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActButtons } from '../../platform/act-buttons.tsx'
import { currentLocale } from '../../platform/language.ts'
import { RelatedLinks } from '../../platform/related-links.tsx'
import { Section } from '../../platform/section.tsx'
import { Facts } from '../../platform/values.tsx'
import { KindBadge } from './channel-badges.tsx'
import { type ChannelAct, ChannelDialog } from './channel-dialog.tsx'
import { FeeTable } from './fee-table.tsx'

/** One channel, in the drawer and on the page of its own. */
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
