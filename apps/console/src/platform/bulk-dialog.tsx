import { useForm } from '@cashbox/client/use-form'
import { type BulkAction, bulkActs, startBulkRun } from '@cashbox/contract/operator'
import { TextAreaField } from '@cashbox/ui/dense/form-fields'
import { Sheet } from '@cashbox/ui/dialog'
import { useTranslations } from 'use-intl'
import { ActForm } from './act-form.tsx'
import { useShownRun } from './bulk-run.ts'
import { call } from './call.ts'
import { formatWhole } from './formats.ts'

export interface SeenRow {
  readonly id: string
  readonly version: number
}

export type BulkWish = { readonly count: number } & (
  | { readonly rows: SeenRow[] }
  | { readonly filters: Readonly<Record<string, string>> }
)

interface BulkDialogProps {
  readonly action: BulkAction
  readonly wish: BulkWish
  readonly onStarted: () => void
  readonly onClose: () => void
}

/** Where the general text does not fit. */
const texts: Partial<Record<BulkAction, 'approve_text' | 'redeliver_text' | 'session_text'>> = {
  'agent.approve': 'approve_text',
  'event.redeliver': 'redeliver_text',
  'session.end': 'session_text',
}

/** What stops someone's work, or ends what they asked for. */
const dangers: ReadonlySet<BulkAction> = new Set(['agent.suspend', 'change.reject', 'money.reject', 'session.end'])

/** Asks once more, with a note for those whom it is about. However often the form is sent, it starts one run. */
export function BulkDialog({ action, wish: { count, ...rows }, onStarted, onClose }: BulkDialogProps) {
  const t = useTranslations('bulk')
  const common = useTranslations('common')
  const { show } = useShownRun()
  const isNoteNeeded = bulkActs[action].needsNote
  const form = useForm({
    initial: { note: '' },
    send: async ({ note }, { key }) => {
      const said = note.trim() === '' ? {} : { note }
      const { run } = await call(startBulkRun, { key, action, ...said, ...rows })
      onClose()
      onStarted()
      show(run.id)
    },
  })
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t('title', { act: t(`acts.${action}`), count: formatWhole(count) })}
      closeLabel={common('close')}
    >
      <ActForm
        form={form}
        text={t(texts[action] ?? 'text')}
        submit={t(`acts.${action}`)}
        variant={dangers.has(action) ? 'danger' : 'primary'}
        isDisabled={isNoteNeeded && form.values.note.trim() === ''}
        onCancel={onClose}
      >
        <TextAreaField
          form={form}
          name="note"
          label={action === 'event.redeliver' ? common('reason') : t(isNoteNeeded ? 'note' : 'note_optional')}
          maxLength={300}
          isOptional={!isNoteNeeded}
        />
      </ActForm>
    </Sheet>
  )
}
