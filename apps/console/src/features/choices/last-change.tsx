import { Button, Notice } from '@cashbox/ui'
import { Check, Undo2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { OfferSwitch } from './use-offer-switch.ts'

/** Says what was just changed, for as long as it takes to take it back. */
export function LastChange({ offering: { last, isBusy, turn } }: { offering: OfferSwitch }) {
  const t = useTranslations('choices')
  return (
    // Lies over the lists, so that nothing moves under the hand that has just pressed.
    <div role="status" className="max-w-2xl empty:hidden">
      {last && (
        <Notice
          tone={last.is_offered ? 'success' : 'warning'}
          icon={<Check aria-hidden />}
          className="items-center border border-line py-2"
        >
          <span className="flex flex-wrap items-center justify-between gap-3">
            {t(`done.${last.is_offered ? 'offered' : 'withheld'}`, { name: last.name })}
            <Button
              variant="secondary"
              icon={<Undo2 size={16} aria-hidden />}
              isBusy={isBusy(last)}
              onClick={() => turn(last)}
            >
              {t('undo')}
            </Button>
          </span>
        </Notice>
      )}
    </div>
  )
}
