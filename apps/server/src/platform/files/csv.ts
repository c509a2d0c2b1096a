/** Spreadsheets separate cells by commas, semicolons or tabs, depending on the language, and quotes do not always hold. */
const FORMULA = /(^|[,;|\t\r\n])(?=(?:[^\S\t\r\n]|["'])*[=+\-@＝＋－＠])/g

/** A spreadsheet takes a cell that begins like this for a formula, and does what it says. An apostrophe makes it a text. */
const defuse = (text: string) => text.replaceAll(FORMULA, "$1'").replace(/^(?=[\t\r\n])/, "'")

/** A text that may come from anyone, as a cell. Our own words and numbers need no quotes. */
export const csvText = (text: string) => `"${defuse(text).replaceAll('"', '""')}"`

export const csvLine = (cells: readonly string[]) => `${cells.join(',')}\r\n`
