/** The letter that leads to a page after g. */
const letters: Readonly<Record<string, string>> = {
  '/today': 't',
  '/waiting': 'w',
  '/agents': 'a',
  '/transactions': 'x',
  '/approvals': 'v',
  '/channels': 'c',
  '/partners': 'p',
  '/held-topups': 'h',
  '/rates': 'r',
  '/texts': 'e',
  '/choices': 'o',
  '/risk': 'k',
  '/reports': 'b',
  '/operators': 'u',
  '/audit': 'l',
  '/alert-destinations': 'n',
  '/settings': 's',
  '/account': 'i',
}

export const letterOf = (path: string): string | undefined => letters[path]

/** As it is written on keys: "G A". */
export const keysOf = (path: string): string | undefined => letters[path] && `G ${letters[path].toUpperCase()}`
