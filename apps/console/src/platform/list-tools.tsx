import type { ViewedList } from '@cashbox/contract/operator'
import { Notice } from '@cashbox/ui'
import { BookmarkX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ColumnChooser } from './column-chooser.tsx'
import { shownColumns } from './column-order.ts'
import { useOpenView } from './list-views.ts'
import { ViewMenu } from './view-menu.tsx'

interface Listed<Column> {
  /** Under this name its views are kept. */
  readonly list: ViewedList
  /** The names of its filters and its order in the address, which a view keeps. */
  readonly paramNames: readonly string[]
  readonly columns: readonly Column[]
}

interface ListTools<Column> {
  /** The buttons for its views and its columns. */
  readonly buttons: ReactNode
  /** Says what the open view can't show any more. */
  readonly notice: ReactNode
  readonly columns: readonly Column[]
  /** Their names, where the operator has chosen columns or their order. */
  readonly chosen: readonly string[] | null
}

/** The views of a list, and the columns that it shows. */
export function useListTools<Column extends { readonly id: string; readonly header: string }>(
  listed: Listed<Column>,
): ListTools<Column> {
  const { list, paramNames, columns } = listed
  const view = useOpenView({ list, paramNames, columnIds: columns.map(({ id }) => id) })
  const shown = shownColumns(columns, view.columns)
  return {
    buttons: (
      <>
        <ViewMenu view={view} />
        <ColumnChooser columns={columns} view={view} />
      </>
    ),
    notice: <GoneNotice names={view.gone} />,
    columns: shown,
    chosen: view.columns && shown.map(({ id }) => id),
  }
}

function GoneNotice({ names }: { names: readonly string[] }) {
  const t = useTranslations('list_views')
  if (names.length === 0) return null
  return (
    <Notice tone="warning" icon={<BookmarkX aria-hidden />} title={t('gone_title')}>
      {t('gone_text', { names: names.join(', ') })}
    </Notice>
  )
}
