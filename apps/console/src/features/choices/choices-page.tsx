import { type Choice, type ChoiceKind, offerChoice } from '@cashbox/contract/operator'
import { useTranslations } from 'use-intl'
import { BulkBar } from '../../platform/bulk-bar.tsx'
import { ExportMenu } from '../../platform/export-menu.tsx'
import { ListFilters, SearchFilter, SelectFilter } from '../../platform/list-filters.tsx'
import { useListTools } from '../../platform/list-tools.tsx'
import { PageHead } from '../../platform/page-head.tsx'
import { useMay } from '../../platform/roles.ts'
import { useSelection } from '../../platform/selection.ts'
import { SelectionExport } from '../../platform/selection-export.tsx'
import { type Filters, useFilters } from '../../platform/url-filters.ts'
import { isFoundIn } from '../../platform/whole-list.ts'
import { useChoiceColumns } from './choice-columns.tsx'
import { ChoiceSection } from './choice-section.tsx'
import { idOf, useChoices } from './choices.ts'
import { LastChange } from './last-change.tsx'
import { useOfferSwitch } from './use-offer-switch.ts'

const filterNames = ['search', 'state'] as const
type FilterName = (typeof filterNames)[number]

/** The short list first: on a phone it would be lost below the long one. */
const kinds: readonly ChoiceKind[] = ['messenger', 'country']

export function ChoicesPage() {
  const t = useTranslations()
  const query = useChoices()
  const filters = useFilters<FilterName>(filterNames)
  const offering = useOfferSwitch()
  const mayOffer = useMay(offerChoice)
  const columns = useChoiceColumns(mayOffer ? offering : null)
  const tools = useListTools({ list: 'choices', paramNames: filterNames, columns })
  const found = query.data?.filter((choice) => isWanted(choice, filters.values)) ?? null
  const selection = useSelection({ rows: found, keyOf: idOf })
  return (
    <>
      <PageHead
        title={t('pages.choices')}
        text={t('choices.text')}
        actions={
          <>
            {tools.buttons}
            <ExportMenu table="choices" filters={{}} />
          </>
        }
      />
      {tools.notice}
      <ChoiceFilters filters={filters} />
      <div>
        <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
          {kinds.map((kind) => (
            <ChoiceSection
              key={kind}
              kind={kind}
              query={query}
              found={found}
              columns={tools.columns}
              selection={selection.table}
            />
          ))}
        </div>
        {/* Both lie over the end of the lists, one above the other. */}
        <div className="pointer-events-none sticky bottom-3 z-20 mt-3 grid gap-3 *:pointer-events-auto">
          <LastChange offering={offering} />
          <BulkBar
            actions={[]}
            selection={selection}
            file={<SelectionExport table="choices" filters={{}} selection={selection} columns={tools.chosen} />}
          />
        </div>
      </div>
    </>
  )
}

const isWanted = ({ name, code, is_offered }: Choice, { search, state }: Filters<FilterName>['values']) =>
  (state === undefined || is_offered === (state === 'offered')) && isFoundIn(search, name, code)

function ChoiceFilters({ filters }: { filters: Filters<FilterName> }) {
  const t = useTranslations('choices')
  return (
    <ListFilters filters={filters}>
      <SearchFilter filters={filters} />
      <SelectFilter
        filters={filters}
        name="state"
        label={t('offer')}
        options={(['offered', 'withheld'] as const).map((value) => ({ value, label: t(value) }))}
      />
    </ListFilters>
  )
}
