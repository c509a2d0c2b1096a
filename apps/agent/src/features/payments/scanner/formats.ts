/** The codes that transaction IDs are printed as. */
export const FORMATS = ['qr_code', 'code_128'] as const
