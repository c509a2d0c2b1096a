import { observable, useObservable } from '@cashbox/client/observable'
import { Activity, type ReactNode } from 'react'

interface Popup {
  readonly key: string
  readonly render: (close: () => void) => ReactNode
}

const popups = observable<readonly Popup[]>([])

export function openPopup(key: string, render: Popup['render']): void {
  if (popups.get().some((popup) => popup.key === key)) return
  popups.set([...popups.get(), { key, render }])
}

const closePopup = (key: string): void => popups.set(popups.get().filter((popup) => popup.key !== key))

export const hasPopup = (): boolean => popups.get().length > 0

export const closeAllPopups = (): void => popups.set([])

/** Popups whose key matches `hidden` keep what was typed and are not shown. */
export function PopupHost({ hidden }: { hidden: RegExp | undefined }) {
  return useObservable(popups).map(({ key, render }) => (
    <Activity key={key} mode={hidden?.test(key) ? 'hidden' : 'visible'}>
      {render(() => closePopup(key))}
    </Activity>
  ))
}
