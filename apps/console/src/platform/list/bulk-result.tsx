import * as api from '@cashbox/contract/operator'
import { Button } from '@cashbox/ui'
import { DataTable } from '@cashbox/ui/dense/data-table'
import { Undo2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useWork } from '../forms/use-work.ts'
import { DetailDrawer } from '../page/detail-drawer.tsx'
import { call, queryClient } from '../session/session.ts'
import { formatWhole } from '../values/formats.ts'
import { Facts } from '../values/values.tsx'

export interface VersionedRow {
  readonly id: string
  readonly version: number
}

/** The rows as they were when the operator chose the act: the list may refresh meanwhile. */
export interface BulkRequest {
  readonly action: api.BulkAction
  readonly rows: readonly (VersionedRow & { readonly name: string })[]
}

export interface BulkRun extends BulkRequest {
  readonly outcomes: readonly api.BulkOutcome[]
}

interface BulkResultProps {
  readonly run: BulkRun
  /** Replaces the result with that of the undo. */
  readonly onRun: (run: BulkRun) => void
  readonly onClose: () => void
}

export async function runBulk({ action, rows }: BulkRequest, note?: string, reason?: string): Promise<BulkRun> {
  const named = rows.map(({ id, version }) => ({ id, version }))
  const { outcomes } = await call(api.runBulkAct, {
    action,
    rows: named,
    ...(note && { note }),
    ...(reason && { reason }),
  })
  // An act can change any list.
  void queryClient.invalidateQueries()
  return { action, rows, outcomes }
}

export function BulkResult({ run, onRun, onClose }: BulkResultProps) {
  const t = useTranslations('bulk')
  const common = useTranslations('common')
  const { action, rows, outcomes } = run
  const counts = api.bulkOutcomes.map(
    (outcome) => [outcome, outcomes.filter((one) => one.outcome === outcome).length] as const,
  )
  const notDone = outcomes.filter(({ outcome }) => outcome === 'refused')
  const nameOf = (id: string) => rows.find((row) => row.id === id)?.name ?? id
  return (
    <DetailDrawer title={t('run.title')} onClose={onClose}>
      <div className="grid gap-5">
        <p role="status" className="font-semibold">
          {t('run.finished', {
            act: t(`acts.${action}`),
            done: formatWhole(outcomes.filter(({ outcome }) => outcome === 'done').length),
            total: formatWhole(outcomes.length),
          })}
        </p>
        <Facts
          facts={counts
            .filter(([outcome, count]) => outcome === 'done' || count > 0)
            .map(([outcome, count]) => [t(`outcomes.${outcome}`), formatWhole(count)] as const)}
        />
        <UndoButton run={run} onRun={onRun} />
        {notDone.length > 0 && (
          <DataTable
            label={t('undone')}
            columns={[
              { id: 'name', header: t('row'), cell: ({ id }) => nameOf(id), isWide: true },
              { id: 'reason', header: t('reason'), cell: ({ reason, code }) => reason ?? code, isWide: true },
            ]}
            rows={notDone}
            keyOf={({ id }) => id}
            sortLabel={common('sort_by')}
          />
        )}
      </div>
    </DetailDrawer>
  )
}

/** Applies the opposite act to every row that was done. Rows that have changed since stay as they are. */
function UndoButton({ run: { action, rows, outcomes }, onRun }: Omit<BulkResultProps, 'onClose'>) {
  const t = useTranslations('common')
  const { isBusy, run } = useWork()
  const { undoneBy } = api.bulkActs[action] as api.BulkAct
  const done = new Set(outcomes.flatMap(({ id, outcome }) => (outcome === 'done' ? [id] : [])))
  if (undoneBy === undefined || done.size === 0) return null
  const undo = async () => {
    const changed = rows.filter(({ id }) => done.has(id)).map((row) => ({ ...row, version: row.version + 1 }))
    onRun(await runBulk({ action: undoneBy as api.BulkAction, rows: changed }))
  }
  return (
    <Button
      variant="secondary"
      className="justify-self-start"
      icon={<Undo2 size={18} aria-hidden />}
      isBusy={isBusy}
      onClick={() => run(undo)}
    >
      {t('undo')}
    </Button>
  )
}
