import type { OutputOf, Settings } from '@cashbox/contract'
import { readConsoleSettings } from '@cashbox/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { cacheAnswer, call, queryClient } from '../../platform/session/call.ts'

const settingsKeys = { all: ['settings'] as const }

export type Versioned = OutputOf<typeof readConsoleSettings>

export const useSettings = () =>
  useQuery({ queryKey: settingsKeys.all, queryFn: ({ signal }) => call(readConsoleSettings, {}, { signal }) })

export const cacheSettings = (versioned: Versioned): void => {
  cacheAnswer<Versioned>(settingsKeys.all, () => versioned)
}

export const refreshSettings = () => queryClient.invalidateQueries({ queryKey: settingsKeys.all })

const areSameApartFromMaintenance = (
  { is_off_maintenance: _one, ...one }: Settings,
  { is_off_maintenance: _other, ...other }: Settings,
) => (Object.keys(one) as (keyof typeof one)[]).every((name) => one[name] === other[name])

/** A change of maintenance alone must not make the form out of date. */
export const versionToChange = (seen: Versioned, now: Versioned): number =>
  areSameApartFromMaintenance(seen.settings, now.settings) ? now.version : seen.version
