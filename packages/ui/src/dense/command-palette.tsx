import { Combobox } from '@base-ui/react/combobox'
import { Search } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Spinner } from '../button.tsx'
import { Sheet } from '../dialog.tsx'
import { inputBoxClass, inputFocusClass } from '../inputs.tsx'

export type PaletteItem = {
  readonly id: string
  readonly label: string
  /** Said beside the label: what it is, or of whom. */
  readonly hint?: string | undefined
  readonly icon?: ReactNode
}

export type CommandPaletteProps = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  readonly placeholder: string
  readonly noMatchText: string
  readonly query: string
  readonly onQueryChange: (query: string) => void
  readonly items: readonly PaletteItem[]
  readonly isSearching: boolean
  readonly onChoose: (id: string) => void
  /** Enter, before the operator has gone to one of the items: what is found first is meant. */
  readonly onEnter: () => void
}

/** Type, press Enter, be there. */
export const CommandPalette = (props: CommandPaletteProps) => {
  const { isOpen, onClose, title } = props
  const input = useRef<HTMLInputElement>(null)
  const goneTo = useRef<PaletteItem>(undefined)
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={title} focusFirst={input} hasPadding={false} size="lg">
      <Combobox.Root
        inline
        open
        items={props.items}
        filteredItems={props.items}
        filter={null}
        value={null as PaletteItem | null}
        onValueChange={(item) => item && props.onChoose(item.id)}
        onOpenChange={(open) => !open && onClose()}
        inputValue={props.query}
        onInputValueChange={(text, { reason }) => {
          if (reason === 'input-change' || reason === 'input-clear') props.onQueryChange(text)
        }}
        onItemHighlighted={(item, { reason }) => {
          goneTo.current = reason === 'none' ? undefined : item
        }}
        itemToStringLabel={(item: PaletteItem) => item.label}
        isItemEqualToValue={(one: PaletteItem, other: PaletteItem) => one.id === other.id}
        autoHighlight
      >
        <div className="px-5 pt-1 pb-3">
          <div className={`${inputBoxClass} ${inputFocusClass} gap-2.5 px-4`}>
            <Search size={18} aria-hidden="true" className="shrink-0 text-ink-soft" />
            <Combobox.Input
              ref={input}
              aria-label={title}
              placeholder={props.placeholder}
              onKeyDown={(event) => {
                // The first item is highlighted a moment after the letters; Enter does not wait for it.
                if (event.key !== 'Enter' || event.nativeEvent.isComposing || goneTo.current) return
                event.preventBaseUIHandler()
                event.preventDefault()
                props.onEnter()
              }}
              className="min-h-10 w-full min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-soft placeholder-shown:text-ellipsis"
            />
            {props.isSearching ? <Spinner size={18} className="text-ink-soft" /> : null}
          </div>
        </div>
        <Combobox.Empty className="h-96 min-h-0 px-5 pt-6 text-center text-ink-soft empty:hidden">
          {props.isSearching ? '…' : props.noMatchText}
        </Combobox.Empty>
        <Combobox.List className="h-96 min-h-0 overflow-y-auto overscroll-contain px-2 pb-3 data-empty:hidden">
          {(item: PaletteItem) => (
            <Combobox.Item
              key={item.id}
              value={item}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-xl px-3 py-1.5 outline-none data-highlighted:bg-sunken [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-soft"
            >
              {item.icon}
              <span className="min-w-0 flex-1 truncate">{item.label}</span>
              {item.hint ? <span className="shrink-0 text-sm text-ink-soft">{item.hint}</span> : null}
            </Combobox.Item>
          )}
        </Combobox.List>
      </Combobox.Root>
    </Sheet>
  )
}
