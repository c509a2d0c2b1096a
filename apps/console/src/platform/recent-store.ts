import { forget, readStored, store } from '@cashbox/client/storage'
import type { Found } from './finder.ts'

const PREFIX = 'console-recent-'
const KEPT = 8

/** Newest first. */
export function readRecent(operatorId: string): readonly Found[] {
  try {
    const stored: unknown = JSON.parse(readStored(PREFIX + operatorId) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isFound) : []
  } catch {
    return []
  }
}

const isFound = (value: unknown): value is Found =>
  typeof value === 'object' &&
  value !== null &&
  'href' in value &&
  typeof value.href === 'string' &&
  'label' in value &&
  typeof value.label === 'string'

export function addRecent(operatorId: string, { href, label }: Found): void {
  const others = readRecent(operatorId).filter((one) => one.href !== href)
  store(PREFIX + operatorId, JSON.stringify([{ href, label }, ...others].slice(0, KEPT)))
}

/** Called when the session ends, so that names of agents do not stay in a shared browser. */
export const forgetRecent = (operatorId: string): void => forget(PREFIX + operatorId)
