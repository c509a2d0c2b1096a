import {
  FilterBar,
  SelectFilter as SelectControl,
  TextFilter as TextControl,
  type TextFilterProps as TextControlProps,
} from '@cashbox/ui/dense/filter-bar'
import type { SelectOption } from '@cashbox/ui/dense/form-fields'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { fromLocalInput, toLocalInput } from '../values/formats.ts'
import type { Filters } from './url-filters.ts'

interface ListFiltersProps {
  readonly filters: Pick<Filters<string>, 'isAny' | 'clear'>
  readonly children: ReactNode
}

interface FilterProps<Name extends string> {
  readonly filters: Pick<Filters<Name>, 'values' | 'change'>
  readonly name: Name
  readonly label: string
  /** The server's error. */
  readonly error?: string | undefined
}

interface TextFilterProps<Name extends string>
  extends FilterProps<Name>,
    Pick<TextControlProps, 'type' | 'placeholder' | 'inputMode' | 'onEnter'> {
  /** Turns typed text into the value in the address; null leaves the filter as it is. */
  readonly read?: (text: string) => string | null
}

interface SelectFilterProps<Name extends string> extends FilterProps<Name> {
  /** In addition to "all". */
  readonly options: readonly SelectOption[]
}

export function ListFilters({ filters: { isAny, clear }, children }: ListFiltersProps) {
  const t = useTranslations('common')
  return (
    <FilterBar label={t('filters')} clearLabel={t('clear_filters')} isAny={isAny} onClear={clear}>
      {children}
    </FilterBar>
  )
}

const bound = <Name extends string>({ filters: { values, change }, name, label, error }: FilterProps<Name>) => ({
  label,
  error,
  value: values[name] ?? '',
  onValueChange: (value: string) => change({ [name]: value } as Partial<Record<Name, string>>),
})

export function TextFilter<Name extends string>(props: TextFilterProps<Name>) {
  const { filters, name, label, error, read = (text) => text.trim(), ...input } = props
  const { onValueChange, ...control } = bound({ filters, name, label, error })
  const change = (text: string) => {
    const value = read(text)
    if (value !== null) onValueChange(value)
  }
  return <TextControl {...input} {...control} onValueChange={change} />
}

const asTyped = (text: string) => text

/** For lists that are fetched as a whole. Spaces stay as typed. */
export function SearchFilter({ filters, placeholder }: Pick<TextFilterProps<'search'>, 'filters' | 'placeholder'>) {
  const t = useTranslations('common')
  return (
    <TextFilter
      filters={filters}
      name="search"
      label={t('search')}
      type="search"
      placeholder={placeholder}
      read={asTyped}
    />
  )
}

export function SelectFilter<Name extends string>({ options, ...filter }: SelectFilterProps<Name>) {
  const t = useTranslations('common')
  return <SelectControl {...bound(filter)} options={[{ value: '', label: t('all') }, ...options]} />
}

/** Shown in the browser's time zone; the address has seconds. */
export function TimeFilter<Name extends string>(filter: FilterProps<Name>) {
  const { value, onValueChange, ...control } = bound(filter)
  return (
    <TextControl
      {...control}
      type="datetime-local"
      value={/^\d{1,12}$/.test(value) ? toLocalInput(Number(value)) : ''}
      onValueChange={(text) => onValueChange(String(fromLocalInput(text) ?? ''))}
    />
  )
}
