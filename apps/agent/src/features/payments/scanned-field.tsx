import { Field, IconButton, Skeleton, TextInput } from '@cashbox/ui'
import { ClipboardPaste, ScanLine } from 'lucide-react'
import { type KeyboardEvent, lazy, type RefObject, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type CodeKind, useKeyScanner } from './scanner/key-scanner.ts'

const Scanner = lazy(() => import('./scanner/scanner.tsx').then((module) => ({ default: module.Scanner })))

interface ScannedFieldProps {
  readonly kind: CodeKind
  readonly label: string
  readonly error: string | undefined
  readonly idField: RefObject<HTMLInputElement | null>
  readonly value: string
  readonly onValueChange: (value: string) => void
  /** The ID is complete: scanned, pasted, or left. */
  readonly onFinish?: (value: string) => void
  /** A hardware scanner typed into another field. */
  readonly onScanElsewhere?: (id: string) => void
  readonly isDisabled: boolean
}

export function ScannedField(props: ScannedFieldProps) {
  const { kind, label, error, idField, value, onValueChange, onFinish, onScanElsewhere, isDisabled } = props
  const t = useTranslations()
  const [isScanning, setScanning] = useState(false)
  const fill = (text: string) => {
    onValueChange(text.trim())
    onFinish?.(text)
  }
  // Scanners end with Enter: it completes the ID and never submits the form.
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onFinish?.(event.currentTarget.value)
  }
  const onScan = (id: string) => {
    if (document.activeElement !== idField.current) onScanElsewhere?.(id)
    fill(id)
  }
  useKeyScanner(isDisabled ? null : onScan, kind)
  return (
    <>
      <Field label={label} error={error} isRequired>
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
            maxLength={kind === 'player' ? 64 : 60}
            disabled={isDisabled}
            name={`${kind}_id`}
            value={value}
            onChange={(event) => onValueChange(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={(event) => onFinish?.(event.target.value)}
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
            kind={kind}
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
