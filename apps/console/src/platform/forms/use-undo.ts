import { useExplanation } from '@cashbox/client/failure-texts'
import { useEffect } from 'react'
import { textAt } from '../language/language.ts'
import { addRecent, type SearchResult } from '../recent-store.ts'
import { useOperator } from '../session/session.ts'
import { notify } from '../toasts.ts'

const MAX_REASON_LENGTH = 500

/** The undo button of a toast. If something else has changed since, the server refuses the undo. */
export function useUndo() {
  const explain = useExplanation()
  return {
    undo: (revert: () => Promise<unknown>, done: string) => ({
      label: textAt('common.undo'),
      onPress: () =>
        void revert().then(
          () => notify('success', done),
          (error: unknown) => notify('error', explain(error)),
        ),
    }),
    /** The reason in the audit. */
    reasonOf: (reason: string) => textAt('common.undo_reason', { reason }).slice(0, MAX_REASON_LENGTH),
  }
}

/** The palette finds again what this operator has seen last. */
export function Remembered({ href, label }: SearchResult) {
  const { id } = useOperator()
  useEffect(() => addRecent(id, { href, label }), [id, href, label])
  return null
}
