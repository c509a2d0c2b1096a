/** Empty lines separate paragraphs. The first of several lines is a heading. */
export const paragraphsOf = (text: string) =>
  text
    .split(/\n\s*\n/)
    .map((part) => part.split('\n').flatMap((line) => line.trim() || []))
    .filter((lines) => lines.length > 0)
    .map(([first = '', ...rest]) =>
      rest.length === 0 ? { heading: null, lines: [first] } : { heading: first, lines: rest },
    )
