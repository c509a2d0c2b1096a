import { CONFIRMATIONS_NEEDED, type Wallet } from '@cashbox/contract'
import { Badge, Callout, Card, QrCode, Row, RowGroup } from '@cashbox/ui'
import { ArrowUpDown, Network, TriangleAlert } from 'lucide-react'
import { Fragment, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CopyText, Figures } from '../../platform/agent-parts.tsx'
import { AmountInput } from '../../platform/amount-input.tsx'
import { useUser } from '../../platform/session/user.ts'
import { formatExact, formatMoney, formatPercent } from '../../platform/time/formats.ts'
import { neededFor, receivedFor } from './topup-rules.ts'

interface WalletProps {
  readonly wallet: Wallet
}

export function TronView({ wallet }: WalletProps) {
  const t = useTranslations('wallet.tron')
  const { is_demo } = useUser()
  const { min_deposit, coin } = wallet
  return (
    <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
      <AddressCard wallet={wallet} isDemo={is_demo} />
      <div className="grid gap-6">
        <WalletFacts wallet={wallet} />
        {!is_demo && <Calculator wallet={wallet} />}
        <ul className="grid list-disc gap-2 ps-5 text-ink-soft marker:text-edge">
          <li>{t('minimum_text', { minimum: `${formatMoney(min_deposit)} ${coin}` })}</li>
          <li>{t('confirmations_text', { count: CONFIRMATIONS_NEEDED })}</li>
          <li>{t('calculator_note')}</li>
          {!is_demo && <li>{t('own_address')}</li>}
        </ul>
      </div>
    </div>
  )
}

function AddressCard({ wallet: { wallet: address, network, coin }, isDemo }: WalletProps & { isDemo: boolean }) {
  const t = useTranslations()
  if (address === null) return null
  const networkName = network ?? ''
  return (
    <Card hasPadding={false} className="grid gap-4 p-4">
      <div className="flex items-center justify-between gap-4">
        <span className="text-ink-soft">{t('wallet.network')}</span>
        <Badge tone="neutral" icon={<Network aria-hidden />}>
          <bdi dir="ltr">{networkName}</bdi>
        </Badge>
      </div>
      {!isDemo && (
        <div className="grid justify-items-center">
          <QrCode text={address} label={t('wallet.qr_label')} size={208} />
        </div>
      )}
      <div className="grid gap-2">
        <span className="text-sm text-ink-soft">{t('wallet.address')}</span>
        <GroupedAddress address={address} />
      </div>
      {isDemo ? (
        <Callout tone="info">{t('wallet.tron.demo')}</Callout>
      ) : (
        <>
          <CopyText variant="primary" isWide label={t('wallet.copy_address')} text={address} />
          <Callout tone="warning" icon={<TriangleAlert aria-hidden />}>
            {t('wallet.tron.warning', { coin, network: networkName })}
          </Callout>
        </>
      )}
    </Card>
  )
}

/** Works both ways: the side typed in last determines the other. */
function Calculator({ wallet }: { wallet: Wallet }) {
  const t = useTranslations('wallet')
  const currency = useUser().channel.currency_code
  const [typed, setTyped] = useState({ side: 'send', text: '' })
  const sent = typed.side === 'send' ? typed.text : neededFor(typed.text, wallet)
  const received = typed.side === 'receive' ? typed.text : receivedFor(typed.text, wallet)
  const form = {
    values: { send: sent, receive: received },
    errors: {},
    change: (side: string, text: string) => setTyped({ side, text }),
  }
  return (
    <Card hasPadding={false} className="grid gap-3 p-4">
      <h2 className="text-lg font-semibold">{t('tron.calculator')}</h2>
      <AmountInput
        form={form}
        name="send"
        isOptional
        label={t('you_send')}
        suffix={<bdi dir="ltr">{wallet.coin}</bdi>}
      />
      <ArrowUpDown aria-hidden size={20} className="justify-self-center text-ink-soft" />
      <AmountInput
        form={form}
        name="receive"
        isOptional
        label={t('you_receive')}
        suffix={<bdi dir="ltr">{currency}</bdi>}
      />
    </Card>
  )
}

const GROUP = /.{1,4}/g

/** Groups of four, by margins and not spaces, so that a selection is the plain address. */
const GroupedAddress = ({ address }: { address: string }) => (
  <bdi dir="ltr" className="block font-mono text-lg text-balance select-all">
    {(address.match(GROUP) ?? []).map((group, index) => (
      // The same four characters can come twice.
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={index}>
        <span className="me-[0.6ch] whitespace-nowrap">{group}</span>
        <wbr />
      </Fragment>
    ))}
  </bdi>
)

export function WalletFacts({ wallet }: { wallet: Wallet }) {
  const t = useTranslations('wallet')
  const currency = useUser().channel.currency_code
  const { coin, min_deposit, offset_percent, rate } = wallet
  const row = (label: string, value: string) => (
    <Row label={label} value={<Figures className="font-semibold tabular-nums text-ink">{value}</Figures>} />
  )
  return (
    <RowGroup>
      {row(t('minimum'), `${formatMoney(min_deposit)} ${coin}`)}
      {row(t('offset'), formatPercent(Number(offset_percent)))}
      {row(t('rate', { coin, currency }), formatExact(rate))}
    </RowGroup>
  )
}
