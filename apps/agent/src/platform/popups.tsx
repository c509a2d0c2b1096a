import { observable, useObservable } from '@cashbox/client/observable'
import { Fragment, type ReactNode } from 'react'

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

/** Popups whose key matches `without` stay open and are not shown. */
export function PopupHost({ without }: { without?: RegExp | undefined }) {
  return useObservable(popups)
    .filter(({ key }) => !without?.test(key))
    .map(({ key, render }) => <Fragment key={key}>{render(() => closePopup(key))}</Fragment>)
}
