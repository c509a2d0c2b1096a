import type { Wallet, WalletType } from '@cashbox/contract'
import { cn } from '@cashbox/ui'
import { Coins, type LucideIcon, Ticket } from 'lucide-react'
import { useTranslations } from 'use-intl'

interface WalletChoiceProps {
  readonly wallets: readonly Wallet[]
  readonly chosen: WalletType
  readonly onChoose: (type: WalletType) => void
}

const faces: Record<WalletType, { readonly texts: 'tron' | 'perfect_money'; readonly icon: LucideIcon }> = {
  tron: { texts: 'tron', icon: Coins },
  'perfect-money': { texts: 'perfect_money', icon: Ticket },
}

export function WalletChoice({ wallets, chosen, onChoose }: WalletChoiceProps) {
  const t = useTranslations('deposit')
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 text-ink-soft">{t('choose')}</legend>
      <div className="grid grid-cols-2 gap-3 lg:gap-6">
        {wallets.map(({ type }) => {
          const { texts, icon: Icon } = faces[type]
          return (
            <label
              key={type}
              className={cn(
                'relative flex cursor-pointer flex-col gap-1 rounded-2xl border bg-card p-4 transition-colors duration-150',
                'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-brand-text',
                type === chosen
                  ? 'border-brand-text shadow-[inset_0_0_0_1px_var(--brand-text)]'
                  : 'border-line hover:bg-sunken',
              )}
            >
              <input
                type="radio"
                name="wallet"
                value={type}
                checked={type === chosen}
                onChange={() => onChoose(type)}
                className="absolute inset-0 cursor-pointer appearance-none outline-none"
              />
              <Icon aria-hidden className={cn('mb-2 size-6', type === chosen ? 'text-brand-text' : 'text-ink-soft')} />
              <span className="font-semibold">{t(`${texts}.name`)}</span>
              <span className="text-sm text-ink-soft">{t(`${texts}.summary`)}</span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
