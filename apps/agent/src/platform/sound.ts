import { observable, useObservable } from '@cashbox/client/observable'
import { forget, readStored, store } from '@cashbox/client/storage'
import { storageKeys } from './session/storage.ts'

const OFF = 'off'

const isOn = observable(readStored(storageKeys.sound) !== OFF)

/** Sound and vibration after a payment. On unless switched off on this device. */
export const useIsSoundOn = (): boolean => useObservable(isOn)
export const isSoundOn = (): boolean => isOn.get()

export function chooseSound(next: boolean): void {
  if (next) forget(storageKeys.sound)
  else store(storageKeys.sound, OFF)
  isOn.set(next)
}
