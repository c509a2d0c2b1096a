import { observable, useObservable } from '@cashbox/client/observable'
import { forget, readStored, store } from '@cashbox/client/storage'
import { storageKeys } from './session/session.ts'

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

interface Tone {
  readonly hertz: number
  readonly atS: number
  readonly lengthS: number
}

/** Success: two rising tones. Refusal: two low, rough tones. */
const SIGNALS = {
  success: {
    wave: 'sine',
    tones: [
      { hertz: 660, atS: 0, lengthS: 0.12 },
      { hertz: 990, atS: 0.12, lengthS: 0.24 },
    ],
    vibration: [80],
  },
  refusal: {
    wave: 'square',
    tones: [
      { hertz: 196, atS: 0, lengthS: 0.2 },
      { hertz: 147, atS: 0.28, lengthS: 0.34 },
    ],
    vibration: [200, 100, 200],
  },
} as const

const LOUDNESS = 0.2
const FADE_S = 0.02

/** A tone later than this would confuse. */
const LATEST_MS = 1500

let context: AudioContext | null = null

/** Call it in a press handler: browsers allow sound only after one. */
export function prepareSignals(): void {
  if (!('AudioContext' in window)) return
  context ??= new AudioContext()
  if (context.state === 'suspended') context.resume().catch(() => {})
}

export function playSignal(signal: keyof typeof SIGNALS): void {
  const { wave, tones, vibration } = SIGNALS[signal]
  if ('vibrate' in navigator) navigator.vibrate([...vibration])
  if (context) void sound(context, wave, tones)
}

async function sound(audio: AudioContext, wave: OscillatorType, tones: readonly Tone[]) {
  const askedAt = performance.now()
  try {
    // Audio may still be starting. Without a press this waits for one.
    await audio.resume()
  } catch {
    return
  }
  if (performance.now() - askedAt < LATEST_MS) for (const tone of tones) play(audio, wave, tone)
}

function play(audio: AudioContext, wave: OscillatorType, { hertz, atS, lengthS }: Tone) {
  const [start, end] = [audio.currentTime + atS, audio.currentTime + atS + lengthS]
  const gain = audio.createGain()
  // A tone that begins and ends at full strength clicks.
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(LOUDNESS, start + FADE_S)
  gain.gain.setValueAtTime(LOUDNESS, end - FADE_S)
  gain.gain.linearRampToValueAtTime(0, end)
  gain.connect(audio.destination)
  const oscillator = audio.createOscillator()
  oscillator.type = wave
  oscillator.frequency.value = hertz
  oscillator.connect(gain)
  oscillator.start(start)
  oscillator.stop(end)
}
