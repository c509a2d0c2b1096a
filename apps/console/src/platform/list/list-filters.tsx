import type { SelectOption } from '@cashbox/ui'
import { FilterBar, SelectFilter, TextFilter, type TextFilterProps } from '@cashbox/ui/dense/filter-bar'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { fromTimeInput, toTimeInput } from '../values/formats.ts'
import { type Filters, useFilters } from './url-filters.ts'

interface FilterSpec extends Pick<TextFilterProps, 'placeholder' | 'inputMode' | 'onEnter'> {
  readonly label: string
  /** A `time` is shown in the browser's time zone; the address has seconds. */
  readonly type?: 'search' | 'month' | 'time'
  readonly noneLabel?: string
  readonly options?: readonly SelectOption[]
  /** Turns typed text into the value in the address; null leaves the filter as it is. */
  readonly read?: (text: string) => string | null
}

export interface FilterControl extends FilterSpec {
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
}

export interface ListFilters<Name extends string> extends Filters<Name> {
  readonly controls: readonly FilterControl[]
}

interface FilterBarProps {
  readonly filters: Pick<ListFilters<never>, 'isAny' | 'clear' | 'controls'>
  readonly first?: ReactNode
  readonly children?: ReactNode
}

/** Each filter by its name in the address, which is also its name in the call. */
export function useListFilters<Name extends string>(specs: Readonly<Record<Name, FilterSpec>>): ListFilters<Name> {
  const filters = useFilters(Object.keys(specs) as Name[])
  const controls = Object.entries<FilterSpec>(specs).map(([name, spec]) => ({
    ...spec,
    name,
    value: filters.values[name as Name] ?? '',
    onChange: (value: string) => filters.change({ [name]: value } as Partial<Record<Name, string>>),
  }))
  return { ...filters, controls }
}

/** For lists that are fetched as a whole. Spaces stay as typed. */
export function useSearchSpec(): FilterSpec {
  const t = useTranslations('common')
  return { label: t('search'), type: 'search', read: (text) => text }
}

export const optionsOf = <Value extends string>(
  values: readonly Value[],
  labelOf: (value: Value) => string = (value) => value,
): readonly SelectOption[] => values.map((value) => ({ value, label: labelOf(value) }))

export const namedOptions = (things: readonly { readonly code: string; readonly name: string }[]) =>
  things.map(({ code, name }) => ({ value: code, label: name }))

export function ListFilterBar({ filters: { isAny, clear, controls }, first, children }: FilterBarProps) {
  const t = useTranslations('common')
  return (
    <FilterBar label={t('filters')} clearLabel={t('clear_filters')} isAny={isAny} onClear={clear}>
      {first}
      <FilterControls controls={controls} />
      {children}
    </FilterBar>
  )
}

export const FilterControls = ({ controls }: { controls: readonly FilterControl[] }) =>
  controls.map((control) => <Control key={control.name} {...control} />)

const trimmed = (text: string) => text.trim()

function Control({ name: _name, type, options, noneLabel, read = trimmed, onChange, ...control }: FilterControl) {
  const t = useTranslations('common')
  if (options) {
    return (
      <SelectFilter
        {...control}
        options={[{ value: '', label: noneLabel ?? t('all') }, ...options]}
        onValueChange={onChange}
      />
    )
  }
  if (type === 'time') {
    return (
      <TextFilter
        {...control}
        type="datetime-local"
        value={/^\d{1,12}$/.test(control.value) ? toTimeInput(Number(control.value)) : ''}
        onValueChange={(text) => onChange(String(fromTimeInput(text) ?? ''))}
      />
    )
  }
  const change = (text: string) => {
    const value = read(text)
    if (value !== null) onChange(value)
  }
  return <TextFilter {...control} type={type} onValueChange={change} />
}
