import { Field, type SelectOption } from '@cashbox/ui'
import { FilterBar, SelectFilter, TextFilter, type TextFilterProps } from '@cashbox/ui/dense/filter-bar'
import type { SortingState } from '@tanstack/react-table'
import { type ReactNode, useCallback } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { DateInput } from '../forms/date-input.tsx'
import { textAt } from '../language/language.ts'
import { type DateKind, readDate } from '../values/dates.ts'
import { fromTimeInput, toTimeInput } from '../values/formats.ts'

interface FilterSpec extends Pick<TextFilterProps, 'placeholder' | 'inputMode' | 'onEnter'> {
  readonly label: string
  /** A `time` is in the zone of the console; the address has seconds. */
  readonly type?: 'search' | 'month' | 'time'
  readonly noneLabel?: string
  readonly options?: readonly SelectOption[]
  /** Turns typed text into the value in the address; null leaves the filter as it is. */
  readonly read?: (text: string) => string | null
  /** In a list that is fetched as a whole: the column that it compares, if not the one of its name. */
  readonly column?: string
}

interface FilterControl extends FilterSpec {
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
}

export type ListFilters = Pick<ReturnType<typeof useListFilters>, 'isAny' | 'clear' | 'controls'>

interface FilterBarProps {
  readonly filters: ListFilters
  readonly first?: ReactNode
  readonly children?: ReactNode
}

/** Each filter by its name in the address, which is also its name in the call. */
export function useListFilters<Name extends string>(specs: Readonly<Record<Name, FilterSpec>>) {
  const filters = useFilters(Object.keys(specs) as Name[])
  const controls = Object.entries<FilterSpec>(specs).map(
    ([name, spec]): FilterControl => ({
      ...spec,
      name,
      value: filters.values[name as Name] ?? '',
      onChange: (value: string) => filters.change({ [name]: value } as Partial<Record<Name, string>>),
    }),
  )
  return { ...filters, controls }
}

/** For lists that are fetched as a whole. Spaces stay as typed. */
export function searchSpec(): FilterSpec {
  return { label: textAt('common.search'), type: 'search', read: (text) => text }
}

export const optionsOf = <Value extends string>(
  values: readonly Value[],
  labelOf: (value: Value) => string = (value) => value,
): readonly SelectOption[] => values.map((value) => ({ value, label: labelOf(value) }))

export const namedOptions = (things: readonly { readonly code: string; readonly name: string }[]) =>
  things.map(({ code, name }) => ({ value: code, label: name }))

export const ListFilterBar = ({ filters: { isAny, clear, controls }, first, children }: FilterBarProps) => (
  <FilterBar label={textAt('common.filters')} clearLabel={textAt('common.clear_filters')} isAny={isAny} onClear={clear}>
    {first}
    <FilterControls controls={controls} />
    {children}
  </FilterBar>
)

export const FilterControls = ({ controls }: { controls: readonly FilterControl[] }) =>
  controls.map((control) => <Control key={control.name} {...control} />)

const trimmed = (text: string) => text.trim()

function Control({
  name: _name,
  column: _column,
  type,
  options,
  noneLabel,
  read = trimmed,
  onChange,
  ...control
}: FilterControl) {
  if (options) {
    return (
      <SelectFilter
        {...control}
        options={[{ value: '', label: noneLabel ?? textAt('common.all') }, ...options]}
        onValueChange={onChange}
      />
    )
  }
  if (type === 'time') {
    return (
      <DateFilter
        {...control}
        kind="datetime-local"
        value={/^\d{1,12}$/.test(control.value) ? toTimeInput(Number(control.value)) : ''}
        onValueChange={(text) => onChange(String(fromTimeInput(text) ?? ''))}
      />
    )
  }
  if (type === 'month') return <DateFilter {...control} kind="month" onValueChange={onChange} />
  const change = (text: string) => {
    const value = read(text)
    if (value !== null) onChange(value)
  }
  return <TextFilter {...control} type={type} onValueChange={change} />
}

interface DateFilterProps extends Pick<FilterControl, 'label' | 'value' | 'error'> {
  readonly kind: DateKind
  readonly onValueChange: (value: string) => void
}

/** Takes effect when what is typed is a date, or nothing. */
const DateFilter = ({ label, value, error, kind, onValueChange }: DateFilterProps) => (
  <Field label={label} error={error} className="w-full sm:w-56">
    {(control) => (
      <DateInput
        {...control}
        kind={kind}
        value={value}
        onValueChange={(text) => (readDate(kind, text) === null ? undefined : onValueChange(text))}
      />
    )}
  </Field>
)

export type Filters<Name extends string> = ReturnType<typeof useFilters<Name>>

type Changes = Readonly<Record<string, string | null | undefined>>

/** The parameters of an address after some changes. Null or an empty text unsets one. */
export function withParams(before: URLSearchParams, changes: Changes): URLSearchParams {
  const after = new URLSearchParams(before)
  for (const [name, value] of Object.entries(changes)) {
    if (value) after.set(name, value)
    else after.delete(name)
  }
  return after
}

/** Filters are in the address, so that a list can be shared as a link. */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams()
  /** An empty text unsets a filter. */
  const change = useCallback(
    (changes: Partial<Record<Name, string>>) => setParams((before) => withParams(before, changes), { replace: true }),
    [setParams],
  )
  const set = names.flatMap((name) => {
    const value = params.get(name)
    return value ? [[name, value] as const] : []
  })
  return {
    /** Only filters that are set, so that it can be passed to a call. */
    values: Object.fromEntries(set) as Partial<Record<Name, string>>,
    isAny: set.length > 0,
    change,
    clear: () => change(Object.fromEntries(names.map((name) => [name, ''])) as Partial<Record<Name, string>>),
  }
}

/** The ID of the row in the drawer is in the address. */
export function useOpened() {
  const [params, setParams] = useSearchParams()
  const [path] = useLocation()
  return {
    opened: params.get('open'),
    open: (open: string) => setParams((before) => withParams(before, { open })),
    close: () => setParams((before) => withParams(before, { open: null })),
    /** The address of this list with that row open. */
    hrefOf: (open: string) => `${path}?${withParams(params, { open }).toString()}`,
  }
}

/** `sort=name` in the address, or `sort=-name` for descending. */
export function useSort(initial: SortingState[number]) {
  const { values, change } = useFilters(['sort'])
  const { sort: text } = values
  const sort = text === undefined ? initial : { id: text.replace(/^-/, ''), desc: text.startsWith('-') }
  return {
    sorting: [sort],
    onSort: ([next]: SortingState) => change({ sort: next ? `${next.desc ? '-' : ''}${next.id}` : '' }),
  }
}
