import { observable, useObservable } from '@cashbox/client/observable'

/** Recovery codes that were shown and not yet kept: nothing may take them off the screen before that. */
const unkept = observable<readonly string[] | null>(null)

export const useShownCodes = (): readonly string[] | null => useObservable(unkept)
export const showCodesOnce = (codes: readonly string[]): void => unkept.set(codes)
export const forgetCodes = (): void => unkept.set(null)
