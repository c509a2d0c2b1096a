import {
  type BoundFieldProps,
  Checkbox,
  type FieldForm,
  PasswordField,
  type PasswordInputProps,
  type SelectOption,
  TextField,
  type TextInputProps,
} from '@cashbox/ui'
import { SelectField, TextAreaField, type TextAreaFieldProps } from '@cashbox/ui/dense/form-fields'
import { CircleAlert } from 'lucide-react'
import { useId } from 'react'

type Name<Values> = BoundFieldProps<Values>['name']
type Bound = keyof BoundFieldProps<unknown> | 'value' | 'onChange'
type Others<Props> = Omit<Props, Bound> & Partial<Pick<BoundFieldProps<unknown>, 'help' | 'isOptional'>>

/** For codes and addresses, which are no words. */
export const plain = { autoCapitalize: 'none', spellCheck: false } as const

/** For one-time codes. */
export const codeInput = { autoComplete: 'one-time-code', className: 'font-mono' } as const

export const textField = <Values,>(
  form: FieldForm<Values>,
  name: Name<Values>,
  label: string,
  input: Others<TextInputProps> = {},
) => <TextField key={name} form={form} name={name} label={label} {...input} />

export const passwordField = <Values,>(
  form: FieldForm<Values>,
  name: Name<Values>,
  label: string,
  input: Others<PasswordInputProps> = {},
) => <PasswordField key={name} form={form} name={name} label={label} {...input} />

export const textAreaField = <Values,>(
  form: FieldForm<Values>,
  name: Name<Values>,
  label: string,
  input: Others<TextAreaFieldProps> = {},
) => <TextAreaField key={name} form={form} name={name} label={label} {...input} />

export const selectField = <Values,>(
  form: FieldForm<Values>,
  name: Name<Values>,
  label: string,
  options: readonly SelectOption[],
  help?: string,
) => <SelectField key={name} form={form} name={name} label={label} options={options} help={help} />

export const percentField = <Values,>(form: FieldForm<Values>, name: Name<Values>, label: string) =>
  textField(form, name, label, { inputMode: 'decimal', suffix: '%' })

/** Empty for none, or for a default that the help names. */
export const sumField = <Values,>(
  form: FieldForm<Values>,
  name: Name<Values>,
  label: string,
  currency: string | undefined,
  help?: string,
) => textField(form, name, label, { inputMode: 'decimal', suffix: currency, isOptional: true, help })

/** Some of several are one form value, separated by spaces, so that the server's message has a field. */
export const someOf = <One extends string>(all: readonly One[], text: string): One[] =>
  all.filter((one) => text.split(' ').includes(one))

interface SomeFieldProps<Values, One extends string> extends Pick<BoundFieldProps<Values>, 'form' | 'name' | 'label'> {
  readonly isLabelHidden?: boolean
  readonly all: readonly One[]
  readonly labelOf: (one: One) => string
}

export function SomeField<Values, One extends string>(props: SomeFieldProps<Values, One>) {
  const { form, name, label, isLabelHidden = false, all, labelOf } = props
  const id = useId()
  const chosen = someOf(all, form.values[name] as string)
  const error = form.errors[name]
  const turn = (one: One, isOn: boolean) => {
    const others = chosen.filter((other) => other !== one)
    form.change(name, [...others, ...(isOn ? [one] : [])].join(' ') as Values[typeof name])
  }
  return (
    <fieldset aria-describedby={error && id} className="grid">
      <legend className={isLabelHidden ? 'sr-only' : 'text-sm font-semibold'}>{label}</legend>
      {all.map((one) => (
        <Checkbox
          key={one}
          label={labelOf(one)}
          checked={chosen.includes(one)}
          aria-invalid={error ? true : undefined}
          onChange={(event) => turn(one, event.target.checked)}
        />
      ))}
      <div aria-live="polite">
        {error && (
          <p id={id} className="flex gap-1.5 text-sm text-danger">
            <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
            {error}
          </p>
        )}
      </div>
    </fieldset>
  )
}
