import { useExplanation } from '@cashbox/client/failure-texts'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { addRecent, type SearchResult } from '../recent-store.ts'
import { useOperator } from '../session/session.ts'
import { notify } from '../toasts.ts'

const MAX_REASON_LENGTH = 500

/** The undo button of a toast. If something else has changed since, the server refuses the undo. */
export function useUndo() {
  const t = useTranslations('common')
  const explain = useExplanation()
  return {
    undo: (revert: () => Promise<unknown>, done: string) => ({
      label: t('undo'),
      onPress: () =>
        void revert().then(
          () => notify('success', done),
          (error: unknown) => notify('error', explain(error)),
        ),
    }),
    /** The reason in the audit. */
    reasonOf: (reason: string) => t('undo_reason', { reason }).slice(0, MAX_REASON_LENGTH),
  }
}

export function useRemember({ href, label }: SearchResult): void {
  const { id } = useOperator()
  useEffect(() => addRecent(id, { href, label }), [id, href, label])
}
