import type { InputOf } from '@cashbox/contract'
import { reportMonths } from '@cashbox/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/session/call.ts'

type ReportFilters = InputOf<typeof reportMonths>

const reportKeys = { months: (filters: ReportFilters) => ['reports', 'months', filters] as const }

export const useReport = (filters: ReportFilters) =>
  useQuery({
    queryKey: reportKeys.months(filters),
    queryFn: ({ signal }) => call(reportMonths, filters, { signal }),
    placeholderData: (before) => before,
  })
