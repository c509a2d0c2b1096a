import { observable, useObservable } from '@cashbox/client/observable'

/** Recovery codes that were shown and not yet kept: nothing may take them off the screen before that. */
const unkept = observable<readonly string[] | null>(null)

export const useUnkeptCodes = (): readonly string[] | null => useObservable(unkept)
export const holdCodes = (codes: readonly string[]): void => unkept.set(codes)
export const dropCodes = (): void => unkept.set(null)
