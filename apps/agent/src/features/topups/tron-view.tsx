import { CONFIRMATIONS_NEEDED, type Wallet } from '@cashbox/contract'
import { Badge, Card, CopyButton, Notice, QrCode } from '@cashbox/ui'
import { Network, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../platform/session/user.ts'
import { formatMoney } from '../../platform/time/formats.ts'
import { notify } from '../../platform/toasts.ts'
import { Calculator } from './calculator.tsx'
import { GroupedAddress } from './grouped-address.tsx'
import { WalletFacts } from './wallet-facts.tsx'

interface WalletProps {
  readonly wallet: Wallet
}

/** Send coins to an address; they arrive by themselves. */
export function TronView({ wallet }: WalletProps) {
  const { is_demo } = useUser()
  return (
    <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
      <AddressCard wallet={wallet} isDemo={is_demo} />
      <div className="grid gap-6">
        <WalletFacts wallet={wallet} />
        {!is_demo && <Calculator wallet={wallet} />}
        <Explanation wallet={wallet} isDemo={is_demo} />
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
        <span className="text-ink-soft">{t('deposit.network')}</span>
        <Badge tone="neutral" icon={<Network aria-hidden />}>
          <bdi dir="ltr">{networkName}</bdi>
        </Badge>
      </div>
      {!isDemo && (
        <div className="grid justify-items-center">
          <QrCode text={address} label={t('deposit.qr_label')} size={208} />
        </div>
      )}
      <div className="grid gap-2">
        <span className="text-sm text-ink-soft">{t('deposit.address')}</span>
        <GroupedAddress address={address} />
      </div>
      {isDemo ? (
        <Notice tone="info">{t('deposit.tron.demo')}</Notice>
      ) : (
        <>
          <CopyButton
            variant="primary"
            isWide
            label={t('deposit.copy_address')}
            copiedLabel={t('common.copied')}
            text={address}
            onCopied={() => notify('success', t('common.copied'))}
            onFailed={() => notify('error', t('common.copy_failed'))}
          />
          <Notice tone="warning" icon={<TriangleAlert aria-hidden />}>
            {t('deposit.tron.warning', { coin, network: networkName })}
          </Notice>
        </>
      )}
    </Card>
  )
}

function Explanation({ wallet: { min_deposit, coin }, isDemo }: WalletProps & { isDemo: boolean }) {
  const t = useTranslations('deposit.tron')
  return (
    <ul className="grid list-disc gap-2 ps-5 text-ink-soft marker:text-edge">
      <li>{t('minimum_text', { minimum: `${formatMoney(min_deposit)} ${coin}` })}</li>
      <li>{t('confirmations_text', { count: CONFIRMATIONS_NEEDED })}</li>
      <li>{t('calculator_note')}</li>
      {!isDemo && <li>{t('own_address')}</li>}
    </ul>
  )
}
