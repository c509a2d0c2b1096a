export type ChoiceOption = {
  readonly value: string
  readonly label: string
  /** The address of a small picture: a flag, a messenger's sign. */
  readonly image?: string | undefined
  /** Further words that find the option. */
  readonly keywords?: string | undefined
}

export type ChoiceTexts = {
  readonly label: string
  readonly searchLabel: string
  readonly searchPlaceholder: string
  readonly noMatchText: string
  readonly closeLabel: string
  /** Says that the search wants more letters. */
  readonly minimumText?: string | undefined
}
