import {
  type BulkAct,
  type BulkAction,
  type BulkRow,
  type BulkRun,
  bulkActs,
  bulkOutcomes,
  startBulkRun,
} from '@cashbox/contract/operator'
import { Button, EmptyState } from '@cashbox/ui'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { FileQuestion, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useRun, useShownRun, useUndoneRows } from './bulk-run.ts'
import { call } from './call.ts'
import { DetailDrawer } from './detail-drawer.tsx'
import { useExplanation } from './explain-failure.ts'
import { ExportMenu } from './export-menu.tsx'
import { formatWhole } from './formats.ts'
import { ListTable } from './list-table.tsx'
import { notify } from './notices.ts'
import { Facts } from './values.tsx'

/** How far a run is, and what became of its rows. */
export function BulkOutcome() {
  const t = useTranslations('bulk')
  const { shown, hide } = useShownRun()
  if (shown === null) return null
  return (
    <DetailDrawer title={t('run.title')} onClose={hide}>
      <Outcome key={shown} id={shown} />
    </DetailDrawer>
  )
}

function Outcome({ id }: { id: string }) {
  const t = useTranslations('bulk.run')
  const { data: run, error } = useRun(id)
  if (error) return <EmptyState icon={<FileQuestion aria-hidden />} title={t('none')} />
  if (!run) return null
  return (
    <div className="grid gap-5">
      <Progress run={run} />
      <Counts run={run} />
      {run.finished_at !== null && (
        <div className="flex flex-wrap gap-2">
          <ExportMenu table="bulk-rows" filters={{ run_id: id }} />
          <UndoRun run={run} />
        </div>
      )}
      {run.counts.failed + run.counts.refused > 0 && <Undone run={run} />}
    </div>
  )
}

/** Does the opposite to every row that was done, as a run of its own. Rows that have changed since stay as they are. */
function UndoRun({ run: { id, action, counts } }: { run: BulkRun }) {
  const t = useTranslations('common')
  const explain = useExplanation()
  const { show } = useShownRun()
  // A second press finds the run of the first.
  const [key] = useState(() => crypto.randomUUID())
  const [isBusy, setBusy] = useState(false)
  const { undoneBy } = bulkActs[action] as BulkAct
  if (undoneBy === undefined || counts.done === 0) return null
  const undo = async () => {
    setBusy(true)
    try {
      show((await call(startBulkRun, { key, action: undoneBy as BulkAction, undoes: id })).run.id)
    } catch (error) {
      notify('error', explain(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="secondary" icon={<Undo2 size={18} aria-hidden />} isBusy={isBusy} onClick={() => void undo()}>
      {t('undo')}
    </Button>
  )
}

function Progress({ run: { action, total, counts, finished_at } }: { run: BulkRun }) {
  const t = useTranslations('bulk')
  const done = counts.done + counts.waiting + counts.failed + counts.refused
  const words = { act: t(`acts.${action}`), done: formatWhole(done), total: formatWhole(total) }
  return (
    <div className="grid gap-2">
      <p role="status" className="font-semibold">
        {t(finished_at === null ? 'run.running' : 'run.finished', words)}
      </p>
      <progress
        aria-label={t('run.title')}
        value={done}
        max={total}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-brand"
      />
      {finished_at === null && <p className="text-ink-soft">{t('run.running_text')}</p>}
    </div>
  )
}

function Counts({ run: { counts } }: { run: BulkRun }) {
  const t = useTranslations('bulk.outcomes')
  return (
    <Facts
      facts={bulkOutcomes
        .filter((outcome) => outcome === 'done' || counts[outcome] > 0)
        .map((outcome) => [t(outcome), formatWhole(counts[outcome])] as const)}
    />
  )
}

function Undone({ run }: { run: BulkRun }) {
  const t = useTranslations('bulk')
  const query = useUndoneRows(run)
  const columns: readonly TableColumn<BulkRow>[] = [
    { id: 'name', header: t('row'), cell: ({ name }) => name, isWide: true },
    { id: 'reason', header: t('reason'), cell: ({ reason, code }) => reason ?? code, isWide: true },
  ]
  return (
    <ListTable
      label={t('undone')}
      columns={columns}
      query={query}
      rows={query.rows}
      keyOf={({ id }) => id}
      emptyTitle={t('undone')}
    />
  )
}
