import { useState } from 'react'
import { useTranslations } from 'use-intl'

export type Selection<Row> = ReturnType<typeof useSelection<Row>>

const none: ReadonlySet<string> = new Set()

export function useSelection<Row>(rows: readonly Row[] | null, keyOf: (row: Row) => string) {
  const t = useTranslations('bulk')
  const [selected, setSelected] = useState(none)
  const shown = rows?.filter((row) => selected.has(keyOf(row))) ?? []
  const keys = new Set(shown.map(keyOf))
  return {
    rows: shown,
    clear: () => setSelected(none),
    table: {
      selected: keys,
      onSelect: (changed: readonly string[], isSelected: boolean) => {
        const after = new Set(keys)
        for (const key of changed) {
          if (isSelected) after.add(key)
          else after.delete(key)
        }
        setSelected(after)
      },
      rowLabel: t('select_row'),
      allLabel: t('select_page'),
    },
  }
}
