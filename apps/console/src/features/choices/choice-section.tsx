import type { Choice, ChoiceKind } from '@cashbox/contract/operator'
import { Badge, Checkbox } from '@cashbox/ui'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { Check, Minus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useDrawnRows } from '../../platform/drawn-rows.ts'
import { ListTable } from '../../platform/list-table.tsx'
import { idOf, type useChoices } from './choices.ts'
import type { OfferSwitch } from './use-offer-switch.ts'

interface ChoiceSectionProps {
  readonly kind: ChoiceKind
  readonly query: ReturnType<typeof useChoices>
  /** Of both kinds. */
  readonly found: readonly Choice[] | null
  /** Null for operators who may only read. */
  readonly offering: OfferSwitch | null
}

export function ChoiceSection({ kind, query, found, offering }: ChoiceSectionProps) {
  const t = useTranslations()
  const all = query.data?.filter((choice) => choice.kind === kind)
  const { rows, more } = useDrawnRows(found?.filter((choice) => choice.kind === kind) ?? null)
  const offered = all?.filter(({ is_offered }) => is_offered).length ?? 0
  return (
    <div className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg font-semibold">{t(`choices.${kind}`)}</h2>
        {all && <p className="text-ink-soft tabular-nums">{t('choices.count', { offered, all: all.length })}</p>}
      </div>
      <ListTable
        label={t(`choices.${kind}`)}
        columns={useColumns(offering)}
        query={{ ...query, ...more }}
        rows={rows}
        keyOf={idOf}
        emptyTitle={t('choices.none')}
        emptyText={t('common.no_match_text')}
      />
    </div>
  )
}

function useColumns(offering: OfferSwitch | null): readonly TableColumn<Choice>[] {
  const t = useTranslations('choices')
  return [
    {
      id: 'name',
      header: t('name'),
      cell: ({ kind, name, code }) => (
        <>
          {name} {kind === 'country' && <span className="text-sm text-ink-soft">{code}</span>}
        </>
      ),
      isWide: true,
    },
    {
      id: 'offer',
      header: t('offer'),
      cell: (choice) =>
        offering ? <OfferBox choice={choice} offering={offering} /> : <OfferBadge isOffered={choice.is_offered} />,
    },
  ]
}

function OfferBox({ choice, offering }: { choice: Choice; offering: OfferSwitch }) {
  const t = useTranslations('choices')
  return (
    <Checkbox
      className="items-center! py-0! sm:min-h-0"
      checked={choice.is_offered}
      aria-busy={offering.isBusy(choice)}
      onChange={() => offering.turn(choice)}
      label={
        <>
          <span className="sr-only">{choice.name} </span>
          <span className={choice.is_offered ? undefined : 'text-ink-soft'}>
            {t(choice.is_offered ? 'offered' : 'withheld')}
          </span>
        </>
      }
    />
  )
}

function OfferBadge({ isOffered }: { isOffered: boolean }) {
  const t = useTranslations('choices')
  return (
    <Badge tone={isOffered ? 'approved' : 'neutral'} icon={isOffered ? <Check aria-hidden /> : <Minus aria-hidden />}>
      {t(isOffered ? 'offered' : 'withheld')}
    </Badge>
  )
}
