import { FilterBar, type FilterBarProps } from '@cashbox/ui/dense/filter-bar'
import { useTranslations } from 'use-intl'

/** The filters above a list, and the way back to all of it. */
export function ListFilters(props: Pick<FilterBarProps, 'isAny' | 'onClear' | 'children'>) {
  const t = useTranslations('common')
  return <FilterBar {...props} label={t('filters')} clearLabel={t('clear_filters')} />
}
