import { type Choice, type ChoiceKind, offerChoice } from '@cashbox/contract/operator'
import { SelectFilter, TextFilter } from '@cashbox/ui/dense/filter-bar'
import { useTranslations } from 'use-intl'
import { ExportMenu } from '../../platform/export-menu.tsx'
import { ListFilters } from '../../platform/list-filters.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { useMay } from '../../platform/roles.ts'
import { type Filters, useFilters } from '../../platform/url-filters.ts'
import { ChoiceSection } from './choice-section.tsx'
import { useChoices } from './choices.ts'
import { LastChange } from './last-change.tsx'
import { useOffering } from './offering.ts'

type FilterName = 'search' | 'state'

/** The short list first: on a phone nobody would find it below the long one. */
const kinds: readonly ChoiceKind[] = ['messenger', 'country']

export function ChoicesPage() {
  const t = useTranslations()
  const query = useChoices()
  const filters = useFilters<FilterName>(['search', 'state'])
  const offering = useOffering()
  const mayOffer = useMay(offerChoice)
  const found = query.data?.filter((choice) => matches(choice, filters.values)) ?? null
  return (
    <>
      <PageHead
        title={t('pages.choices')}
        text={t('choices.text')}
        actions={<ExportMenu table="choices" filters={{}} />}
      />
      <ChoiceFilters filters={filters} />
      <div>
        <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
          {kinds.map((kind) => (
            <ChoiceSection key={kind} kind={kind} query={query} found={found} offering={mayOffer ? offering : null} />
          ))}
        </div>
        <LastChange offering={offering} />
      </div>
    </>
  )
}

const matches = ({ name, code, is_offered }: Choice, { search = '', state }: Partial<Record<FilterName, string>>) =>
  (state === undefined || is_offered === (state === 'offered')) &&
  `${name} ${code}`.toLowerCase().includes(search.trim().toLowerCase())

function ChoiceFilters({ filters: { values, isAny, change, clear } }: { filters: Filters<FilterName> }) {
  const t = useTranslations()
  return (
    <ListFilters isAny={isAny} onClear={clear}>
      <TextFilter
        label={t('common.search')}
        type="search"
        value={values.search ?? ''}
        onValueChange={(search) => change({ search })}
      />
      <SelectFilter
        label={t('choices.offer')}
        value={values.state ?? ''}
        options={[
          { value: '', label: t('common.all') },
          { value: 'offered', label: t('choices.offered') },
          { value: 'withheld', label: t('choices.withheld') },
        ]}
        onValueChange={(state) => change({ state })}
      />
    </ListFilters>
  )
}
