import type { RefusalCode } from '@cashbox/contract'
import type { Html } from '../../platform/html.ts'
import type { OpenApiDocument, Operation } from './api-document.ts'
import type { Sources } from './example.ts'
import type { Example } from './in-languages.ts'
import type { Chapter } from './introduction.ts'

export interface Call {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** One API as a page. */
export interface DocsPage {
  readonly api: OpenApiDocument
  /** Where the page is; its document is beside it. */
  readonly path: string
  readonly lead: string
  readonly chapters: readonly Chapter[]
  /** The tags of the document in words. */
  readonly groupTitles: Readonly<Record<string, string>>
  readonly commonRefusals: readonly RefusalCode[]
  readonly sources: Sources
  /** Who may make the call. */
  readonly accessOf: (operation: Operation) => Html
  readonly examplesOf: (call: Call) => readonly Example[]
}
