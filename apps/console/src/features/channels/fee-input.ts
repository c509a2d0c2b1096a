/** How a percentage is typed. */
export const feeInput = { suffix: '%', inputMode: 'decimal' } as const
