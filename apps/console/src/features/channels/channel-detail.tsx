import { type Channel, type ChannelFee, listAudit, renameChannel, setChannelFees } from '@cashbox/contract/operator'
import { Button } from '@cashbox/ui'
import { Pencil, Percent } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { useMay } from '../../platform/roles.ts'
import { Section } from '../../platform/section.tsx'
import { Facts } from '../../platform/values.tsx'
import { ActDialog, type ChannelAct } from './act-dialog.tsx'
import { KindBadge } from './channel-badges.tsx'
import { FeeTable } from './fee-table.tsx'

/** One channel, in the drawer and on the page of its own. */
export function ChannelDetail({ channel }: { channel: Channel }) {
  const t = useTranslations('channels')
  const [act, setAct] = useState<ChannelAct | null>(null)
  const drop = (fee: ChannelFee) => setAct({ kind: 'drop_fees', fee })
  return (
    <div className="grid gap-6">
      <Facts
        facts={[
          [t('code'), channel.code],
          [t('currency'), currencyText(channel.currency_code)],
          [t('kind'), <KindBadge key="kind" channel={channel} />],
        ]}
      />
      <Acts onChoose={setAct} />
      <Section title={t('fees.title')}>
        <FeeTable channel={channel} onDrop={drop} />
      </Section>
      <Links code={channel.code} />
      {act && <ActDialog act={act} channel={channel} onClose={() => setAct(null)} />}
    </div>
  )
}

const names = new Intl.DisplayNames('en', { type: 'currency' })
const currencyText = (code: string) => `${code} · ${names.of(code) ?? code}`

function Acts({ onChoose }: { onChoose: (act: ChannelAct) => void }) {
  const t = useTranslations('channels.acts')
  const maySetFees = useMay(setChannelFees)
  const mayRename = useMay(renameChannel)
  if (!maySetFees && !mayRename) return null
  return (
    <section aria-label={t('label')} className="flex flex-wrap gap-2">
      {maySetFees && (
        <Button icon={<Percent size={16} aria-hidden />} onClick={() => onChoose({ kind: 'set_fees' })}>
          {t('set_fees.button')}
        </Button>
      )}
      {mayRename && (
        <Button
          variant="secondary"
          icon={<Pencil size={16} aria-hidden />}
          onClick={() => onChoose({ kind: 'rename' })}
        >
          {t('rename.button')}
        </Button>
      )}
    </section>
  )
}

const linkClass = 'inline-flex min-h-11 items-center text-brand-text underline'

function Links({ code }: { code: string }) {
  const t = useTranslations('channels')
  const mayAudit = useMay(listAudit)
  return (
    <p className="flex flex-wrap gap-x-6">
      <Link href={`/agents?channel=${code}`} className={linkClass}>
        {t('agents')}
      </Link>
      {mayAudit && (
        <Link href={`/audit?subject_kind=channel&subject_id=${code}`} className={linkClass}>
          {t('audit')}
        </Link>
      )}
    </p>
  )
}
