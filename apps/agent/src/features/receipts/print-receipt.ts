export const papers = ['58', '80', 'a4'] as const
export type Paper = (typeof papers)[number]

export const isPaper = (text: string | null): text is Paper => papers.some((paper) => paper === text)

/** With marks that keep the number before its unit from right to left too. */
export const paperNames: Readonly<Record<Paper, string>> = {
  '58': '\u206658 mm\u2069',
  '80': '\u206680 mm\u2069',
  a4: 'A4',
}

const MM_PER_PIXEL = 25.4 / 96
/** Rounding must not push the last line to a second page. */
const SPARE_MM = 2

/** Some browsers inside other apps can't print. */
export const canPrint = () => typeof window.print === 'function'

/** A roll has no pages: its page is as long as the receipt, so that no paper is wasted and none is cut off. */
export function printReceipt(element: HTMLElement, paper: Paper): void {
  const sheet = new CSSStyleSheet()
  if (paper !== 'a4') {
    const height = Math.ceil(element.getBoundingClientRect().height * MM_PER_PIXEL) + SPARE_MM
    sheet.replaceSync(`@media print { @page receipt-${paper} { size: ${paper}mm ${height}mm; margin: 0 } }`)
  }
  document.adoptedStyleSheets.push(sheet)
  // Called at once where printing waits for the person, and later where it does not. Cancelling changes nothing.
  const forget = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
  }
  window.addEventListener('afterprint', forget, { once: true })
  window.print()
}
