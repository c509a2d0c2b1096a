import type { InputOf } from '@cashbox/contract'
import { reportMonths } from '@cashbox/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/call.ts'

type ReportFilters = InputOf<typeof reportMonths>

export const useReport = (filters: ReportFilters) =>
  useQuery({
    queryKey: ['months', filters],
    queryFn: ({ signal }) => call(reportMonths, filters, { signal }),
    placeholderData: (before) => before,
  })
