import * as api from '@cashbox/contract/operator'
import { Button, IconButton } from '@cashbox/ui'
import { DataTable } from '@cashbox/ui/dense/data-table'
import { Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../forms/acts.tsx'
import { ActForm, isGiven, textAreaField } from '../forms/form.tsx'
import { DetailDrawer } from '../page/detail-drawer.tsx'
import { call, queryClient, useOperator } from '../session/session.ts'
import { notify, useWork } from '../toasts.ts'
import { formatWhole } from '../values/formats.ts'
import { Facts } from '../values/values.tsx'
import { type ListExport, type Selection, SelectionExport } from './list-tools.tsx'

export interface BulkActs<Row> {
  readonly actions: readonly api.BulkAction[]
  readonly nameOf: (row: Row) => string
}

interface BulkBarProps<Row> {
  readonly actions: readonly api.BulkAction[]
  readonly nameOf?: ((row: Row) => string) | undefined
  readonly selection: Selection<Row>
  readonly exported: ListExport | undefined
  /** Column IDs in their order, if the operator has chosen some. */
  readonly columns: readonly string[] | null
}

interface BulkDialogProps {
  readonly request: BulkRequest
  readonly onRun: (run: BulkRun) => void
  readonly onClose: () => void
}

/** Acts whose dialog needs its own text. */
const texts: Partial<Record<api.BulkAction, 'approve_text' | 'redeliver_text' | 'session_text' | 'settle_text'>> = {
  'commission.settle': 'settle_text',
  'agent.approve': 'approve_text',
  'event.redeliver': 'redeliver_text',
  'session.end': 'session_text',
}

const dangers: ReadonlySet<api.BulkAction> = new Set(['agent.suspend', 'request.reject', 'session.end'])

export function useBulkActions(actions: readonly api.BulkAction[]): readonly api.BulkAction[] {
  const { role } = useOperator()
  return actions.filter((action) => api.rolesOf(api.bulkActs[action].call).includes(role))
}

export function BulkBar<Row>({ actions, nameOf, selection, exported, columns }: BulkBarProps<Row>) {
  const t = useTranslations('bulk')
  const { rows, clear } = selection
  const [request, setRequest] = useState<BulkRequest | null>(null)
  const [run, setRun] = useState<BulkRun | null>(null)
  const choose = (action: api.BulkAction) => {
    if (rows.length > api.MAX_BULK_ROWS) notify('error', t('too_many', { most: formatWhole(api.MAX_BULK_ROWS) }))
    else setRequest({ action, rows: rows.map((row) => ({ ...(row as VersionedRow), name: nameOf?.(row) ?? '' })) })
  }
  return (
    <>
      {rows.length > 0 && (
        <section
          aria-label={t('label')}
          className="sticky bottom-3 z-20 flex flex-wrap items-center gap-2 rounded-2xl border border-line bg-card p-2 ps-4 shadow-[0_8px_24px_rgb(0_0_0/0.12)]"
        >
          <span role="status" className="me-auto font-semibold tabular-nums">
            {t('selected', { count: formatWhole(rows.length) })}
          </span>
          {actions.map((action) => (
            <Button key={action} variant="secondary" onClick={() => choose(action)}>
              {t(`acts.${action}`)}
            </Button>
          ))}
          {exported && <SelectionExport {...exported} selection={selection} columns={columns} />}
          <IconButton label={t('clear')} icon={<X size={18} aria-hidden />} onClick={clear} />
        </section>
      )}
      {request && (
        <BulkDialog
          request={request}
          onClose={() => setRequest(null)}
          onRun={(ended) => {
            clear()
            setRun(ended)
          }}
        />
      )}
      {run && <BulkResult run={run} onRun={setRun} onClose={() => setRun(null)} />}
    </>
  )
}

function BulkDialog({ request, onRun, onClose }: BulkDialogProps) {
  const t = useTranslations('bulk')
  const common = useTranslations('common')
  const { action, rows } = request
  const agents = useTranslations('agents.acts')
  const { needsNote } = api.bulkActs[action]
  const isStop = action === 'agent.suspend'
  const internal = { help: agents('internal_reason_help'), maxLength: 300 }
  const noteLabel =
    action === 'event.redeliver'
      ? common('reason')
      : t(action === 'commission.settle' ? 'settle_note' : needsNote ? 'note' : 'note_optional')
  return (
    <Dialog title={t('title', { act: t(`acts.${action}`), count: formatWhole(rows.length) })} onClose={onClose}>
      <ActForm
        initial={{ internal: '', note: '' }}
        send={async ({ note, internal }) => onRun(await runBulk(request, note.trim(), internal.trim()))}
        text={t(texts[action] ?? 'text')}
        submit={t(`acts.${action}`)}
        variant={dangers.has(action) ? 'danger' : 'primary'}
        isReady={({ values }) => (!needsNote || isGiven(values.note)) && (!isStop || isGiven(values.internal))}
        onDone={onClose}
        onCancel={onClose}
      >
        {(form) => (
          <>
            <RowNames rows={rows} />
            {isStop && textAreaField(form, 'internal', agents('internal_reason'), internal)}
            {textAreaField(form, 'note', noteLabel, { maxLength: 300, isOptional: !needsNote })}
          </>
        )}
      </ActForm>
    </Dialog>
  )
}

/** Scrolls, also by keyboard. */
const RowNames = ({ rows }: Pick<BulkRequest, 'rows'>) => (
  <ul
    aria-label={useTranslations('bulk')('label')}
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    tabIndex={0}
    className="max-h-40 overflow-y-auto rounded-2xl bg-sunken px-4 py-2.5"
  >
    {rows.map(({ id, name }) => (
      <li key={id} className="wrap-anywhere">
        <bdi>{name}</bdi>
      </li>
    ))}
  </ul>
)

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

async function runBulk({ action, rows }: BulkRequest, note?: string, reason?: string): Promise<BulkRun> {
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

function BulkResult({ run, onRun, onClose }: BulkResultProps) {
  const t = useTranslations('bulk')
  const common = useTranslations('common')
  const { action, rows, outcomes } = run
  const countOf = (wanted: api.BulkOutcome['outcome']) => outcomes.filter(({ outcome }) => outcome === wanted).length
  const notDone = outcomes.filter(({ outcome }) => outcome === 'refused')
  const nameOf = (id: string) => rows.find((row) => row.id === id)?.name ?? id
  return (
    <DetailDrawer title={t('run.title')} onClose={onClose}>
      <div className="grid gap-5">
        <p role="status" className="font-semibold">
          {t('run.finished', {
            act: t(`acts.${action}`),
            done: formatWhole(countOf('done')),
            total: formatWhole(outcomes.length),
          })}
        </p>
        <Facts
          facts={Object.fromEntries(
            api.bulkOutcomes
              .filter((outcome) => outcome === 'done' || countOf(outcome) > 0)
              .map((outcome) => [t(`outcomes.${outcome}`), formatWhole(countOf(outcome))]),
          )}
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
