/** The queries of this feature. */
export const auditKeys = {
  lists: ['audit', 'list'] as const,
  entry: (number: string) => ['audit', 'entry', number] as const,
}
