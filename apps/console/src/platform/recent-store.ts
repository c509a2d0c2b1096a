import { forget, readStored, store } from '@cashbox/client/storage'

export interface SearchResult {
  /** Also identifies the result. */
  readonly href: string
  readonly label: string
  readonly hint?: string
}

const PREFIX = 'console-recent-'
const MAX_RECENT = 8

/** Newest first. */
export function readRecent(operatorId: string): readonly SearchResult[] {
  try {
    const stored: unknown = JSON.parse(readStored(PREFIX + operatorId) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isSearchResult) : []
  } catch {
    return []
  }
}

const isSearchResult = (value: unknown): value is SearchResult =>
  typeof value === 'object' &&
  value !== null &&
  'href' in value &&
  typeof value.href === 'string' &&
  'label' in value &&
  typeof value.label === 'string'

export function addRecent(operatorId: string, { href, label }: SearchResult): void {
  const others = readRecent(operatorId).filter((one) => one.href !== href)
  store(PREFIX + operatorId, JSON.stringify([{ href, label }, ...others].slice(0, MAX_RECENT)))
}

/** Called when the session ends, so that names of agents do not stay in a shared browser. */
export const forgetRecent = (operatorId: string): void => forget(PREFIX + operatorId)
