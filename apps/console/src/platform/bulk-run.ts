import { type BulkRun, listBulkRows, readBulkRun } from '@cashbox/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { call } from './call.ts'
import { useList } from './list.ts'
import { queryClient } from './queries.ts'

const WATCH_EVERY_MS = 1000

const runKeys = {
  run: (id: string) => ['bulk runs', id] as const,
  rows: (id: string, isFinished: boolean) => ['bulk runs', id, 'rows', isFinished] as const,
}

/** The run that is shown is in the address, so that a page that is loaded again shows it again. */
export function useShownRun() {
  const [search, setSearch] = useSearchParams()
  const set = (id: string | null) =>
    setSearch((before) => {
      const after = new URLSearchParams(before)
      if (id === null) after.delete('run')
      else after.set('run', id)
      return after
    })
  return { shown: search.get('run'), show: (id: string) => set(id), hide: () => set(null) }
}

/** Asked for again until it has finished. Then everything else is asked for again, because anything may have changed. */
export function useRun(id: string) {
  const query = useQuery({
    queryKey: runKeys.run(id),
    queryFn: async ({ signal }) => (await call(readBulkRun, { run_id: id }, { signal, isUnattended: true })).run,
    refetchInterval: ({ state: { data } }) => (data?.finished_at === null ? WATCH_EVERY_MS : false),
  })
  const isFinished = query.data !== undefined && query.data.finished_at !== null
  useEffect(() => {
    if (isFinished) void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'bulk runs' })
  }, [isFinished])
  return query
}

export const useUndoneRows = ({ id, finished_at }: BulkRun) =>
  useList(runKeys.rows(id, finished_at !== null), listBulkRows, { run_id: id, undone: 'true' })
