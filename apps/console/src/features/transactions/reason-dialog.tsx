import type { WholeTransaction } from '@cashbox/contract/operator'
import { Sheet } from '@cashbox/ui/dialog'
import { useTranslations } from 'use-intl'
import { ReasonForm } from '../../platform/act-form.tsx'
import { keepTransaction, renewTransaction } from './transactions.ts'

interface ReasonDialogProps {
  readonly transactionId: string
  readonly title: string
  /** What will happen. */
  readonly text: string
  readonly submit: string
  readonly done: string
  readonly send: (reason: string) => Promise<WholeTransaction>
  readonly onClose: () => void
}

/** Does something about a transaction, with the reason for it. */
export function ReasonDialog({ transactionId, title, send, onClose, ...act }: ReasonDialogProps) {
  const t = useTranslations('common')
  return (
    <Sheet isOpen onClose={onClose} title={title} closeLabel={t('close')}>
      <ReasonForm
        {...act}
        onDone={onClose}
        send={async (reason) => {
          try {
            keepTransaction(await send(reason))
          } catch (error) {
            // Another operator may have been quicker: behind the dialog it is shown as it is now.
            void renewTransaction(transactionId)
            throw error
          }
        }}
      />
    </Sheet>
  )
}
