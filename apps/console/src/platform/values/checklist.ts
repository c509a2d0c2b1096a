import { readChecklist } from '@cashbox/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { call, queryClient } from '../session/call.ts'
import { useMay } from '../session/roles.ts'

const checklistKey = ['checklist'] as const
const POLL_MS = 30_000

export function useChecklist() {
  const may = useMay(readChecklist)
  return useQuery({
    queryKey: checklistKey,
    queryFn: ({ signal }) => call(readChecklist, {}, { signal, isUnattended: true }),
    enabled: may,
    refetchInterval: POLL_MS,
  })
}

export const refreshChecklist = () => queryClient.invalidateQueries({ queryKey: checklistKey })
