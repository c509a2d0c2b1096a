import { SEARCH_MIN_LENGTH } from '@cashbox/contract'
import { Field, IconButton, TextInput, useDebounced } from '@cashbox/ui'
import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'

const DEBOUNCE_MS = 500

export const isSearch = (text: string): boolean => text.length >= SEARCH_MIN_LENGTH

/** One field for transaction ID, player and amount. Searches when the typing pauses. */
export function SearchField({ value, onSearch }: { value: string; onSearch: (value: string) => void }) {
  const t = useTranslations()
  const [typed, setTyped] = useState(value)
  const settled = useDebounced(typed.trim(), DEBOUNCE_MS)
  const search = (text: string) => {
    const wanted = isSearch(text) ? text : ''
    if (wanted !== value) onSearch(wanted)
  }
  const searchSettled = useEffectEvent(search)
  useEffect(() => searchSettled(settled), [settled])
  const isTooShort = typed.trim() !== '' && !isSearch(typed.trim())
  return (
    <Field
      label={t('history.search_label')}
      isLabelHidden
      help={isTooShort && t('common.search_minimum', { count: SEARCH_MIN_LENGTH })}
    >
      {(control) => (
        <TextInput
          {...control}
          type="search"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={40}
          placeholder={t('history.search_placeholder')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && search(typed.trim())}
          prefix={<Search aria-hidden className="size-5" />}
          suffix={
            typed !== '' && (
              <IconButton
                label={t('common.clear')}
                icon={<X aria-hidden className="size-5" />}
                className="-me-3"
                onClick={() => {
                  setTyped('')
                  search('')
                }}
              />
            )
          }
          className="[&_input::-webkit-search-cancel-button]:hidden"
        />
      )}
    </Field>
  )
}
