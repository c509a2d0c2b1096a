import { useEffect, useState } from 'react'

interface Typed {
  readonly query: string
  /** Enter was pressed: the first result is opened as soon as there is one. */
  readonly isSubmitted: boolean
}

const nothing: Typed = { query: '', isSubmitted: false }

const submitted = ({ query }: Typed): Typed => ({ query, isSubmitted: query.trim() !== '' })

/** Collects keys pressed before the palette's input exists, and keeps them from reaching anything else. */
export function useTypedAhead(isOpen: boolean, onEscape: () => void) {
  const [typed, setTyped] = useState(nothing)
  useEffect(() => {
    if (!isOpen) return undefined
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isInDialog()) return
      if (event.key === 'Escape') onEscape()
      else if (event.key === 'Enter') setTyped(submitted)
      else if (event.key === 'Backspace') setTyped(({ query }) => ({ query: query.slice(0, -1), isSubmitted: false }))
      else if (event.key.length === 1) setTyped(({ query }) => ({ query: query + event.key, isSubmitted: false }))
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => {
      window.removeEventListener('keydown', listen, { capture: true })
      setTyped(nothing)
    }
  }, [isOpen, onEscape])
  return {
    ...typed,
    setQuery: (query: string) => setTyped({ query, isSubmitted: false }),
    submit: () => setTyped(submitted),
  }
}

const isInDialog = () => document.activeElement?.closest('[role=dialog]') != null
