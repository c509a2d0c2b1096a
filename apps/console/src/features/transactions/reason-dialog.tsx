import type { WholeTransaction } from '@cashbox/contract/operator'
import { Sheet } from '@cashbox/ui/dialog'
import { useTranslations } from 'use-intl'
import { useForm } from '../../platform/form.ts'
import { TextAreaField } from '../../platform/form-fields.tsx'
import { notify } from '../../platform/notices.ts'
import { Submit } from '../../platform/submit.tsx'
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

/** Asks before something is done about a transaction, and why. */
export function ReasonDialog({ transactionId, title, text, submit, done, send, onClose }: ReasonDialogProps) {
  const t = useTranslations()
  const form = useForm({
    initial: { reason: '' },
    send: async ({ reason }) => {
      try {
        keepTransaction(await send(reason))
      } catch (error) {
        // Somebody else may have been quicker: behind the dialog it is shown as it is now.
        void renewTransaction(transactionId)
        throw error
      }
      notify('success', done)
      onClose()
    },
  })
  return (
    <Sheet isOpen onClose={onClose} title={title} closeLabel={t('common.close')}>
      <form {...form.element} className="grid gap-4">
        <p>{text}</p>
        <TextAreaField
          form={form}
          name="reason"
          label={t('transactions.acts.reason')}
          help={t('transactions.acts.reason_help')}
          maxLength={500}
        />
        <Submit form={form} label={submit} isDisabled={form.values.reason.trim() === ''} onCancel={onClose} />
      </form>
    </Sheet>
  )
}
