import { cn } from '@cashbox/ui'
import { useTranslations } from 'use-intl'
import { differencesOf, type Fields } from './differences.ts'
import { useFieldWords } from './field-words.ts'

interface DifferenceTableProps {
  readonly before: Fields
  readonly after: Fields
}

/** What an act changed or would change: each field before and after. */
export function DifferenceTable({ before, after }: DifferenceTableProps) {
  const t = useTranslations('differences')
  const { nameOf, valueOf } = useFieldWords()
  const differences = differencesOf(before, after, valueOf)
  if (differences.length === 0) return <p className="text-ink-soft">{t('no_changes')}</p>
  return (
    <table className="w-full table-fixed border-collapse text-start">
      <caption className="pb-2 text-start font-semibold">{t('changes')}</caption>
      <thead>
        <tr className="border-b border-line text-sm text-ink-soft">
          <th scope="col" className="py-1.5 pe-3 text-start font-semibold">
            {t('field')}
          </th>
          <th scope="col" className="py-1.5 pe-3 text-start font-semibold">
            {t('before')}
          </th>
          <th scope="col" className="py-1.5 text-start font-semibold">
            {t('after')}
          </th>
        </tr>
      </thead>
      <tbody>
        {differences.map((difference) => (
          <tr key={difference.field} className="border-b border-line align-top last:border-b-0">
            <th scope="row" className="py-2 pe-3 text-start font-normal wrap-anywhere text-ink-soft">
              {nameOf(difference.field)}
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
  const t = useTranslations('differences')
  if (text === null) return <span className="text-ink-soft">{t('nothing')}</span>
  return (
    <bdi className={cn('rounded-md px-1.5 py-0.5 box-decoration-clone whitespace-pre-wrap wrap-anywhere', className)}>
      {text}
    </bdi>
  )
}
