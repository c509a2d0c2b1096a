import { observable, useObservable } from '@cashbox/client/observable'
import { forget, readStored, store } from '@cashbox/client/storage'

const KEY = 'console-shortcuts'
const areOn = observable(readStored(KEY) !== 'off')

/** Single keys can be switched off, for those who speak to their computer or press keys by accident. */
export const useShortcutsOn = (): boolean => useObservable(areOn)

export function switchShortcuts(on: boolean): void {
  if (on) forget(KEY)
  else store(KEY, 'off')
  areOn.set(on)
}

/** Whether a key is meant as a shortcut: never while typing, in a menu or in a dialog, and never with another key held. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (!areOn.get() || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) {
    return false
  }
  const target = event.target instanceof Element ? event.target : null
  const isTyping =
    target?.closest('input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu]') ?? null
  return isTyping === null && document.querySelector('[role=dialog]') === null
}
