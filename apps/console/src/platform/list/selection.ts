import type { TableSelection } from '@cashbox/ui/dense/select-cells'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

export interface Selection<Row> {
  readonly table: TableSelection
  readonly rows: readonly Row[]
  readonly clear: () => void
}

interface Selectable<Row> {
  readonly rows: readonly Row[] | null
  readonly keyOf: (row: Row) => string
}

const none: ReadonlySet<string> = new Set()

export function useSelection<Row>({ rows, keyOf }: Selectable<Row>): Selection<Row> {
  const t = useTranslations('bulk')
  const [selected, setSelected] = useState(none)
  const shown = rows?.filter((row) => selected.has(keyOf(row))) ?? []
  const keys = new Set(shown.map(keyOf))
  return {
    rows: shown,
    clear: () => setSelected(none),
    table: {
      selected: keys,
      onSelect: (changed, isSelected) => {
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
