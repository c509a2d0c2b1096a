import * as api from '@cashbox/contract/operator'
import { Button, IconButton } from '@cashbox/ui'
import { Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../forms/acts.tsx'
import { ActForm, isGiven, textAreaField } from '../forms/form.tsx'
import { type TextKey, textAt } from '../language/language.ts'
import { DetailDrawer } from '../page/detail-drawer.tsx'
import { call, queryClient } from '../session/session.ts'
import { notify, useWork } from '../toasts.ts'
import { formatWhole } from '../values/formats.ts'
import { Facts } from '../values/values.tsx'
import { wide } from './columns.tsx'
import { DataTable } from './data-table.tsx'
import { SelectionExport } from './export-menu.tsx'
import type { ListedTable, VersionedRow } from './list.ts'

interface ActTexts {
  readonly label: TextKey
  readonly text?: TextKey
  /** Without one: an optional note, or one that the recipients read. */
  readonly note?: TextKey
  readonly isDanger?: true
}

const acts: Readonly<Record<api.BulkAction, ActTexts>> = {
  'agent.approve': { label: 'bulk.acts.agent.approve', text: 'bulk.approve_text' },
  'agent.request_info': { label: 'bulk.acts.agent.request_info' },
  'agent.restore': { label: 'bulk.acts.agent.restore' },
  'agent.suspend': { label: 'bulk.acts.agent.suspend', isDanger: true },
  'commission.credit': { label: 'bulk.acts.commission.credit', text: 'bulk.credit_text', note: 'bulk.credit_note' },
  'event.redeliver': { label: 'bulk.acts.event.redeliver', text: 'bulk.redeliver_text', note: 'common.reason' },
  'request.reject': { label: 'bulk.acts.request.reject', isDanger: true },
  'session.end': { label: 'bulk.acts.session.end', text: 'bulk.session_text', isDanger: true },
}

/** The rows as they were when the operator chose the act: the list may refresh meanwhile. */
interface BulkRequest {
  readonly action: api.BulkAction
  readonly rows: readonly (VersionedRow & { readonly name: string })[]
}

interface BulkRun extends BulkRequest {
  readonly outcomes: readonly api.BulkOutcome[]
}

export function BulkBar<Row>({ list }: { list: ListedTable<Row> }) {
  const { selected, unselect, picked, nameOf, view } = list
  const [request, setRequest] = useState<BulkRequest | null>(null)
  const [run, setRun] = useState<BulkRun | null>(null)
  const choose = (action: api.BulkAction) => {
    const most = api.MAX_BULK_ROWS
    if (selected.length > most) notify('error', textAt('bulk.too_many', { most: formatWhole(most) }))
    else setRequest({ action, rows: selected.map((row) => ({ ...(row as VersionedRow), name: nameOf(row) })) })
  }
  return (
    <>
      {selected.length > 0 && (
        <section
          aria-label={textAt('bulk.label')}
          className="sticky bottom-3 z-20 flex flex-wrap items-center gap-2 rounded-2xl border border-line bg-card p-2 ps-4 shadow-[0_8px_24px_rgb(0_0_0/0.12)]"
        >
          <span role="status" className="me-auto font-semibold tabular-nums">
            {textAt('bulk.selected', { count: formatWhole(selected.length) })}
          </span>
          {list.acts.map((action) => (
            <Button key={action} variant="secondary" onClick={() => choose(action)}>
              {textAt(acts[action].label)}
            </Button>
          ))}
          {picked && <SelectionExport {...picked} rows={selected} columns={view.chosen} />}
          <IconButton label={textAt('bulk.clear')} icon={<X size={18} aria-hidden />} onClick={unselect} />
        </section>
      )}
      {request && (
        <BulkDialog
          request={request}
          onClose={() => setRequest(null)}
          onRun={(ended) => {
            unselect()
            setRun(ended)
          }}
        />
      )}
      {run && <BulkResult run={run} onRun={setRun} onClose={() => setRun(null)} />}
    </>
  )
}

interface BulkDialogProps {
  /** After the act, or after its undo. */
  readonly onRun: (run: BulkRun) => void
  readonly onClose: () => void
}

function BulkDialog({ request, onRun, onClose }: BulkDialogProps & { request: BulkRequest }) {
  const { action, rows } = request
  const { label, text = 'bulk.text', note: noteLabel, isDanger } = acts[action]
  const { needsNote } = api.bulkActs[action]
  const isStop = action === 'agent.suspend'
  const internal = { help: textAt('agents.acts.internal_reason_help'), maxLength: 300 }
  return (
    <Dialog title={textAt('bulk.title', { act: textAt(label), count: formatWhole(rows.length) })} onClose={onClose}>
      <ActForm
        initial={{ internal: '', note: '' }}
        send={async ({ note, internal: reason }) => onRun(await runBulk(request, note.trim(), reason.trim()))}
        text={textAt(text)}
        submit={textAt(label)}
        variant={isDanger ? 'danger' : 'primary'}
        isReady={({ values }) => (!needsNote || isGiven(values.note)) && (!isStop || isGiven(values.internal))}
        onDone={onClose}
        onCancel={onClose}
      >
        {(form) => (
          <>
            <RowNames rows={rows} />
            {isStop && textAreaField(form, 'internal', textAt('agents.acts.internal_reason'), internal)}
            {textAreaField(form, 'note', textAt(noteLabel ?? (needsNote ? 'bulk.note' : 'bulk.note_optional')), {
              maxLength: 300,
              isOptional: !needsNote,
            })}
          </>
        )}
      </ActForm>
    </Dialog>
  )
}

/** Scrolls, also by keyboard. */
const RowNames = ({ rows }: Pick<BulkRequest, 'rows'>) => (
  <ul
    aria-label={textAt('bulk.label')}
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

const outcomeTexts = {
  done: 'bulk.outcomes.done',
  waiting: 'bulk.outcomes.waiting',
  refused: 'bulk.outcomes.refused',
} as const

function BulkResult({ run, onRun, onClose }: BulkDialogProps & { run: BulkRun }) {
  const { action, rows, outcomes } = run
  const countOf = (wanted: api.BulkOutcome['outcome']) => outcomes.filter(({ outcome }) => outcome === wanted).length
  const notDone = outcomes.filter(({ outcome }) => outcome === 'refused')
  const nameOf = (id: string) => rows.find((row) => row.id === id)?.name ?? id
  const done = formatWhole(countOf('done'))
  return (
    <DetailDrawer title={textAt('bulk.run.title')} onClose={onClose}>
      <div className="grid gap-5">
        <p role="status" className="font-semibold">
          {textAt('bulk.run.finished', { act: textAt(acts[action].label), done, total: formatWhole(outcomes.length) })}
        </p>
        <Facts
          facts={Object.fromEntries(
            api.bulkOutcomes
              .filter((outcome) => outcome === 'done' || countOf(outcome) > 0)
              .map((outcome) => [textAt(outcomeTexts[outcome]), formatWhole(countOf(outcome))]),
          )}
        />
        <UndoButton run={run} onRun={onRun} />
        {notDone.length > 0 && (
          <DataTable
            label={textAt('bulk.undone')}
            columns={[
              wide<api.BulkOutcome>('name', textAt('bulk.row'), ({ id }) => nameOf(id)),
              wide<api.BulkOutcome>('reason', textAt('bulk.reason'), ({ reason, code }) => reason ?? code),
            ]}
            rows={notDone}
            keyOf={({ id }) => id}
          />
        )}
      </div>
    </DetailDrawer>
  )
}

/** Applies the opposite act to every row that was done. Rows that have changed since stay as they are. */
function UndoButton({ run: { action, rows, outcomes }, onRun }: Pick<BulkDialogProps, 'onRun'> & { run: BulkRun }) {
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
      {textAt('common.undo')}
    </Button>
  )
}
