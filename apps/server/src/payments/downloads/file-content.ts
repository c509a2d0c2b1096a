import type { Cell } from '../../platform/files/cells.ts'
import type { PdfColumn } from '../../platform/files/write-pdf.ts'

/** A list on its way into a file, in the agent's language and zone. */
export interface FileContent {
  readonly title: string
  readonly columns: readonly PdfColumn[]
  /** How many there were when the file was begun. */
  readonly lines: bigint
  readonly pages: AsyncGenerator<readonly unknown[], void>
  /** Asked for when all lines are written. */
  readonly foot: () => readonly (readonly Cell[])[]
}
