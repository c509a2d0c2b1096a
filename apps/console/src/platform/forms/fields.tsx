import {
  type BoundFieldProps,
  type FieldForm,
  PasswordField,
  type PasswordInputProps,
  type SelectOption,
  TextField,
  type TextInputProps,
} from '@cashbox/ui'
import { SelectField, TextAreaField } from '@cashbox/ui/dense/form-fields'

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
  input: Others<{ maxLength?: number }> = {},
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
