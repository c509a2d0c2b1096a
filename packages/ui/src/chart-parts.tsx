import { cn } from './cn.ts'

/** The colours of series: money in and out, one that is neither, and a second beside it. */
export type SeriesTone = 'deposit' | 'withdraw' | 'main' | 'second'

export const seriesFills: Record<SeriesTone, string> = {
  deposit: 'bg-deposit',
  withdraw: 'bg-withdraw',
  main: 'bg-brand-text',
  second: 'bg-pending',
}

export type Read = { readonly tone: SeriesTone; readonly label: string; readonly text: string | undefined }

/** The numbers of the chosen point, always in the same place, so that nothing covers the chart. */
export const Reading = ({ label, reads }: { readonly label: string | undefined; readonly reads: readonly Read[] }) => (
  <div aria-hidden="true" className="flex flex-wrap items-end gap-x-6 gap-y-3">
    {reads.map(({ tone, label: name, text }) => (
      <span key={name} className="flex flex-col">
        <span className="flex items-center gap-2 text-sm text-ink-soft">
          <span className={cn('size-2.5 rounded-full', seriesFills[tone])} />
          {name}
        </span>
        <bdi dir="ltr" className="min-h-6 text-start font-semibold tabular-nums">
          {text}
        </bdi>
      </span>
    ))}
    <span className="ms-auto text-sm text-ink-soft">{label}</span>
  </div>
)

export type NumbersTableProps = {
  readonly label: string
  /** What a row is, as the head of its column: "Month". */
  readonly rowLabel: string
  readonly columns: readonly string[]
  readonly rows: readonly { readonly key: string; readonly label: string; readonly texts: readonly string[] }[]
  readonly className?: string | undefined
}

/** What a chart draws, in numbers. */
export const NumbersTable = ({ label, rowLabel, columns, rows, className }: NumbersTableProps) => (
  <table className={className}>
    <caption className="sr-only">{label}</caption>
    <thead>
      <tr>
        <th scope="col" className="text-start font-semibold">
          {rowLabel}
        </th>
        {columns.map((name) => (
          <th key={name} scope="col" className="ps-4 text-end font-semibold">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, label: name, texts }) => (
        <tr key={key}>
          <th scope="row" className="text-start font-normal">
            {name}
          </th>
          {columns.map((column, index) => (
            <td key={column} className="ps-4 text-end tabular-nums">
              <bdi dir="ltr">{texts[index]}</bdi>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
