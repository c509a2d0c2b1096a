import { observable, useObservable } from '@cashbox/client/observable'
import { forget, readStored, store } from '@cashbox/client/storage'

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
export function isShortcut(event: KeyboardEvent): boolean {
  if (!areOn.get() || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) {
    return false
  }
  const target = event.target instanceof Element ? event.target : null
  const isTyping =
    target?.closest('input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu]') ?? null
  return isTyping === null && document.querySelector('[role=dialog]') === null
}
