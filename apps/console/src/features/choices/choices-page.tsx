import { useExplanation } from '@cashbox/client/failure-texts'
import { type Choice, type ChoiceKind, keyOfPicked, listChoices, offerChoice } from '@cashbox/contract/operator'
import { Button, Callout, Checkbox } from '@cashbox/ui'
import { Check, Minus, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { textAt } from '../../platform/language/language.ts'
import { BulkBar } from '../../platform/list/bulk-bar.tsx'
import { column, searchedBy, type TableColumn, valued, wide } from '../../platform/list/columns.tsx'
import { useDataTable } from '../../platform/list/data-table.tsx'
import { inBrowser, useListTable } from '../../platform/list/list.ts'
import { ListFilterBar, searchSpec, useListFilters } from '../../platform/list/list-filters.tsx'
import { ListHead } from '../../platform/list/list-page.tsx'
import { ListTable, ROWS_AT_ONCE } from '../../platform/list/list-table.tsx'
import { cacheRow, call, refresh, useAnswer, useMay } from '../../platform/session/session.ts'
import { notify } from '../../platform/toasts.ts'
import { stateBadge } from '../../platform/values/values.tsx'

interface ChoiceSectionProps {
  readonly kind: ChoiceKind
  readonly query: ReturnType<typeof useChoices>
  /** Of all kinds. */
  readonly list: ReturnType<typeof useListTable<Choice>>
}

const exported = { table: 'choices', filters: {} } as const

/** The short list first: on a phone it would be lost below the long one. */
const kinds: readonly ChoiceKind[] = ['messenger', 'country']

export function ChoicesPage() {
  const query = useChoices()
  const filters = useListFilters({
    search: searchSpec(),
    state: {
      label: textAt('choices.offer'),
      options: [
        { value: 'offered', label: textAt('choices.offered') },
        { value: 'withheld', label: textAt('choices.withheld') },
      ],
      column: 'offer',
    },
  })
  const offering = useOfferSwitch()
  const columns = choiceColumns(useMay(offerChoice) ? offering : null)
  const list = useListTable<Choice>({
    list: 'choices',
    query,
    rows: query.data ?? null,
    keyOf: idOf,
    columns,
    exported,
    filters,
    wholeBy: ROWS_AT_ONCE,
  })
  return (
    <>
      <ListHead list={list} />
      <ListFilterBar filters={filters} />
      <div>
        <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
          {kinds.map((kind) => (
            <ChoiceSection key={kind} kind={kind} query={query} list={list} />
          ))}
        </div>
        {/* Both lie over the end of the lists, one above the other. */}
        <div className="pointer-events-none sticky bottom-3 z-20 mt-3 grid gap-3 *:pointer-events-auto">
          <LastChange offering={offering} />
          <BulkBar list={list} />
        </div>
      </div>
    </>
  )
}

function ChoiceSection({ kind, query, list: { table, view } }: ChoiceSectionProps) {
  const all = query.data?.filter((choice) => choice.kind === kind)
  const found = table.getFilteredRowModel().rows.map(({ original }) => original)
  const offered = all?.filter(({ is_offered }) => is_offered).length ?? 0
  const tableOfKind = useDataTable({
    columns: view.columns,
    rows: found.filter((choice) => choice.kind === kind),
    keyOf: idOf,
    ...inBrowser<Choice>(ROWS_AT_ONCE),
    state: { ...view.tableState, rowSelection: table.getState().rowSelection },
    enableRowSelection: true,
    onRowSelectionChange: table.setRowSelection,
  })
  return (
    <div className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg font-semibold">{textAt(`choices.${kind}`)}</h2>
        {all && <p className="text-ink-soft tabular-nums">{textAt('choices.count', { offered, all: all.length })}</p>}
      </div>
      <ListTable
        label={textAt(`choices.${kind}`)}
        query={query}
        table={tableOfKind}
        emptyTitle={textAt('choices.none')}
        emptyText={textAt('common.no_match_text')}
      />
    </div>
  )
}

/** `offering` is null for operators who may only read. */
const choiceColumns = (offering: OfferSwitch | null): readonly TableColumn<Choice>[] => [
  searchedBy(
    ({ name, code }) => `${name} ${code}`,
    wide('name', textAt('choices.name'), ({ kind, name, code }) => (
      <>
        {name} {kind === 'country' && <span className="text-sm text-ink-soft">{code}</span>}
      </>
    )),
  ),
  valued(
    offerOf,
    column('offer', textAt('choices.offer'), (choice) =>
      offering ? <OfferBox choice={choice} offering={offering} /> : <OfferBadge state={offerOf(choice)} />,
    ),
  ),
]

const offerOf = ({ is_offered }: Choice) => (is_offered ? 'offered' : 'withheld')

const OfferBox = ({ choice, offering }: { choice: Choice; offering: OfferSwitch }) => (
  <Checkbox
    className="items-center! py-0! sm:min-h-0"
    checked={choice.is_offered}
    aria-busy={offering.isBusy(choice)}
    onChange={() => offering.turn(choice)}
    label={
      <>
        <span className="sr-only">{choice.name} </span>
        <span className={choice.is_offered ? undefined : 'text-ink-soft'}>
          {textAt(choice.is_offered ? 'choices.offered' : 'choices.withheld')}
        </span>
      </>
    }
  />
)

const OfferBadge = stateBadge({
  offered: ['choices.offered', 'approved', Check],
  withheld: ['choices.withheld', 'neutral', Minus],
})

/** The last change, with a button that undoes it. */
const LastChange = ({ offering: { last, isBusy, turn } }: { offering: OfferSwitch }) => (
  // Lies over the lists, so that nothing moves when it appears.
  <div role="status" className="max-w-2xl empty:hidden">
    {last && (
      <Callout
        tone={last.is_offered ? 'success' : 'warning'}
        icon={<Check aria-hidden />}
        className="items-center border border-line py-2"
      >
        <span className="flex flex-wrap items-center justify-between gap-3">
          {textAt(last.is_offered ? 'choices.done.offered' : 'choices.done.withheld', { name: last.name })}
          <Button
            variant="secondary"
            icon={<Undo2 size={16} aria-hidden />}
            isBusy={isBusy(last)}
            onClick={() => turn(last)}
          >
            {textAt('choices.undo')}
          </Button>
        </span>
      </Callout>
    )}
  </div>
)

type OfferSwitch = ReturnType<typeof useOfferSwitch>

const useChoices = () => useAnswer(listChoices, {}, { select: ({ list }) => list.toSorted(byName) })

const byName = (one: Choice, other: Choice) => one.name.localeCompare(other.name)

const idOf = ({ kind, code }: Pick<Choice, 'kind' | 'code'>) => keyOfPicked('choices', { kind, code })

function useOfferSwitch() {
  const explain = useExplanation()
  const [last, setLast] = useState<Choice | null>(null)
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())

  async function turn({ kind, code, is_offered }: Choice) {
    const id = idOf({ kind, code })
    if (busy.has(id)) return
    setBusy((before) => new Set([...before, id]))
    try {
      const { choice } = await call(offerChoice, { kind, code, is_offered: !is_offered })
      cacheRow(listChoices, choice, idOf)
      setLast(choice)
    } catch (error) {
      notify('error', explain(error))
      await refresh(listChoices.path)
    } finally {
      setBusy((before) => new Set([...before].filter((one) => one !== id)))
    }
  }

  return { last, isBusy: (choice: Choice) => busy.has(idOf(choice)), turn: (choice: Choice) => void turn(choice) }
}
