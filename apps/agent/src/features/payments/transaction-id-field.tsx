import type { Form } from '@cashbox/client/use-form'
import { bindText, Field, IconButton, TextInput } from '@cashbox/ui'
import { ClipboardPaste } from 'lucide-react'
import type { KeyboardEvent, RefObject } from 'react'
import { useTranslations } from 'use-intl'
import type { PaymentValues } from './payment-values.ts'
import type { useLookUp } from './use-look-up.ts'

interface TransactionIdFieldProps {
  readonly form: Form<PaymentValues>
  readonly idField: RefObject<HTMLInputElement | null>
  readonly lookUp: ReturnType<typeof useLookUp>
  readonly isDisabled: boolean
}

export function TransactionIdField({ form, idField, lookUp, isDisabled }: TransactionIdFieldProps) {
  const t = useTranslations()
  const refused = lookUp.kind === 'refused' ? lookUp.message : undefined
  const fill = (text: string) => {
    form.change('transaction_id', text.trim())
    lookUp.finish(text)
  }
  // A scanner types the ID and then presses Enter: that ends the ID, and never confirms a payment.
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    lookUp.finish(event.currentTarget.value)
  }
  return (
    <Field label={t('payment.transaction_id')} error={form.errors.transaction_id ?? refused} isRequired>
      {(control) => (
        <TextInput
          {...control}
          ref={idField}
          dir="ltr"
          // Capital letters as the server writes them, also where the app speaks Turkish.
          lang="en"
          className="font-mono text-lg font-semibold tracking-wider [&_input]:uppercase [&_input]:placeholder:normal-case"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
          maxLength={60}
          disabled={isDisabled}
          {...bindText(form, 'transaction_id')}
          onKeyDown={onKeyDown}
          onBlur={(event) => lookUp.finish(event.target.value)}
          suffix={<PasteButton isDisabled={isDisabled} onPaste={fill} />}
        />
      )}
    </Field>
  )
}

function PasteButton({ isDisabled, onPaste }: { isDisabled: boolean; onPaste: (text: string) => void }) {
  const t = useTranslations('common')
  if (!navigator.clipboard?.readText) return null
  // Where the browser does not let us read it, the agent pastes by hand.
  const paste = () => navigator.clipboard.readText().then(onPaste, () => {})
  return (
    <IconButton
      label={t('paste')}
      icon={<ClipboardPaste aria-hidden className="size-5" />}
      className="-me-3"
      disabled={isDisabled}
      onClick={() => void paste()}
    />
  )
}
