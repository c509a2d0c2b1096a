import type { MoneyPreview } from '@cashbox/contract/operator'
import { Button } from '@cashbox/ui'
import { Sheet } from '@cashbox/ui/dialog'
import { useTranslations } from 'use-intl'
import { Facts } from '../../platform/values.tsx'
import { PreviewView } from './preview-view.tsx'
import type { RequestValues } from './request-values.ts'

interface ReviewSheetProps {
  readonly values: RequestValues
  readonly preview: MoneyPreview
  readonly isBusy: boolean
  /** The id of the form that it sends. */
  readonly form: string
  readonly onClose: () => void
}

/** Asks once more, with all that will happen. */
export function ReviewSheet({ values, preview, isBusy, form, onClose }: ReviewSheetProps) {
  const t = useTranslations()
  const { kind, needs_approval } = preview
  const question = kind === 'adjustment' ? (values.direction === 'take' ? 'adjustment_take' : 'adjustment_add') : kind
  return (
    <Sheet
      isOpen
      onClose={onClose}
      isDismissable={!isBusy}
      title={t(`money.ask.question.${question}`)}
      closeLabel={t('common.close')}
    >
      <div className="grid gap-4">
        <PreviewView preview={preview} isFixed={values.rate !== ''} />
        <Facts
          facts={[
            ...(kind === 'payout' ? [[t('money.ask.paid_to'), values.paid_to] as const] : []),
            [t('money.reason'), values.reason],
          ]}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" form={form} isBusy={isBusy}>
            {t(needs_approval ? 'money.ask.send_waiting' : 'money.ask.send_now')}
          </Button>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            {t('money.ask.back')}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}
