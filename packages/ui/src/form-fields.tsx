import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cn } from './cn.ts'
import {
  PasswordInput,
  type PasswordInputProps,
  SelectInput,
  type SelectOption,
  TextInput,
  type TextInputProps,
} from './inputs.tsx'

export type FieldControl = {
  readonly id: string
  readonly 'aria-labelledby': string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
  readonly 'aria-required': true | undefined
}

export type FieldProps = {
  readonly label: ReactNode
  readonly help?: ReactNode
  readonly error?: string | undefined
  readonly isRequired?: boolean | undefined
  readonly isLabelHidden?: boolean | undefined
  readonly className?: string | undefined
  readonly children: (control: FieldControl) => ReactNode
}

export const Field = ({ label, help, error, isRequired, isLabelHidden, className, children }: FieldProps) => {
  const id = useId()
  const describedBy = cn(help ? `${id}-help` : null, error ? `${id}-error` : null) || undefined
  const control: FieldControl = {
    id,
    'aria-labelledby': `${id}-label`,
    'aria-describedby': describedBy,
    'aria-invalid': error ? true : undefined,
    'aria-required': isRequired || undefined,
  }
  return (
    <div className={cn('flex flex-col', className)}>
      <label
        id={`${id}-label`}
        htmlFor={id}
        className={isLabelHidden ? 'sr-only' : 'pb-1.5 text-sm font-semibold text-ink'}
      >
        {label}
      </label>
      {children(control)}
      {help ? (
        <p id={`${id}-help`} className="pt-1.5 text-sm text-ink-soft">
          {help}
        </p>
      ) : null}
      <div aria-live="polite">
        {error ? (
          <p id={`${id}-error`} className="flex gap-1.5 pt-1.5 text-sm text-danger">
            <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
            <span className="min-w-0">{error}</span>
          </p>
        ) : null}
      </div>
    </div>
  )
}

export type NativeSelectProps = Pick<FieldProps, 'label' | 'isLabelHidden' | 'className'> & {
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly options: readonly SelectOption[]
  readonly isDisabled?: boolean | undefined
}

/** A choice that takes effect at once. */
export const NativeSelect = ({ value, onValueChange, options, isDisabled, ...field }: NativeSelectProps) => (
  <Field {...field}>
    {(control) => (
      <SelectInput
        {...control}
        look="quiet"
        value={value}
        disabled={isDisabled}
        options={options}
        onChange={(event) => onValueChange(event.target.value)}
      />
    )}
  </Field>
)

/** What a field needs of its form. */
export type FieldForm<Values> = {
  readonly values: Values
  readonly errors: Readonly<Partial<Record<keyof Values & string, string>>>
  readonly change: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => void
}

/** The names of the values that are text. */
export type TextName<Values> = {
  [Name in keyof Values]: Values[Name] extends string ? Name : never
}[keyof Values] &
  string

export type BoundFieldProps<Values> = {
  readonly form: FieldForm<Values>
  readonly name: TextName<Values>
  readonly label: string
  readonly help?: ReactNode
  readonly isOptional?: boolean
}

/** Joins an input to a value of the form. */
export const bindText = <Values,>(form: FieldForm<Values>, name: TextName<Values>) => ({
  name,
  value: form.values[name] as string,
  onChange: (event: { readonly target: { readonly value: string } }) =>
    form.change(name, event.target.value as Values[typeof name]),
})

/** What the form says of an input. */
export type Bound = 'form' | 'name' | 'value' | 'onChange'

export const TextField = <Values,>(props: BoundFieldProps<Values> & Omit<TextInputProps, Bound>) => {
  const { form, name, label, help, isOptional = false, ...input } = props
  return (
    <Field label={label} help={help} error={form.errors[name]} isRequired={!isOptional}>
      {(control) => <TextInput autoComplete="off" {...input} {...control} {...bindText(form, name)} />}
    </Field>
  )
}

/** What is wrong with a password says the same as its help, and takes its place. */
export const PasswordField = <Values,>(props: BoundFieldProps<Values> & Omit<PasswordInputProps, Bound>) => {
  const { form, name, label, help, isOptional = false, ...input } = props
  const error = form.errors[name]
  return (
    <Field label={label} help={error === undefined ? help : undefined} error={error} isRequired={!isOptional}>
      {(control) => <PasswordInput dir="ltr" {...input} {...control} {...bindText(form, name)} />}
    </Field>
  )
}
