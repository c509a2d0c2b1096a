import type { Form } from '@cashbox/client/use-form'
import { bindText, Field, IconButton, Skeleton, TextInput } from '@cashbox/ui'
import { ClipboardPaste, ScanLine } from 'lucide-react'
import { type KeyboardEvent, lazy, type RefObject, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { useLookUp } from './look-up.tsx'
import type { LookUp, PaymentValues } from './payment-rules.ts'
import { useKeyScanner } from './scanner/key-scanner.ts'

const Scanner = lazy(() => import('./scanner/scanner.tsx').then((module) => ({ default: module.Scanner })))

interface TransactionIdFieldProps {
  readonly form: Form<PaymentValues>
  readonly idField: RefObject<HTMLInputElement | null>
  readonly lookUp: ReturnType<typeof useLookUp>
  readonly isDisabled: boolean
}

export function TransactionIdField({ form, idField, lookUp, isDisabled }: TransactionIdFieldProps) {
  const t = useTranslations()
  const [isScanning, setScanning] = useState(false)
  const refused = lookUp.kind === 'refused' ? lookUp.message : undefined
  const fill = (text: string) => {
    form.change('transaction_id', text.trim())
    lookUp.finish(text)
  }
  // Scanners end with Enter: it completes the ID and never submits the form.
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    lookUp.finish(event.currentTarget.value)
  }
  useKeyScanner(
    isDisabled
      ? null
      : (id) => {
          if (document.activeElement !== idField.current) undoTyping(form, lookUp, id)
          fill(id)
        },
  )
  return (
    <>
      <Field label={t('payment.transaction_id')} error={form.errors.transaction_id ?? refused} isRequired>
        {(control) => (
          <TextInput
            {...control}
            ref={idField}
            dir="ltr"
            className="font-mono text-lg font-semibold tracking-wider"
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="next"
            maxLength={60}
            disabled={isDisabled}
            {...bindText(form, 'transaction_id')}
            onKeyDown={onKeyDown}
            onBlur={(event) => lookUp.finish(event.target.value)}
            suffix={
              <span className="-me-3 flex">
                <PasteButton isDisabled={isDisabled} onPaste={fill} />
                <IconButton
                  label={t('scan.start')}
                  icon={<ScanLine aria-hidden className="size-5" />}
                  aria-expanded={isScanning}
                  disabled={isDisabled}
                  onClick={() => setScanning(!isScanning)}
                />
              </span>
            }
          />
        )}
      </Field>
      {isScanning && !isDisabled && (
        <Suspense fallback={<Skeleton className="aspect-4/3 w-full rounded-2xl" />}>
          <Scanner
            onFound={(id) => {
              setScanning(false)
              fill(id)
              idField.current?.focus()
            }}
            onClose={() => {
              setScanning(false)
              idField.current?.focus()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** Removes what a scanner typed into other fields. */
function undoTyping(form: Form<PaymentValues>, lookUp: LookUp, scannedId: string) {
  const isSame = lookUp.kind === 'found' && lookUp.transaction.transaction_id === scannedId
  form.fill('amount', isSame ? lookUp.transaction.amount : '')
  form.fill('security_code', '')
}

function PasteButton({ isDisabled, onPaste }: { isDisabled: boolean; onPaste: (text: string) => void }) {
  const t = useTranslations('common')
  if (!navigator.clipboard?.readText) return null
  // If the browser refuses, the agent pastes by hand.
  const paste = () => navigator.clipboard.readText().then(onPaste, () => {})
  return (
    <IconButton
      label={t('paste')}
      icon={<ClipboardPaste aria-hidden className="size-5" />}
      disabled={isDisabled}
      onClick={() => void paste()}
    />
  )
}
