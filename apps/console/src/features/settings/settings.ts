import type { OutputOf, Settings } from '@cashbox/contract'
import { readConsoleSettings } from '@cashbox/contract/operator'
import { cacheAnswer, keyOf, refresh, useAnswer } from '../../platform/session/session.ts'

export type Versioned = OutputOf<typeof readConsoleSettings>

export const useSettings = () => useAnswer(readConsoleSettings, {})

export const cacheSettings = (versioned: Versioned): void => cacheAnswer(keyOf(readConsoleSettings), () => versioned)

export const refreshSettings = () => refresh(readConsoleSettings.path)

const areSameApartFromSwitches = (
  { is_off_maintenance: _one, is_demo_offered: _demo, ...one }: Settings,
  { is_off_maintenance: _other, is_demo_offered: _otherDemo, ...other }: Settings,
) => (Object.keys(one) as (keyof typeof one)[]).every((name) => one[name] === other[name])

/** A change of a switch alone must not make the form out of date. */
export const versionToChange = (seen: Versioned, now: Versioned): number =>
  areSameApartFromSwitches(seen.settings, now.settings) ? now.version : seen.version
