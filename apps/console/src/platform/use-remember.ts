import { useEffect } from 'react'
import type { Found } from './finder.ts'
import { addRecent } from './recent-store.ts'
import { useOperator } from './session.ts'

/** Puts what is open first among the things that the palette offers. */
export function useRemember({ href, label }: Found): void {
  const { id } = useOperator()
  useEffect(() => addRecent(id, { href, label }), [id, href, label])
}
