/** As names are compared: without case, accents and extra spaces, in any script. */
export const foldName = (name: string) =>
  name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim()
