import type { Choice } from '@cashbox/contract/operator'
import { Badge, Checkbox } from '@cashbox/ui'
import type { TableColumn } from '@cashbox/ui/dense/data-table'
import { Check, Minus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { OfferSwitch } from './use-offer-switch.ts'

/** `offering` is null for operators who may only read. */
export function useChoiceColumns(offering: OfferSwitch | null): readonly TableColumn<Choice>[] {
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
