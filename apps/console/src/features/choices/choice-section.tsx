import type { Choice, ChoiceKind } from '@cashbox/contract/operator'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import type { TableSelection } from '@cashbox/ui/dense/select-cells'
import { useTranslations } from 'use-intl'
import { useDrawnRows } from '../../platform/drawn-rows.ts'
import { ListTable } from '../../platform/list-table.tsx'
import { idOf, type useChoices } from './choices.ts'

interface ChoiceSectionProps {
  readonly kind: ChoiceKind
  readonly query: ReturnType<typeof useChoices>
  /** Of both kinds. */
  readonly found: readonly Choice[] | null
  readonly columns: readonly TableColumn<Choice>[]
  /** Of both kinds too. */
  readonly selection: TableSelection
}

export function ChoiceSection({ kind, query, found, columns, selection }: ChoiceSectionProps) {
  const t = useTranslations()
  const all = query.data?.filter((choice) => choice.kind === kind)
  const { rows, more } = useDrawnRows(found?.filter((choice) => choice.kind === kind) ?? null)
  const offered = all?.filter(({ is_offered }) => is_offered).length ?? 0
  return (
    <div className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg font-semibold">{t(`choices.${kind}`)}</h2>
        {all && <p className="text-ink-soft tabular-nums">{t('choices.count', { offered, all: all.length })}</p>}
      </div>
      <ListTable
        label={t(`choices.${kind}`)}
        columns={columns}
        query={{ ...query, ...more }}
        rows={rows}
        keyOf={idOf}
        selection={selection}
        emptyTitle={t('choices.none')}
        emptyText={t('common.no_match_text')}
      />
    </div>
  )
}
