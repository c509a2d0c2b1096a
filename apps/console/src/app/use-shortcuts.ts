import { observable, useObservable } from '@cashbox/client/observable'
import { forget, readStored, store } from '@cashbox/client/storage'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useOperator } from '../platform/session/session.ts'
import { consolePages } from './pages.ts'

const KEY = 'console-shortcuts'
const areOn = observable(readStored(KEY) !== 'off')

/** Single-key shortcuts can be switched off, for voice control and against accidental presses. */
export const useShortcutsOn = (): boolean => useObservable(areOn)

export function switchShortcuts(on: boolean): void {
  if (on) forget(KEY)
  else store(KEY, 'off')
  areOn.set(on)
}

/** Not while typing, in a menu or a dialog, or with a modifier key. */
function isShortcut(event: KeyboardEvent): boolean {
  if (!areOn.get() || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) {
    return false
  }
  const target = event.target instanceof Element ? event.target : null
  const isTyping =
    target?.closest('input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu]') ?? null
  return isTyping === null && document.querySelector('[role=dialog]') === null
}

const SECOND_KEY_MS = 1500

/** Shortcuts of every page. The table handles the keys of a focused row. */
export function useShortcuts({ onHelp, onSearch }: { onHelp: () => void; onSearch: () => void }): void {
  const [, navigate] = useLocation()
  const { role } = useOperator()
  const goAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      const key = event.key.toLowerCase()
      const isSecond = performance.now() - goAt.current < SECOND_KEY_MS
      goAt.current = key === 'g' && !isSecond ? performance.now() : Number.NEGATIVE_INFINITY
      const page = isSecond && consolePages.find(({ letter, roles }) => letter === key && roles.includes(role))
      if (page) navigate(page.path)
      else if (event.key === '?') onHelp()
      else if (event.key === '/') focusSearch(onSearch)
      else if (key === 'j' || key === 'k') focusRow(key)
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [navigate, onHelp, onSearch, role])
}

/** The search of the list, or the palette on pages without a list. */
function focusSearch(otherwise: () => void) {
  const input = document.querySelector<HTMLInputElement>('main search input')
  if (input && input.offsetParent !== null) input.focus()
  else otherwise()
}

/** From outside the list, J goes to its first row and K to its last. */
function focusRow(key: 'j' | 'k') {
  const rows = document.querySelectorAll<HTMLElement>('main [data-row-link]')
  rows[key === 'j' ? 0 : rows.length - 1]?.focus()
}

export function usePaletteKey(onPress: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      onPress()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [onPress])
}

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
