/** Plain decimals: String() would write 1e-7. */
export const degrees = (value: number) => value.toFixed(7).replace(/\.?0+$/, '')
