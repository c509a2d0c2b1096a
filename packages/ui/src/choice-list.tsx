import { Combobox } from '@base-ui/react/combobox'
import { Check, Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Spinner } from './button.tsx'
import { cn } from './cn.ts'
import { Sheet } from './dialog.tsx'
import { useDebounced } from './hooks.ts'
import { inputBoxClass, inputFocusClass } from './inputs.tsx'

export type ChoiceOption = {
  readonly value: string
  readonly label: string
  /** The address of a small picture: a flag, a messenger's sign. */
  readonly image?: string | undefined
  /** Further words that find the option. */
  readonly keywords?: string | undefined
}

export type ChoiceTexts = {
  readonly label: string
  readonly searchLabel: string
  readonly searchPlaceholder: string
  readonly noMatchText: string
  /** Says that the search wants more letters. */
  readonly minimumText?: string | undefined
}

// Accents do not matter to someone who searches: "Côte" is found by "cote".
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase()

/** The options that hold every word of the query; those that begin with it come first. */
export const searchOptions = (options: readonly ChoiceOption[], query: string) => {
  const wanted = plain(query).trim()
  if (!wanted) return [...options]
  const words = wanted.split(/\s+/)
  const matching = options.filter((option) => {
    const text = plain(`${option.label} ${option.keywords ?? ''} ${option.value}`)
    return words.every((word) => text.includes(word))
  })
  const startsWith = (option: ChoiceOption) => plain(option.label).startsWith(wanted)
  return [...matching.filter(startsWith), ...matching.filter((option) => !startsWith(option))]
}

export type DrawnOptions = { readonly options: readonly ChoiceOption[]; readonly from: number; readonly to: number }

// More than a tall sheet shows.
const firstDrawn = 24

/** The rows that are seen first, with the chosen one in their middle. */
export const aroundChosen = (options: readonly ChoiceOption[], value: string | null): DrawnOptions => {
  const chosen = options.findIndex((option) => option.value === value)
  const from = Math.max(0, Math.min(chosen - firstDrawn / 2, options.length - firstDrawn))
  return { options, from, to: Math.min(from + firstDrawn, options.length) }
}

/** All that was found. A sheet opens with its first rows, and the others are drawn a moment later. */
export const useDrawnOptions = (found: readonly ChoiceOption[], value: string | null): DrawnOptions => {
  const all = useMemo(() => ({ options: found, from: 0, to: found.length }), [found])
  return useDeferredValue(all, aroundChosen(found, value))
}

type ListProps = {
  readonly texts: ChoiceTexts
  readonly onClose: () => void
  readonly value: string | null
  readonly onValueChange: (value: string) => void
  readonly options: readonly ChoiceOption[]
  readonly isSearchable: boolean
  readonly minSearchLength: number
}

export type ChoiceListProps = ListProps & {
  readonly id: string
  readonly isOpen: boolean
}

const debounceMs = 500

export const ChoiceList = ({ id, isOpen, ...list }: ChoiceListProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Sheet
      id={id}
      isOpen={isOpen}
      onClose={list.onClose}
      title={list.texts.label}
      focusFirst={input}
      hasPadding={false}
      isTall={list.isSearchable}
    >
      <SearchableList {...list} input={input} />
    </Sheet>
  )
}

/** What is typed, and the options found for it once the typing has paused or Enter was pressed. */
const useSearch = (options: readonly ChoiceOption[], minSearchLength: number) => {
  const [query, setQuery] = useState('')
  const [hurried, setHurried] = useState<string | null>(null)
  const settled = useDebounced(query, debounceMs)
  const isLongEnough = query.trim().length >= minSearchLength
  const applied = isLongEnough ? (hurried === query ? query : settled) : ''
  const found = useMemo(() => searchOptions(options, applied), [options, applied])
  const isPending = isLongEnough && applied !== query
  return { query, setQuery, found, isPending, isLongEnough, hurry: () => setHurried(query) }
}

/** Has the list open with the chosen option in its middle. */
const useChosenInSight = () => {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const chosen = list.current?.querySelector('[data-selected]')
    if (!list.current || !chosen) return
    const [frame, row] = [list.current.getBoundingClientRect(), chosen.getBoundingClientRect()]
    list.current.scrollTop += row.top - frame.top - (frame.height - row.height) / 2
  }, [])
  return list
}

