/** More than a day's work opens. */
const MOST = 50

interface Known {
  readonly tag: string
  readonly text: string
}

/** The last answers to one session with their ETags. In memory, so that a shared computer keeps none of it. */
export function createEtagCache() {
  const answers = new Map<string, Known>()
  let owner = ''
  return {
    find(session: string, path: string): Known | undefined {
      if (session !== owner) answers.clear()
      owner = session
      return answers.get(path)
    },
    keep(session: string, path: string, known: Known) {
      if (session !== owner) return
      answers.delete(path)
      answers.set(path, known)
      const [oldest] = answers.keys()
      if (answers.size > MOST && oldest !== undefined) answers.delete(oldest)
    },
  }
}
