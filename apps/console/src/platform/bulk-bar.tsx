import { type BulkAction, bulkActs, countBulkRows, MOST_BULK_ROWS } from '@cashbox/contract/operator'
import { Button, IconButton } from '@cashbox/ui'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { BulkDialog, type BulkWish, type SeenRow } from './bulk-dialog.tsx'
import { call } from './call.ts'
import { useExplanation } from './explain-failure.ts'
import { formatWhole } from './formats.ts'
import { notify } from './notices.ts'
import { rolesOf } from './roles.ts'
import type { Selection } from './selection.ts'
import { useOperator } from './session.ts'

/** What can be done to the chosen rows of a list. */
export interface BulkActs {
  readonly actions: readonly BulkAction[]
  /** As the call of the list has them. */
  readonly filters: Readonly<Record<string, string>>
}

/** The acts that the operator's role allows. */
export function useBulkActions(actions: readonly BulkAction[]): readonly BulkAction[] {
  const { role } = useOperator()
  return actions.filter((action) => rolesOf(bulkActs[action].call).includes(role))
}

interface BulkBarProps {
  readonly actions: readonly BulkAction[]
  readonly filters: BulkActs['filters']
  readonly selection: Selection<unknown>
  /** Takes the chosen rows as a file. */
  readonly file: ReactNode
  /** There are rows beyond those that are loaded. */
  readonly hasMore: boolean
}

/** How many rows are chosen, and what can be done to them. It stays in sight below the list. */
export function BulkBar({ actions, filters, selection, file, hasMore }: BulkBarProps) {
  const t = useTranslations('bulk')
  // With the rows as they are when it is chosen: the list may renew itself while the operator writes the note.
  const [asked, setAsked] = useState<{ readonly action: BulkAction; readonly wish: BulkWish } | null>(null)
  const { rows, allCount, clear } = selection
  const count = allCount ?? rows.length
  const [first] = actions
  // Only lists of rows like these have acts.
  const seen = () => (rows as readonly SeenRow[]).map(({ id, version }) => ({ id, version }))
  const wish = (): BulkWish => (allCount === null ? { count, rows: seen() } : { count, filters })
  return (
    <>
      {count > 0 && (
        <section
          aria-label={t('label')}
          className="sticky bottom-3 z-20 flex flex-wrap items-center gap-2 rounded-2xl border border-line bg-card p-2 ps-4 shadow-[0_8px_24px_rgb(0_0_0/0.12)]"
        >
          <span role="status" className="me-auto font-semibold tabular-nums">
            {t(allCount === null ? 'selected' : 'all_selected', { count: formatWhole(count) })}
          </span>
          {first && hasMore && allCount === null && (
            <SelectAll action={first} filters={filters} onCount={selection.selectAll} />
          )}
          {actions.map((action) => (
            <Button key={action} variant="secondary" onClick={() => setAsked({ action, wish: wish() })}>
              {t(`acts.${action}`)}
            </Button>
          ))}
          {file}
          <IconButton label={t('clear')} icon={<X size={18} aria-hidden />} onClick={clear} />
        </section>
      )}
      {asked && <BulkDialog {...asked} onStarted={clear} onClose={() => setAsked(null)} />}
    </>
  )
}

interface SelectAllProps {
  readonly action: BulkAction
  readonly filters: BulkActs['filters']
  readonly onCount: (count: number) => void
}

function SelectAll({ action, filters, onCount }: SelectAllProps) {
  const t = useTranslations('bulk')
  const explain = useExplanation()
  const [isBusy, setBusy] = useState(false)
  const select = async () => {
    setBusy(true)
    try {
      const { count } = await call(countBulkRows, { action, filters })
      if (count > MOST_BULK_ROWS) notify('error', t('too_many', { most: formatWhole(MOST_BULK_ROWS) }))
      else onCount(count)
    } catch (error) {
      notify('error', explain(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="ghost" isBusy={isBusy} onClick={() => void select()}>
      {t('select_all')}
    </Button>
  )
}
