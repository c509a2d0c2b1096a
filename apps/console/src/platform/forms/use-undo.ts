import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import type { Found } from '../finder.ts'
import { notify } from '../notices.ts'
import { useExplanation } from '../page/failed.tsx'
import { addRecent } from '../recent-store.ts'
import { useOperator } from '../session/session.ts'

/** As long as a reason may be. */
const MOST_LETTERS = 500

/**
 * The button of a notice that takes back what was just done, by the act for it. If something else has happened since,
 * the server refuses it and nothing changes.
 */
export function useUndo() {
  const t = useTranslations('common')
  const explain = useExplanation()
  return {
    undo: (takeBack: () => Promise<unknown>, done: string) => ({
      label: t('undo'),
      onPress: () =>
        void takeBack().then(
          () => notify('success', done),
          (error: unknown) => notify('error', explain(error)),
        ),
    }),
    /** Why, for the audit. */
    reasonOf: (reason: string) => t('undo_reason', { reason }).slice(0, MOST_LETTERS),
  }
}

/** Puts what is open first among the things that the palette offers. */
export function useRemember({ href, label }: Found): void {
  const { id } = useOperator()
  useEffect(() => addRecent(id, { href, label }), [id, href, label])
}
