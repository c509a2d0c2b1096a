import { useEffect, useState } from 'react'

const nothing = { query: '', isSent: false }

/**
 * What is typed for the palette, from the key that opens it on: letters pressed before its field is there are kept for
 * it, and reach nothing else. Enter among them chooses what is found first.
 */
export function useTypedAhead(isOpen: boolean, onEscape: () => void) {
  const [typed, setTyped] = useState(nothing)
  useEffect(() => {
    if (!isOpen) return undefined
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isInDialog()) return
      if (event.key === 'Escape') onEscape()
      else if (event.key === 'Enter') setTyped(({ query }) => ({ query, isSent: true }))
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
  return { ...typed, setQuery: (query: string) => setTyped({ query, isSent: false }) }
}

const isInDialog = () => document.activeElement?.closest('[role=dialog]') != null
