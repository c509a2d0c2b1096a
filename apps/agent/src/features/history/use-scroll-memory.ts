import { useLayoutEffect } from 'react'

let last = { key: '', top: 0 }

/** Whoever comes back to the same list finds it where they left it; another list begins at its top. */
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
