import { type BulkAction, bulkActs, MAX_BULK_ROWS, rolesOf } from '@cashbox/contract/operator'
import { Button, IconButton } from '@cashbox/ui'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../forms/acts.tsx'
import { textAreaField } from '../forms/fields.tsx'
import { ActForm, isGiven } from '../forms/form.tsx'
import { useOperator } from '../session/session.ts'
import { notify } from '../toasts.ts'
import { formatWhole } from '../values/formats.ts'
import { type BulkRequest, BulkResult, type BulkRun, runBulk, type VersionedRow } from './bulk-result.tsx'
import { type ListExport, SelectionExport } from './list-tools.tsx'
import type { Selection } from './selection.ts'

export interface BulkActs<Row> {
  readonly actions: readonly BulkAction[]
  readonly nameOf: (row: Row) => string
}

interface BulkBarProps<Row> {
  readonly actions: readonly BulkAction[]
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
const texts: Partial<Record<BulkAction, 'approve_text' | 'redeliver_text' | 'session_text' | 'settle_text'>> = {
  'commission.settle': 'settle_text',
  'agent.approve': 'approve_text',
  'event.redeliver': 'redeliver_text',
  'session.end': 'session_text',
}

const dangers: ReadonlySet<BulkAction> = new Set(['agent.suspend', 'request.reject', 'session.end'])

export function useBulkActions(actions: readonly BulkAction[]): readonly BulkAction[] {
  const { role } = useOperator()
  return actions.filter((action) => rolesOf(bulkActs[action].call).includes(role))
}

export function BulkBar<Row>({ actions, nameOf, selection, exported, columns }: BulkBarProps<Row>) {
  const t = useTranslations('bulk')
  const { rows, clear } = selection
  const [request, setRequest] = useState<BulkRequest | null>(null)
  const [run, setRun] = useState<BulkRun | null>(null)
  const choose = (action: BulkAction) => {
    if (rows.length > MAX_BULK_ROWS) notify('error', t('too_many', { most: formatWhole(MAX_BULK_ROWS) }))
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
  const { needsNote } = bulkActs[action]
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
