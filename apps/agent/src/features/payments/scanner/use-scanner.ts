import { logFailure } from '@cashbox/client/log'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { type CameraProblem, closeCamera, hasTorch, missingCamera, openCamera, problemOf } from './camera.ts'
import { openCodeReader } from './detect-codes.ts'
import { readCode } from './read-code.ts'

export type ScannerState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'looking'; readonly stream: MediaStream; readonly hasTorch: boolean; readonly isForeign: boolean }
  | { readonly kind: 'problem'; readonly problem: CameraProblem }

const LOOK_EVERY_MS = 120

/** Shows the camera in the video and reads codes until it finds a transaction ID. Ends when the page is hidden. */
export function useScanner(
  video: RefObject<HTMLVideoElement | null>,
  { onFound, onHidden }: { onFound: (id: string) => void; onHidden: () => void },
): ScannerState {
  const [state, setState] = useState<ScannerState>({ kind: 'starting' })
  const found = useEffectEvent(onFound)
  const hidden = useEffectEvent(onHidden)
  useEffect(() => {
    const stop = new AbortController()
    document.addEventListener('visibilitychange', () => document.hidden && hidden(), { signal: stop.signal })
    void scan(video, { stop: stop.signal, onState: setState, onFound: (id) => found(id) })
    return () => stop.abort()
  }, [video])
  return state
}

interface Scan {
  readonly stop: AbortSignal
  readonly onState: (state: ScannerState) => void
  readonly onFound: (id: string) => void
}

async function scan(video: RefObject<HTMLVideoElement | null>, { stop, onState, onFound }: Scan) {
  const missing = missingCamera()
  if (missing) return onState({ kind: 'problem', problem: missing })
  try {
    const stream = await openCamera()
    endWith(stop, () => closeCamera(stream))
    const reader = await openCodeReader()
    endWith(stop, () => reader.close())
    const screen = video.current
    if (stop.aborted || !screen) return undefined
    screen.srcObject = stream
    await screen.play()
    const looking = { kind: 'looking', stream, hasTorch: hasTorch(stream) } as const
    onState({ ...looking, isForeign: false })
    while (!stop.aborted) {
      const texts = screen.videoWidth > 0 ? await reader.read(screen) : []
      const id = texts.map(readCode).find((code) => code !== null)
      if (stop.aborted) return undefined
      if (id) return onFound(id)
      // Another code in the picture: the agent should know that it was seen.
      if (texts.length > 0) onState({ ...looking, isForeign: true })
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
  } catch (error) {
    if (stop.aborted) return undefined
    logFailure('the camera could not be used', error)
    onState({ kind: 'problem', problem: problemOf(error) })
  }
  return undefined
}

/** What is granted after the scanner was closed is given back at once. */
function endWith(stop: AbortSignal, end: () => void) {
  if (stop.aborted) end()
  else stop.addEventListener('abort', end)
}
