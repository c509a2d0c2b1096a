import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useOperator } from '../platform/session.ts'
import { isShortcut } from '../platform/shortcuts.ts'
import { letterOf } from './page-keys.ts'
import { consolePages } from './pages.ts'

const SECOND_KEY_MS = 1500

interface Shortcuts {
  readonly onHelp: () => void
  readonly onSearch: () => void
}

/** Keys that work on every page. Those of a focused row are the table's own. */
export function useShortcuts({ onHelp, onSearch }: Shortcuts): void {
  const [, navigate] = useLocation()
  const { role } = useOperator()
  const goAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      const key = event.key.toLowerCase()
      const isSecond = performance.now() - goAt.current < SECOND_KEY_MS
      goAt.current = key === 'g' && !isSecond ? performance.now() : Number.NEGATIVE_INFINITY
      const page = isSecond && consolePages.find(({ path, roles }) => letterOf(path) === key && roles.includes(role))
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

/** The search of the list, or of everything where there is no list. */
function focusSearch(otherwise: () => void) {
  const input = document.querySelector<HTMLInputElement>('main search input')
  if (input && input.offsetParent !== null) input.focus()
  else otherwise()
}

/** From outside of the list: its first row, or its last. */
function focusRow(key: 'j' | 'k') {
  const rows = document.querySelectorAll<HTMLElement>('main [data-row-link]')
  rows[key === 'j' ? 0 : rows.length - 1]?.focus()
}
