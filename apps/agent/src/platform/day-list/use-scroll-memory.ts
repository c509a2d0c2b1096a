import { useLayoutEffect } from 'react'

let last = { key: '', top: 0 }

/** The same list is found again where it was left; another list begins at its top. */
export function useScrollMemory(key: string): void {
  useLayoutEffect(() => {
    window.scrollTo({ top: last.key === key ? last.top : 0, behavior: 'instant' })
    const remember = () => {
      last = { key, top: window.scrollY }
    }
    remember()
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key])
}
