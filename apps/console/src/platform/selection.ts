import type { TableSelection } from '@cashbox/ui/dense/select-cells'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

export interface Selection<Row> {
  readonly table: TableSelection
  /** The chosen rows that are loaded. */
  readonly rows: readonly Row[]
  /** How many match, when all that match are chosen. */
  readonly allCount: number | null
  readonly selectAll: (count: number) => void
  readonly clear: () => void
}

const none: ReadonlySet<string> = new Set()

interface Selectable<Row> {
  readonly rows: readonly Row[] | null
  readonly keyOf: (row: Row) => string
  /** The filters of the list: other filters end the choice of all. */
  readonly filters: object
}

/** The rows of a list that are chosen: some by hand, or all that match the filters. */
export function useSelection<Row>({ rows, keyOf, filters }: Selectable<Row>): Selection<Row> {
  const t = useTranslations('bulk')
  const [selected, setSelected] = useState(none)
  const [all, setAll] = useState<{ readonly of: string; readonly count: number } | null>(null)
  const asked = JSON.stringify(filters)
  const allCount = all?.of === asked ? all.count : null
  const shown = rows?.filter((row) => allCount !== null || selected.has(keyOf(row))) ?? []
  return {
    rows: shown,
    allCount,
    selectAll: (count) => setAll({ of: asked, count }),
    clear: () => {
      setAll(null)
      setSelected(none)
    },
    table: {
      selected: new Set(shown.map(keyOf)),
      onSelect: (keys, isSelected) => {
        const after = new Set(shown.map(keyOf))
        for (const key of keys) {
          if (isSelected) after.add(key)
          else after.delete(key)
        }
        setAll(null)
        setSelected(after)
      },
      rowLabel: t('select_row'),
      allLabel: t('select_page'),
    },
  }
}
