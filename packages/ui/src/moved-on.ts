const BUSY_WITH = 'input, textarea, select, [contenteditable], [role=dialog]'

/** Whether the user has begun to type or opened something, away from where they were: the focus must stay there. */
export function hasMovedOn(from: Element | null): boolean {
  const now = document.activeElement
  return now !== from && now?.closest(BUSY_WITH) != null
}