const SearchableList = (props: ListProps & { readonly input: RefObject<HTMLInputElement | null> }) => {
  const { texts, onClose, value, onValueChange, options, isSearchable, minSearchLength, input } = props
  const { query, setQuery, found, isPending, isLongEnough, hurry } = useSearch(options, minSearchLength)
  const drawn = useDrawnOptions(found, value)
  const list = useChosenInSight()
  const choose = (option: ChoiceOption | null) => {
    if (option) onValueChange(option.value)
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent & { preventBaseUIHandler?: () => void }) => {
    // Enter before the pause is over means "search now", not "take what is on top of the old list".
    if (event.key !== 'Enter' || !isPending) return
    event.preventDefault()
    event.preventBaseUIHandler?.()
    hurry()
  }
  return (
    <Combobox.Root
      inline
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      items={options}
      filteredItems={drawn.options}
      filter={null}
      value={options.find((option) => option.value === value) ?? null}
      onValueChange={choose}
      inputValue={query}
      onInputValueChange={(text, { reason }) => {
        if (reason === 'input-change' || reason === 'input-clear') setQuery(text)
      }}
      itemToStringLabel={(option: ChoiceOption) => option.label}
      isItemEqualToValue={(option: ChoiceOption, chosen: ChoiceOption) => option.value === chosen.value}
      autoHighlight
    >
      <div className={isSearchable ? 'px-5 pt-1 pb-3' : 'sr-only'}>
        <div className={cn(inputBoxClass, inputFocusClass, 'gap-2.5 px-4')}>
          <Search size={18} aria-hidden="true" className="shrink-0 text-ink-soft" />
          <Combobox.Input
            ref={input}
            aria-label={isSearchable ? texts.searchLabel : texts.label}
            placeholder={texts.searchPlaceholder}
            readOnly={!isSearchable}
            inputMode={isSearchable ? 'search' : 'none'}
            onKeyDown={onKeyDown}
            className="min-h-[calc(var(--spacing)*12-2px)] w-full min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-soft"
          />
          {isPending ? <Spinner size={18} className="text-ink-soft" /> : null}
        </div>
      </div>
      <Combobox.Status className="px-5 pb-2 text-sm text-ink-soft empty:hidden">
        {query && !isLongEnough ? texts.minimumText : null}
      </Combobox.Status>
      <Combobox.Empty className="px-5 pt-4 pb-10 text-center text-ink-soft empty:hidden">
        {texts.noMatchText}
      </Combobox.Empty>
      <Combobox.List
        ref={list}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] data-empty:hidden"
      >
        <Gap rows={drawn.from} />
        {drawn.options.slice(drawn.from, drawn.to).map((option, index) => (
          <Option key={option.value} option={option} index={drawn.from + index} />
        ))}
        <Gap rows={drawn.options.length - drawn.to} />
      </Combobox.List>
    </Combobox.Root>
  )
}

/** Holds the place of rows that are not drawn yet. */
const Gap = ({ rows }: { readonly rows: number }) =>
  rows > 0 ? <div role="presentation" style={{ height: `calc(var(--spacing) * 12 * ${rows})` }} /> : null

/** One height for all of them, whether they are in sight or not: what is pressed must not move. */
const Option = ({ option, index }: { readonly option: ChoiceOption; readonly index: number }) => (
  <Combobox.Item
    value={option}
    index={index}
    className="flex h-12 cursor-pointer items-center gap-3 rounded-xl px-3 leading-tight outline-none [content-visibility:auto] data-highlighted:bg-sunken data-selected:font-semibold"
  >
    {option.image ? (
      <img src={option.image} alt="" loading="lazy" className="size-6 shrink-0 rounded-full object-cover" />
    ) : null}
    <span className="line-clamp-2 min-w-0 flex-1">{option.label}</span>
    <Combobox.ItemIndicator className="text-brand-text">
      <Check size={20} aria-hidden="true" />
    </Combobox.ItemIndicator>
  </Combobox.Item>
)
