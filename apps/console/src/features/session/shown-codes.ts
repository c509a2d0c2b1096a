import { observable, useObservable } from '@cashbox/client/observable'

/** Recovery codes that the operator has not yet confirmed as saved; they stay on the screen until then. */
const unsavedCodes = observable<readonly string[] | null>(null)

export const useShownCodes = (): readonly string[] | null => useObservable(unsavedCodes)

export const showCodesOnce = (codes: readonly string[]): void => unsavedCodes.set(codes)

export const forgetCodes = (): void => unsavedCodes.set(null)
