import type { ReactNode } from 'react'
import { Field } from './field.tsx'
import { TextInput, type TextInputProps } from './text-input.tsx'

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
