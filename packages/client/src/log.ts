export function logFailure(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- the browser's console is the app's log
  console.warn(what, error)
}
