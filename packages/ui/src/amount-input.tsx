import { cleanAmount } from './amount.ts'
import { TextInput, type TextInputProps } from './text-input.tsx'

export type AmountInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'inputMode'> & {
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly maxDecimals?: number
}

export const AmountInput = ({ value, onValueChange, maxDecimals = 2, ...input }: AmountInputProps) => (
  <TextInput
    placeholder="0.00"
    {...input}
    dir="ltr"
    inputMode="decimal"
    autoComplete="off"
    enterKeyHint={input.enterKeyHint ?? 'done'}
    className={`tabular-nums ${input.className ?? ''}`}
    value={value}
    onChange={(event) => onValueChange(cleanAmount(event.target.value, { maxDecimals }))}
  />
)
