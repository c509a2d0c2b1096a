import { TextInput, type TextInputProps } from './text-input.tsx'

export type PhoneInputProps = Omit<TextInputProps, 'prefix' | 'type' | 'inputMode'> & {
  /** The country's phone code, as it is read: "+998". */
  readonly prefix?: string | undefined
}

export const PhoneInput = ({ prefix, ...input }: PhoneInputProps) => (
  <TextInput
    autoComplete="tel-national"
    {...input}
    type="tel"
    inputMode="tel"
    dir="ltr"
    className={`tabular-nums ${input.className ?? ''}`}
    prefix={prefix ? <span className="border-e border-line pe-3 text-ink">{prefix}</span> : undefined}
  />
)
