import { cn } from '@cashbox/ui'
import { Users } from 'lucide-react'
import { textAt } from '../language/language.ts'
import { fieldName, fieldValue } from './field-words.ts'

type Fields = Readonly<Record<string, unknown>> | null

interface Difference {
  readonly field: string
  /** Null where there was nothing. */
  readonly before: string | null
  readonly after: string | null
}

/** Counts changes, which the table shows already. */
const COUNTER = 'version'

interface DifferenceTableProps {
  readonly before: Fields
  readonly after: Fields
  /** The fields that need a second operator. */
  readonly marked?: readonly string[]
}

export function DifferenceTable({ before, after, marked }: DifferenceTableProps) {
  const differences = differencesOf(before, after, fieldValue)
  if (differences.length === 0) return <p className="text-ink-soft">{textAt('differences.no_changes')}</p>
  return (
    <table className="w-full table-fixed border-collapse text-start">
      <caption className="pb-2 text-start font-semibold">{textAt('differences.changes')}</caption>
      <thead>
        <tr className="border-b border-line text-sm text-ink-soft">
          <th scope="col" className="py-1.5 pe-3 text-start font-semibold">
            {textAt('differences.field')}
          </th>
          <th scope="col" className="py-1.5 pe-3 text-start font-semibold">
            {textAt('differences.before')}
          </th>
          <th scope="col" className="py-1.5 text-start font-semibold">
            {textAt('differences.after')}
          </th>
        </tr>
      </thead>
      <tbody>
        {differences.map((difference) => (
          <tr key={difference.field} className="border-b border-line align-top last:border-b-0">
            <th scope="row" className="py-2 pe-3 text-start font-normal wrap-anywhere text-ink-soft">
              {fieldName(difference.field)}
              {marked?.includes(difference.field) && (
                <span className="flex items-center gap-1 text-sm text-ink">
                  <Users size={14} aria-hidden className="shrink-0" />
                  {textAt('differences.second')}
                </span>
              )}
            </th>
            <td className="py-2 pe-3">
              <Value text={difference.before} className="bg-danger-soft" />
            </td>
            <td className="py-2">
              <Value text={difference.after} className="bg-success-soft" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({ text, className }: { text: string | null; className: string }) {
  if (text === null) return <span className="text-ink-soft">{textAt('differences.nothing')}</span>
  return (
    <bdi className={cn('rounded-md px-1.5 py-0.5 box-decoration-clone whitespace-pre-wrap wrap-anywhere', className)}>
      {text}
    </bdi>
  )
}

export const differencesOf = (
  before: Fields,
  after: Fields,
  valueOf: (field: string, value: unknown) => string = asJson,
): readonly Difference[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((field) => field !== COUNTER && asJson('', before?.[field]) !== asJson('', after?.[field]))
    .map((field) => {
      const textOf = (value: unknown) => (value === null || value === undefined ? null : valueOf(field, value))
      return { field, before: textOf(before?.[field]), after: textOf(after?.[field]) }
    })

const asJson = (_field: string, value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null, null, 1)
