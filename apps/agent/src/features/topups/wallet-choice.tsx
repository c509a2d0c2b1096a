import type { WalletType } from '@cashbox/contract'
import { cn } from '@cashbox/ui'
import { Coins, type LucideIcon, Ticket } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { NamedWallet } from './use-wallets.ts'

interface WalletChoiceProps {
  readonly wallets: readonly NamedWallet[]
  /** The ID of the chosen one. */
  readonly chosen: string
  readonly onChoose: (id: string) => void
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
        {wallets.map(({ id, type, name, network, coin, isOneOfSeveral }) => {
          const { texts, icon: Icon } = faces[type]
          return (
            <label
              key={id}
              className={cn(
                'relative flex cursor-pointer flex-col gap-1 rounded-2xl border bg-card p-4 transition-colors duration-150',
                'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-brand-text',
                id === chosen
                  ? 'border-brand-text shadow-[inset_0_0_0_1px_var(--brand-text)]'
                  : 'border-line hover:bg-sunken',
              )}
            >
              <input
                type="radio"
                name="wallet"
                value={id}
                checked={id === chosen}
                onChange={() => onChoose(id)}
                className="absolute inset-0 cursor-pointer appearance-none outline-none"
              />
              <Icon aria-hidden className={cn('mb-2 size-6', id === chosen ? 'text-brand-text' : 'text-ink-soft')} />
              <span className="font-semibold">{isOneOfSeveral ? name : t(`${texts}.name`)}</span>
              <span className="text-sm text-ink-soft">
                {isOneOfSeveral ? [coin, network].filter(Boolean).join(' · ') : t(`${texts}.summary`)}
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
