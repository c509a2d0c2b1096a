import { useEffect, useState } from 'react'

interface Typed {
  readonly query: string
  /** Enter was pressed after the letters. */
  readonly isSent: boolean
}

const nothing: Typed = { query: '', isSent: false }
const asSent = ({ query }: Typed): Typed => ({ query, isSent: query.trim() !== '' })

/**
 * What is typed for the palette, from the key that opens it on: letters pressed before its field is there are kept for
 * it, and reach nothing else.
 */
export function useTypedAhead(isOpen: boolean, onEscape: () => void) {
  const [typed, setTyped] = useState(nothing)
  useEffect(() => {
    if (!isOpen) return undefined
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isInDialog()) return
      if (event.key === 'Escape') onEscape()
      else if (event.key === 'Enter') setTyped(asSent)
      else if (event.key === 'Backspace') setTyped(({ query }) => ({ query: query.slice(0, -1), isSent: false }))
      else if (event.key.length === 1) setTyped(({ query }) => ({ query: query + event.key, isSent: false }))
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
    setQuery: (query: string) => setTyped({ query, isSent: false }),
    send: () => setTyped(asSent),
  }
}

const isInDialog = () => document.activeElement?.closest('[role=dialog]') != null
